import { type JsonObject, type JsonValue, ownEntry } from "../../base/index.ts";
import { outcomeOf, type VerificationResult } from "../../result/index.ts";
import { cutToColumns } from "./columns.ts";
import { oneLine } from "./harmless-text.ts";
import { outcomeMark } from "./outcome-mark.ts";
import { aligned } from "./table.ts";
import { questionRoom, roomOn, type Terminal } from "./terminal.ts";
import { resultTraitsText } from "./trait-text.ts";

const questionColumns = 50;
const modelColumns = 24;
const valueColumns = 40;
const reasonColumns = 700;

/** A line per result: outcome, question, models where there are several, what was extracted, expected or went wrong, and what the traits came to. */
export function questionLines(results: readonly VerificationResult[], terminal: Terminal): readonly string[] {
  const answering = dropDuplicates(results, ({ metadata }) => shortModelName(metadata.answering));
  const judges = dropDuplicates(results, ({ metadata }) => shortModelName(metadata.parsing));
  const rows = byQuestion(results).map((result) => {
    const { questionText, replicate } = result.metadata;
    return [
      `${outcomeMark(outcomeOf(result), terminal)}${creditOf(result)}`,
      cutToColumns(oneLine(questionText.slice(0, 1000)), questionRoom(terminal, questionColumns)),
      ...(answering > 1 ? [shortModelName(result.metadata.answering)] : []),
      ...(judges > 1 ? [shortModelName(result.metadata.parsing)] : []),
      ...(results.some(({ metadata }) => metadata.replicate !== null) ? [`#${replicate ?? "-"}`] : []),
      [detailOf(result), resultTraitsText(result.rubric)].filter((text) => text !== "").join(" | "),
    ];
  });
  return aligned(rows, { room: { width: roomOn(terminal), narrowestLast: 32 } });
}

/** The granular score where it is neither none nor all. */
function creditOf({ template }: VerificationResult): string {
  const credit = template?.verifyGranularResult;
  return typeof credit === "number" && credit > 0 && credit < 1 ? ` ${credit.toFixed(2)}` : "";
}

/** What a reader wants to know next: the extracted values of a pass, the fields that are wrong, the reason otherwise. */
function detailOf(result: VerificationResult): string {
  const outcome = outcomeOf(result);
  const extracted = result.template?.parsedLlmResponse ?? {};
  if (outcome === "pass") return fieldTexts(extracted, ([name, value]) => `${name}: ${valueText(value)}`);
  const reason = cutToColumns(oneLine(result.metadata.failure?.reason ?? ""), reasonColumns);
  if (outcome !== "wrong") return reason;
  const expected = result.template?.parsedGtResponse ?? {};
  const passed = result.template?.fieldResults ?? {};
  const wrong = Object.fromEntries(
    Object.entries(expected).filter(([name]) => ownEntry(passed, name) !== true),
  );
  const mismatch = fieldTexts(
    wrong,
    ([name, value]) => `${name}: expected ${valueText(value)}, ${foundText(extracted, name)}`,
  );
  return result.template?.parsedLlmResponse == null || mismatch === "" ? reason : mismatch;
}

function fieldTexts(
  fields: { readonly [name: string]: JsonValue },
  text: (field: readonly [string, JsonValue]) => string,
): string {
  return Object.entries(fields).slice(0, 10).map(text).join("; ");
}

/** A judge fills in every field but those that are checked against the trace. */
function foundText(extracted: JsonObject, name: string): string {
  if (!Object.hasOwn(extracted, name)) return "not so in the trace";
  const value = extracted[name] ?? null;
  return value === null ? "not stated" : `got ${valueText(value)}`;
}

function valueText(value: JsonValue): string {
  const text = typeof value === "string" ? value.slice(0, 1000) : JSON.stringify(value).slice(0, 1000);
  return cutToColumns(oneLine(text), valueColumns);
}

/** A model by its id, or else its name, as lists of results call it. */
export function shortModelName(identity: VerificationResult["metadata"]["answering"]): string {
  return cutToColumns(oneLine(identity.configId ?? identity.modelName), modelColumns);
}

/** Results of one question together, questions in the order in which they first appear. */
function byQuestion(results: readonly VerificationResult[]): readonly VerificationResult[] {
  return [...Map.groupBy(results, ({ metadata }) => metadata.questionId).values()].flat();
}

function dropDuplicates(
  results: readonly VerificationResult[],
  name: (result: VerificationResult) => string,
): number {
  return new Set(results.map(name)).size;
}
