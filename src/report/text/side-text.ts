import {
  type ChangedQuestion,
  type ChangedScenario,
  emptySides,
  type PairComparison,
} from "../../analysis/index.ts";
import { oneLine, pluralize } from "../../base/index.ts";
import { outcomeWords } from "./outcome-words.ts";

/** ` (openai:gpt, judged by openai:judge)`, behind a question that several have results of; empty where it goes without saying. */
export function whoseText({ answering, parsing }: Pick<ChangedQuestion, "answering" | "parsing">): string {
  const judge = parsing === null ? [] : [`judged by ${parsing}`];
  const said = [...(answering === null ? [] : [answering]), ...judge].join(", ");
  return said === "" ? "" : ` (${oneLine(said)})`;
}

/** A question or scenario on which two sides differ. */
type Changed = ChangedQuestion | ChangedScenario;

/** How many questions or scenarios these are, and of what each has an entry of its own: `judge`, `model`, both, or empty. */
export function countChanged(changed: readonly Changed[]): {
  readonly distinct: number;
  readonly each: string;
} {
  const distinct = new Set(changed.map((one) => ("scenario" in one ? one.scenario : one.questionId))).size;
  const each = [
    ...(changed.some(({ answering }) => answering !== null) ? ["model"] : []),
    ...(changed.some(({ parsing }) => parsing !== null) ? ["judge"] : []),
  ].join(" and ");
  return each === "" || distinct === changed.length
    ? { distinct: changed.length, each: "" }
    : { distinct, each };
}

/** `7 questions`; `7 questions (14 counting each judge)` where several judges, or models, have results of them. */
export function changedText(changed: readonly Changed[], noun = "question"): string {
  const { distinct, each } = countChanged(changed);
  return `${pluralize(distinct, noun)}${each === "" ? "" : ` (${changed.length} counting each ${each})`}`;
}

/**
 * What failed or is new and not passed, beside what broke: of the same question another judge may have more to say. Nothing where
 * there was nothing before: all would be new.
 */
export function furtherFailures(pair: PairComparison): readonly ChangedQuestion[] {
  const { broken, newFailures } = pair;
  if (emptySides(pair).length > 0) return [];
  const keyOf = ({ questionId, answering, parsing }: ChangedQuestion) =>
    JSON.stringify([questionId, answering, parsing]);
  const known = new Set(broken.map(keyOf));
  return newFailures.filter((question) => !known.has(keyOf(question)));
}

/** `wrong: BCL-XL`, `2 of 3 pass; wrong: BCL-XL`, `judge failed: the reply contains no JSON object`. */
export function sideText(side: ChangedQuestion["a"]): string {
  if (side === null) return "no result";
  const { passed, of, outcome, got, reason } = side;
  const counted = of > 1 ? `${passed} of ${of} pass; ` : "";
  const said = (outcome === "pass" || outcome === "wrong" ? (got ?? reason) : reason) ?? "";
  return oneLine(`${counted}${outcomeWords(outcome)}${said === "" ? "" : `: ${said}`}`);
}
