import { isJsonObject, type JsonValue, oneLine } from "../../../../base/index.ts";
import { cutToColumns } from "../../../report/columns.ts";

const mostColumns = 60;

/** A value of a field or trait as one line; `not stated` for null. Cut unless `full`. */
export function valueText(value: JsonValue | undefined, full: boolean): string {
  if (value === undefined || value === null) return "not stated";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return full ? oneLine(text) : cutToColumns(oneLine(text.slice(0, 1000)), mostColumns);
}

/** A trait's score as one line: `true`, `4`, `precision 1, recall 0.5`. */
export function scoreText(value: JsonValue, full: boolean): string {
  if (typeof value === "number") return String(Math.round(value * 100) / 100);
  if (!isJsonObject(value)) return valueText(value, full);
  return Object.entries(value)
    .map(([name, part]) => `${oneLine(name)} ${scoreText(part, full)}`)
    .join(", ");
}
