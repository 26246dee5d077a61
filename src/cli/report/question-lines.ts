import { wrongFields } from "../../analysis/index.ts";
import type { JsonValue } from "../../base/index.ts";
import { oneLine } from "../../base/index.ts";
import { wrongText } from "../../report/index.ts";
import {
  failedOutcomes,
  type Outcome,
  outcomeOf,
  shortModelName,
  unpassedOutcomes,
  type VerificationResult,
} from "../../result/index.ts";
import { columnsOf, cutToColumns } from "./columns.ts";
import { outcomeMark } from "./outcome-mark.ts";
import { aligned } from "./table.ts";
import { roomOn, type Terminal } from "./terminal.ts";
import { resultTraitsText } from "./trait-text.ts";

/** So much of a question stands in a line where nobody looks. */
const questionColumns = 50;
const valueColumns = 200;
/** Less of a question tells nothing. */
const leastQuestion = 24;

/** A result, as far as a line about it goes. */
export interface QuestionLine {
  readonly questionId: string;
  readonly questionText: string;
  readonly model: string;
  readonly judge: string;
  readonly replicate: number | null;
  readonly outcome: Outcome;
  /** Partial credit, where it is neither none nor all. */
  readonly credit: number | null;
  /** What a reader wants to know next. */
  readonly detail: string;
}

/**
 * A line per result, those of a question together: outcome, question with its place, model, judge and replicate where
 * there are several, and the detail. A question's text stands at its first line only.
 */
export function questionLines(
  lines: readonly QuestionLine[],
  { terminal, nameOf }: { readonly terminal: Terminal; readonly nameOf: (questionId: string) => string },
): readonly string[] {
  const severalModels = new Set(lines.map(({ model }) => model)).size > 1;
  const severalJudges = new Set(lines.map(({ judge }) => judge)).size > 1;
  const hasReplicates = lines.some(({ replicate }) => replicate !== null);
  const room = terminal.interactive ? Math.max(34, Math.floor(terminal.columns / 2) - 6) : questionColumns;
  const all = byQuestion(lines);
  const rowsIn = (columns: number) =>
    all.map((line, at) => {
      const isRepeated = all[at - 1]?.questionId === line.questionId;
      const question = cutToColumns(oneLine(line.questionText.slice(0, 1000)), columns);
      return [
        `${outcomeMark(line.outcome, terminal)}${line.credit === null ? "" : ` ${line.credit.toFixed(2)}`}`,
        isRepeated ? "" : `${nameOf(line.questionId)} ${question}`.trim(),
        ...(severalModels ? [oneLine(line.model)] : []),
        ...(severalJudges ? [oneLine(line.judge)] : []),
        ...(hasReplicates ? [`r${line.replicate ?? "-"}`] : []),
        oneLine(line.detail),
      ];
    });
  const rows = rowsIn(room);
  const over = Math.max(0, ...aligned(rows).map(columnsOf)) - roomOn(terminal);
  // a text that is cut anyway is rather cut a little more than shown in two lines
  const fitting = over > 0 && room - over >= leastQuestion ? rowsIn(room - over) : rows;
  return aligned(fitting, { room: { width: roomOn(terminal), narrowestLast: 32 } });
}

/** A result as a line of {@link questionLines}. */
export function questionLineOf(result: VerificationResult): QuestionLine {
  const { questionId, questionText, answering, parsing, replicate } = result.metadata;
  const credit = result.template?.verifyGranularResult;
  return {
    questionId,
    questionText,
    model: shortModelName(answering),
    judge: shortModelName(parsing),
    replicate,
    outcome: outcomeOf(result),
    credit: typeof credit === "number" && credit > 0 && credit < 1 ? credit : null,
    detail: detailOf(result),
  };
}

/**
 * The extracted values of a pass; what was expected and found in fields that are wrong; why there is no answer. Why judge
 * or infrastructure failed stands elsewhere once for all: here only the category.
 */
function detailOf(result: VerificationResult): string {
  const outcome = outcomeOf(result);
  const { failure } = result.metadata;
  const found =
    outcome === "pass"
      ? extractedText(result.template?.parsedLlmResponse ?? {})
      : unpassedOutcomes.includes(outcome)
        ? wrongText(wrongFields(result), failure?.reason ?? "", shortened)
        : failedOutcomes.includes(outcome)
          ? (failure?.category ?? "")
          : "";
  return [found, resultTraitsText(result.rubric)].filter((text) => text !== "").join(" | ");
}

function extractedText(fields: { readonly [name: string]: JsonValue }): string {
  const entries = Object.entries(fields);
  return entries
    .slice(0, 10)
    .map(([name, value]) => {
      const text = shortened(typeof value === "string" ? value : JSON.stringify(value));
      return entries.length === 1 ? text : `${name}: ${text}`;
    })
    .join("; ");
}

/** A value in one line, cut where it is long. */
export const shortened = (text: string) => cutToColumns(oneLine(text.slice(0, 1000)), valueColumns);

/** Results of one question together, questions in the order in which they first appear. */
function byQuestion(lines: readonly QuestionLine[]): readonly QuestionLine[] {
  return [...Map.groupBy(lines, ({ questionId }) => questionId).values()].flat();
}
