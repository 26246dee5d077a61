import type { CategoryFailures, FailureReason, ScenarioSummary } from "../../analysis/index.ts";
import { formatCount, oneLine, pluralize } from "../../base/index.ts";
import { cutShortWords, outcomeWords } from "../../report/index.ts";
import type { Outcome } from "../../result/index.ts";
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
    ...reasons
      .slice(0, mostReasons)
      .flatMap(({ outcome, category, questionId, questionText, stage, ...reason }) =>
        reasonLines(
          {
            ...reason,
            what: `${outcomeWords(outcome)} (${category})`,
            place: `at ${nameOf(questionId)} ${questionText.slice(0, 1000)}, in ${stage}`,
          },
          terminal,
        ),
      ),
    ...(more > 0 ? [`and ${pluralize(more, "further reason")}`] : []),
  ];
}

/** Each distinct reason why walks did not come to their end, likewise, with a walk as example. */
export function cutShortLines(
  { reasons, otherReasons }: ScenarioSummary["cutShort"],
  { terminal, showCommand }: { readonly terminal: Terminal; readonly showCommand: string | undefined },
): readonly string[] {
  const shown = reasons.slice(0, mostReasons);
  const more = reasons.length - shown.length;
  return [
    ...shown.flatMap(({ status, category, stage, scenario, node, walk, ...reason }) =>
      reasonLines(
        {
          ...reason,
          what: `${cutShortWords[status]}${category === null ? "" : ` (${category})`}`,
          place: [
            `in ${scenario}`,
            ...(node === null ? [] : [`at ${node}`]),
            ...(stage === null ? [] : [`by ${stage}`]),
          ]
            .join(", ")
            .concat(showCommand === undefined ? "" : `: ${showCommand} --walk ${walk}`),
        },
        terminal,
      ),
    ),
    ...(more > 0 ? [`and ${pluralize(more, "further reason")}`] : []),
    ...(otherReasons > 0 ? [`and ${pluralize(otherReasons, "walk")} for further reasons`] : []),
  ];
}

interface ShownReason extends Pick<FailureReason, "reason" | "count" | "models"> {
  /** What it made of so many. */
  readonly what: string;
  /** Where it was first, with its preposition. */
  readonly place: string;
}

function reasonLines(
  { what, count, reason, models, place }: ShownReason,
  terminal: Terminal,
): readonly string[] {
  const width = Math.min(roomOn(terminal), widestPlainLine) - indent.length;
  const [only] = models;
  const ofModels =
    models.length === 1 && only !== undefined
      ? only.model
      : models.map((each) => `${each.model} ${formatCount(each.count)}`).join(", ");
  const head = oneLine(`${formatCount(count)} ${what}: ${ofModels}`);
  const first = oneLine(`${count > 1 ? "first " : ""}${place}`);
  return [
    ...wrapText(head, width + indent.length).map((line) => paint(terminal, "warn", line)),
    ...wrapText(oneLine(reason), width).map((line) => indent + line),
    ...wrapText(first, width).map((line) => indent + paint(terminal, "dim", line)),
  ];
}
