import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import type { JsonSchema, JsonValue } from "../../base/index.ts";

/** What the words for types mean to a judge. */
const scalarTypes = {
  text: { type: "string" },
  number: { type: "number" },
  integer: { type: "integer" },
  boolean: { type: "boolean" },
  date: { type: "string", format: "date" },
} as const satisfies { readonly [word: string]: JsonSchema };

type ScalarWord = keyof typeof scalarTypes;

const scalarWords = Object.keys(scalarTypes) as readonly ScalarWord[]; // the keys of a constant
const listWords = scalarWords.map((word) => `list of ${word}` as const);

const OneOf = z.strictObject({
  one_of: z
    .array(z.union([z.string(), z.number(), z.boolean()]))
    .min(1)
    .describe("The values there are"),
});

/** A type in the words of a file. Anything else is said as JSON Schema. */
export const TypeForm = z.union([
  z.enum([...scalarWords, ...listWords]),
  OneOf,
  z.strictObject({ list_of: OneOf.describe("What each item of the list is") }),
]);
export type TypeForm = z.infer<typeof TypeForm>;

/** The JSON Schema of a type in words. */
export function schemaOfType(type: TypeForm): JsonSchema {
  if (typeof type === "string") {
    const scalar = scalarWords.find((word) => type === word);
    if (scalar !== undefined) return scalarTypes[scalar];
    const item = scalarWords.find((word) => type === `list of ${word}`) ?? "text";
    return { type: "array", items: scalarTypes[item] };
  }
  if ("list_of" in type) return { type: "array", items: schemaOfType(type.list_of) };
  const [first] = type.one_of;
  const isOneType = type.one_of.every((value) => typeof value === typeof first);
  return { ...(isOneType && { type: typeof first }), enum: type.one_of };
}

/** The type that a ground truth has by itself; undefined where it does not say. */
export function typeOfTruth(truth: JsonValue): TypeForm | undefined {
  if (typeof truth === "string") return "text";
  if (typeof truth === "number") return "number";
  if (typeof truth === "boolean") return "boolean";
  if (!Array.isArray(truth)) return undefined;
  const [first] = truth;
  const item = first === undefined ? undefined : typeOfTruth(first);
  const isOneType = truth.every((value) => typeof value === typeof first);
  return isOneType ? listWords.find((word) => word === `list of ${String(item)}`) : undefined;
}

/** The words for a JSON Schema; undefined where there are none. */
export function typeOfSchema(schema: JsonSchema): TypeForm | undefined {
  const word = [...scalarWords, ...listWords].find((one) => isDeepStrictEqual(schemaOfType(one), schema));
  if (word !== undefined) return word;
  const choice = TypeForm.safeParse({ one_of: schema.enum });
  if (choice.success && isDeepStrictEqual(schemaOfType(choice.data), schema)) return choice.data;
  const list = TypeForm.safeParse({ list_of: { one_of: schema.items?.enum } });
  return list.success && isDeepStrictEqual(schemaOfType(list.data), schema) ? list.data : undefined;
}
