import { collapseWhiteSpace, type JsonValue } from "../../base/index.ts";
import type { FieldView } from "../view/field-views.ts";
import type { ResultView } from "../view/result-view.ts";

const mostCharacters = 200;
const mostOfValue = 60;

/**
 * A result in one line: which fields are wrong and what they should be; for another outcome its reason; for a pass what
 * was read.
 */
export function oneLineNote({ outcome, failure, fields, traits }: ResultView): string {
  const wrong = fields.filter(({ passed }) => passed === false || passed === null);
  if (outcome === "wrong" && wrong.length > 0) return cut(wrong.map(wrongField).join("; "), mostCharacters);
  if (failure !== null) return cut(failure.reason, mostCharacters);
  if (fields.length > 0) return cut(fields.map(readField).join("; "), mostCharacters);
  const judged = traits?.judged ?? [];
  return cut(
    judged.map(({ name, value, label }) => `${name}: ${label ?? valueText(value)}`).join("; "),
    mostCharacters,
  );
}

function wrongField({ name, expected, extracted, inTrace }: FieldView): string {
  const got = inTrace
    ? "not seen in the trace"
    : extracted === undefined || extracted === null
      ? "not stated"
      : valueText(extracted);
  return expected === undefined ? `${name}: ${got}` : `${name}: expected ${valueText(expected)}, got ${got}`;
}

function readField({ name, extracted, inTrace }: FieldView): string {
  return `${name}: ${inTrace ? "seen in the trace" : valueText(extracted ?? null)}`;
}

function valueText(value: JsonValue): string {
  if (value === null) return "not stated";
  return cut(typeof value === "string" ? value : JSON.stringify(value), mostOfValue);
}

function cut(text: string, most: number): string {
  const line = collapseWhiteSpace(text.slice(0, 4 * most));
  return line.length <= most
    ? line
    : `${line
        .slice(0, most - 1)
        .toWellFormed()
        .replace(/\ufffd$/, "")}…`;
}
