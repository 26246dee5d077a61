import type { CategoryFailures, FailureReason } from "../../analysis/index.ts";
import { formatCount, oneLine, pluralize } from "../../base/index.ts";
import { outcomeWords } from "../../report/index.ts";
import type { FailureCategory, Outcome } from "../../result/index.ts";
import { paint, roomOn, type Terminal } from "./terminal.ts";
import { wrapText } from "./wrap-lines.ts";

const indent = "  ";
const mostReasons = 10;
/** Without a terminal nothing is wrapped but what nobody could read otherwise. */
const widestPlainLine = 240;

/** Outcomes that say nothing of the model under test, in the order in which they are shown. */
const failedOutcomes: readonly Outcome[] = ["infrastructure_failed", "judge_failed", "not_evaluable"];

/** Each distinct reason why there is no verdict, once and whole, with how often, which models, and a question as example. */
export function failedLines(
  failures: readonly CategoryFailures[],
  { terminal, nameOf }: { readonly terminal: Terminal; readonly nameOf: (questionId: string) => string },
): readonly string[] {
  const reasons = failures
    .flatMap(({ category, reasons: found }) => found.map((reason) => ({ ...reason, category })))
    .filter(({ outcome }) => failedOutcomes.includes(outcome))
    .toSorted(
      (left, right) =>
        failedOutcomes.indexOf(left.outcome) - failedOutcomes.indexOf(right.outcome) ||
        right.count - left.count,
    );
  const more = reasons.length - mostReasons;
  return [
    ...reasons.slice(0, mostReasons).flatMap((reason) => reasonLines(reason, nameOf, terminal)),
    ...(more > 0 ? [`and ${pluralize(more, "further reason")}`] : []),
  ];
}

function reasonLines(
  {
    category,
    outcome,
    count,
    reason,
    stage,
    models,
    questionId,
    questionText,
  }: FailureReason & {
    readonly category: FailureCategory;
  },
  nameOf: (questionId: string) => string,
  terminal: Terminal,
): readonly string[] {
  const width = Math.min(roomOn(terminal), widestPlainLine) - indent.length;
  const [only] = models;
  const ofModels =
    models.length === 1 && only !== undefined
      ? only.model
      : models.map((each) => `${each.model} ${formatCount(each.count)}`).join(", ");
  const head = oneLine(`${formatCount(count)} ${outcomeWords(outcome)} (${category}): ${ofModels}`);
  const place = `${count > 1 ? "first at" : "at"} ${nameOf(questionId)} ${questionText.slice(0, 1000)}, in ${stage}`;
  return [
    ...wrapText(head, width + indent.length).map((line) => paint(terminal, "warn", line)),
    ...wrapText(oneLine(reason), width).map((line) => indent + line),
    ...wrapText(oneLine(place), width).map((line) => indent + paint(terminal, "dim", line)),
  ];
}
