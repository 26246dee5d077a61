import type { ReplicateNumbers } from "../../analysis/index.ts";
import { pluralize } from "../../base/index.ts";
import { outcomeWords } from "./outcome-words.ts";

/** Who was asked, and what replicates say of it; null where no question has two verdicts. */
interface Repeated {
  readonly name: string;
  readonly replicates: ReplicateNumbers | null;
}

/**
 * Which questions pass@k and pass^k leave out of each model, and why, a sentence each; nothing where none are, and without replicates.
 *
 * @example
 * leftOutTexts([{ name: "small", replicates }])
 * // ['small: pass@3 and pass^3 leave out 2 of 12 questions, which have fewer than 3 verdicts: 2 infrastructure failed.']
 */
export function leftOutTexts(repeated: readonly Repeated[]): readonly string[] {
  const most = mostReplicates(repeated);
  if (most === 0) return [];
  return repeated.flatMap(({ name, replicates }) => {
    const whose = repeated.length === 1 ? "" : `${name}: `;
    if (replicates === null || !replicates.passOfK.some(({ k }) => k === most))
      return [`${whose}no question has ${most} verdicts, so there is no pass@${most}.`];
    const { asked, leftOut } = replicates;
    const { questions, outcomes, absent } = leftOut;
    if (questions === 0) return [];
    const reasons = [
      ...outcomes.map(({ outcome, count }) => `${count} ${outcomeWords(outcome)}`),
      ...(absent > 0 ? [`${pluralize(absent, "result")} missing`] : []),
    ];
    return [
      `${whose}pass@${most} and pass^${most} leave out ${questions} of ${pluralize(asked, "question")}, which ${questions === 1 ? "has" : "have"} fewer than ${most} verdicts: ${reasons.join(", ")}.`,
    ];
  });
}

/** The most k that pass@k is of; 0 without replicates. */
export const mostReplicates = (repeated: readonly Pick<Repeated, "replicates">[]): number =>
  Math.max(0, ...repeated.map(({ replicates }) => replicates?.passOfK.at(-1)?.k ?? 0));
