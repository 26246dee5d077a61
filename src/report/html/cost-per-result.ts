/** What is read of a subject. */
interface Costs {
  readonly answering: string;
  readonly numbers: { readonly costUsd: number | null; readonly costKnown: number; readonly results: number };
  readonly stages: readonly { readonly stage: string; readonly costUsd: number | null }[];
}

/**
 * US dollars that a result of a model and its judge takes: answer and judging. The answer, which is spent once, counts in full for each
 * judge of it, so that judges stand side by side. Null where a part is not known.
 *
 * @param all the subjects of the same run
 */
export function costPerResult(subject: Costs, all: readonly Costs[]): number | null {
  const sharing = all.filter(({ answering }) => answering === subject.answering);
  if (![subject, ...sharing].every(isKnown)) return null;
  const answers = sharing.map(answerCost).reduce((sum, cost) => sum + cost, 0);
  const own = (subject.numbers.costUsd ?? 0) - answerCost(subject);
  return (own + answers) / subject.numbers.results;
}

const isKnown = ({ numbers: { costUsd, costKnown, results } }: Costs): boolean =>
  costUsd !== null && costKnown >= results;

const answerCost = ({ stages }: Costs): number =>
  stages.reduce((sum, { stage, costUsd }) => sum + (stage === "GenerateAnswer" ? (costUsd ?? 0) : 0), 0);
