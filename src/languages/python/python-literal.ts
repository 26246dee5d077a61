import { isJsonObject, type JsonValue } from "../../base/index.ts";

/** A JSON value as a Python expression on one line. `asFloat`: whole numbers are written as floats, as in `8.0`. */
export function pythonLiteral(value: JsonValue, asFloat = false): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number") return numberLiteral(value, asFloat);
  if (!isJsonObject(value)) return `[${value.map((item) => pythonLiteral(item, asFloat)).join(", ")}]`;
  const entries = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}: ${pythonLiteral(item, asFloat)}`,
  );
  return `{${entries.join(", ")}}`;
}

function numberLiteral(value: number, asFloat: boolean): string {
  if (Object.is(value, -0)) return "-0.0";
  const text = String(value);
  const isFloat = asFloat || (Number.isInteger(value) && !Number.isSafeInteger(value));
  return isFloat && /^-?\d+$/.test(text) ? `${text}.0` : text;
}

/** Longest line, in characters. */
const width = 100;

/** `head(part, …)`: on one line where it fits, else a line for each part. */
export function pythonCall(head: string, parts: readonly string[], indent: string, before = 0): string {
  const line = `${head}(${parts.join(", ")})`;
  if (!line.includes("\n") && indent.length + before + line.length <= width) return line;
  const inner = parts.map((part) => `${indent}    ${part.replaceAll("\n", "\n    ")},\n`).join("");
  return `${head}(\n${inner}${indent})`;
}
