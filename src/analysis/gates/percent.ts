import { isJsonObject, type JsonObject, type JsonValue, KareninaError } from "../../base/index.ts";

const fields = ["min", "max", "by", "alpha", "min_matched"];
/** Gates whose `max` is a sum or a count. */
const amounts: ReadonlySet<unknown> = new Set(["cost", "no_broken", "no_new_failures"]);
const percent = /^(\d+\.?\d*|\.\d+)%$/;

/** True of a field of a gate, by its stored name, that takes a share and so a percent. */
export const isShareField = (gate: unknown, field: string): boolean =>
  fields.includes(field) && !(field === "max" && amounts.has(gate));

/** How a percent is written, for JSON Schema. */
export const percentPattern = percent.source;

/**
 * A file of gates with shares for percents, such as 0.8 for `80%`; the bounds of a trait are then shares by their `unit`.
 *
 * @throws KareninaError `invalid_input` for a sum or count in percent.
 */
export function withoutPercents(file: unknown): unknown {
  if (!isJsonObject(file) || !Array.isArray(file.gates)) return file;
  return { ...file, gates: file.gates.map((gate) => (isJsonObject(gate) ? inShares(gate) : gate)) };
}

function inShares(gate: JsonObject): JsonObject {
  const given = fields.filter((field) => isPercent(gate[field]));
  const amount = given.find((field) => !isShareField(gate.gate, field));
  if (amount !== undefined)
    throw new KareninaError(
      "invalid_input",
      `"${amount}" of ${String(gate.gate)} is no share, so it is not in percent.`,
    );
  const shares = given.map((field) => [field, Number(String(gate[field]).slice(0, -1)) / 100]);
  const isOfTrait = gate.gate === "trait" && given.length > 0;
  return { ...gate, ...Object.fromEntries(shares), ...(isOfTrait && { unit: "share" }) };
}

const isPercent = (value: JsonValue | undefined): boolean => typeof value === "string" && percent.test(value);
