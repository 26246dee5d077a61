import { type JsonSchema, type JsonValue, numberOfValue, textOfValue } from "../../base/index.ts";
import { normalizeText } from "../../template/index.ts";
import type { ComparedTo } from "../definition/compared-to.ts";
import { askNear, type ScenarioProblem } from "./scenario-problem.ts";

/** What is wrong with a value that something is compared with. */
type ValueProblem = Pick<ScenarioProblem, "message" | "severity">;

/**
 * Why what may stand somewhere can never pass, or only as text; undefined where it can, and where nobody knows what may stand
 * there. Looks at the comparisons that the short form makes; other primitives compare in ways of their own.
 *
 * @param name what is compared, such as `parsed.severity`
 * @param schema what may stand there
 */
export function valueProblem(
  name: string,
  schema: JsonSchema,
  { expected, verifyWith }: ComparedTo,
): ValueProblem | undefined {
  const kinds = kindsOf(schema);
  if (kinds === undefined) return undefined;
  const never = (found: string, near = ""): ValueProblem => ({
    message: `${name} is ${possible(schema, kinds)}, and never ${found}${near}`,
    severity: "error",
  });
  const { type, ...parameters } = verifyWith;
  if (type === "BooleanMatch") return kinds.has("boolean") ? undefined : never("true or false");
  if (type === "NumericExact" || type === "NumericRange") {
    const isText = kinds.has("string") && valuesOf(schema) === undefined;
    if (!kinds.has("number") && !isText) return never("a number");
    const found = outOfReach(schema, kinds, { expected, verifyWith });
    return found === undefined ? undefined : never(found);
  }
  if (expected === null || Object.keys(parameters).length > 0) return undefined;
  if (type !== "ExactMatch" && type !== "SetContainment" && type !== "LiteralMatch") return undefined;
  if (Array.isArray(expected)) {
    if (!kinds.has("array")) return never("a list");
    return expected
      .map((one: JsonValue) => textProblem(`each of ${name}`, schema.items ?? {}, one))
      .find((problem) => problem !== undefined);
  }
  return textProblem(name, schema, expected);
}

/** Why no value is this one as text, without regard to case. */
function textProblem(name: string, schema: JsonSchema, expected: JsonValue): ValueProblem | undefined {
  const kinds = kindsOf(schema);
  if (kinds === undefined || kinds.has(kindOf(expected))) {
    const values = valuesOf(schema);
    if (values === undefined || values.some((value) => asText(value) === asText(expected))) return undefined;
    const near = typeof expected === "string" ? askNear(expected, values.map(textOfValue)) : "";
    return {
      message: `${name} is ${possible(schema, kinds)}, and never ${shown(expected)}${near}`,
      severity: "error",
    };
  }
  if (typeof expected !== "string" && kinds.has("string")) return undefined;
  const isNumber = kinds.has("number") && numberOfValue(expected) !== undefined;
  const isBoolean = kinds.has("boolean") && /^(?:true|false)$/i.test(textOfValue(expected).trim());
  return isNumber || isBoolean
    ? {
        message: `${name} is ${possible(schema, kinds)}, and is compared as text with ${shown(expected)}`,
        severity: "warning",
      }
    : { message: `${name} is ${possible(schema, kinds)}, and never ${shown(expected)}`, severity: "error" };
}

/** A number that no value of a number's schema is or comes to; undefined where one may. */
function outOfReach(
  { minimum = -Infinity }: JsonSchema,
  kinds: ReadonlySet<string>,
  { expected, verifyWith: { max, exclusiveMax } }: ComparedTo,
): string | undefined {
  if (typeof expected === "number") {
    const isWhole = Number.isInteger(expected) || !kinds.has("integer");
    return isWhole && expected >= minimum ? undefined : String(expected);
  }
  if (typeof max !== "number") return undefined;
  if (max < minimum) return `at most ${max}`;
  return exclusiveMax === true && max <= minimum ? `less than ${max}` : undefined;
}

/** The kinds of JSON that may stand there, `integer` beside `number` for whole ones alone; undefined where any may. */
function kindsOf(schema: JsonSchema): ReadonlySet<string> | undefined {
  if (schema.anyOf !== undefined) {
    const all = schema.anyOf.map(kindsOf);
    const known = all.filter((one) => one !== undefined);
    return known.length < all.length ? undefined : new Set(known.flatMap((one) => [...one]));
  }
  const values = valuesOf(schema);
  if (values !== undefined) return new Set(values.map(kindOf));
  if (schema.type === undefined) return undefined;
  return new Set([schema.type].flat().flatMap((type) => (type === "integer" ? ["integer", "number"] : type)));
}

/** The values that may stand there; undefined where there is no end of them. */
function valuesOf({ enum: values, const: only, type, anyOf }: JsonSchema): readonly JsonValue[] | undefined {
  if (values !== undefined) return values;
  if (only !== undefined) return [only];
  if (type === "null") return [null];
  if (anyOf === undefined) return undefined;
  const all = anyOf.map(valuesOf);
  const known = all.filter((one) => one !== undefined);
  return known.length < all.length ? undefined : known.flat();
}

function kindOf(value: JsonValue): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function asText(value: JsonValue): string {
  return normalizeText(textOfValue(value), ["lowercase", "strip"]);
}

const words: ReadonlyMap<string, string> = new Map([
  ["boolean", "true or false"],
  ["number", "a number"],
  ["integer", "a whole number"],
  ["string", "text"],
  ["array", "a list"],
  ["object", "an object"],
  ["null", "null"],
]);

/** So many values are named. */
const mostNamed = 12;

function possible(schema: JsonSchema, kinds: ReadonlySet<string> | undefined): string {
  const values = valuesOf(schema);
  if (values !== undefined) {
    const named = values.slice(0, mostNamed).map((value) => shown(value));
    return [...named, ...(values.length > mostNamed ? ["…"] : [])].join(", ");
  }
  const all = [...(kinds ?? [])].filter((kind) => kind !== "number" || !kinds?.has("integer"));
  const least = schema.minimum === undefined ? "" : ` of at least ${schema.minimum}`;
  return all
    .map((kind) => `${words.get(kind) ?? kind}${kind === "number" || kind === "integer" ? least : ""}`)
    .join(" or ");
}

const shown = (value: JsonValue) => JSON.stringify(value).slice(0, 80);
