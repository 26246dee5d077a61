import type { ChangedQuestion } from "../../analysis/index.ts";
import { harmlessText, oneLine } from "../../base/index.ts";
import { failedOutcomes, lackingText, unpassedOutcomes } from "../../result/index.ts";
import { type QuestionSource, questionTitle, type RunReport } from "../run-report.ts";
import { gateText } from "../text/gate-text.ts";
import { outcomeWords } from "../text/outcome-words.ts";
import { sideText, whoseText } from "../text/side-text.ts";
import { wrongText } from "../text/wrong-text.ts";

/** GitHub shows so many of a kind for each step. */
const mostOfAKind = 10;
const longestText = 2000;

interface Annotation {
  readonly kind: "error" | "warning";
  readonly title: string;
  readonly message: string;
  /** Where what it is about stands; left out: somewhere in the file. */
  readonly source?: QuestionSource | undefined;
}

/**
 * Lines that GitHub Actions turns into annotations: a run that did not end or has no results, gates that are not met, questions that broke (without a baseline: wrong and
 * missing answers), and why others have no verdict. At most ten errors and ten warnings, the last of which says how many more
 * there are.
 *
 * @param file what the annotations point at, such as the benchmark; none where it is left out
 */
export function annotations(report: RunReport, file?: string): readonly string[] {
  const errors = [...lackingResults(report), ...missedGates(report), ...brokenQuestions(report)];
  return [...atMost(errors, "error"), ...atMost(withoutVerdict(report), "warning")].map((annotation) =>
    annotationLine(annotation, file),
  );
}

/** That the run did not end, or has no results. */
function lackingResults({ name, summary: { run } }: RunReport): readonly Annotation[] {
  const message = lackingText(run);
  return message === null ? [] : [{ kind: "error", title: name, message }];
}

function missedGates({ gates }: RunReport): readonly Annotation[] {
  return gates
    .filter(({ met }) => !met)
    .map((verdict) => ({ kind: "error", title: "Gate not met", message: gateText(verdict) }));
}

function brokenQuestions(report: RunReport): readonly Annotation[] {
  const { summary, comparison } = report;
  if (comparison !== undefined) {
    const said = ({ expected, a, b }: ChangedQuestion) =>
      `broken: expected ${expected ?? "what the template says"}; before ${sideText(a)}; now ${sideText(b)}`;
    return comparison.pairs.flatMap(({ broken }) =>
      broken.map((question) => ({
        kind: "error",
        title: `${questionTitle(question, report)}${whoseText(question)}`,
        message: said(question),
        source: report.sourceOf?.(question.questionId),
      })),
    );
  }
  return summary.failures
    .flatMap(({ items }) => items)
    .filter(({ outcome }) => unpassedOutcomes.includes(outcome))
    .map(({ model, outcome, fields, reason, ...question }) => ({
      kind: "error",
      title: questionTitle(question, report),
      message: `${model}: ${outcomeWords(outcome)}: ${wrongText(fields, reason)}`,
      source: report.sourceOf?.(question.questionId),
    }));
}

function withoutVerdict({ summary }: RunReport): readonly Annotation[] {
  return summary.failures
    .flatMap(({ reasons }) => reasons)
    .filter(({ outcome }) => failedOutcomes.includes(outcome))
    .map(({ outcome, count, stage, reason }) => ({
      kind: "warning",
      title: `${count} ${outcomeWords(outcome)}`,
      message: `in ${stage}: ${reason}`,
    }));
}

function atMost(list: readonly Annotation[], kind: Annotation["kind"]): readonly Annotation[] {
  if (list.length <= mostOfAKind) return list;
  const listed = list.slice(0, mostOfAKind - 1);
  return [...listed, { kind, title: "More", message: `and ${list.length - listed.length} more` }];
}

/** One command of GitHub Actions; whatever its texts hold, it stays one. */
function annotationLine({ kind, title, message, source }: Annotation, given: string | undefined): string {
  const file = source?.file ?? given;
  const properties = [
    ...(file === undefined ? [] : [`file=${propertyText(file)}`]),
    ...(source === undefined ? [] : [`line=${source.line}`]),
    `title=${propertyText(oneLine(title.slice(0, longestText)))}`,
  ];
  return `::${kind} ${properties.join(",")}::${dataText(message.slice(0, longestText))}`;
}

/** As GitHub's own toolkit escapes what stands behind `::`. */
function dataText(text: string): string {
  return harmlessText(text).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

const propertyText = (text: string): string => dataText(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
