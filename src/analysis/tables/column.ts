import * as z from "zod";

/** What the values of a column are. */
export type ColumnType = "text" | "integer" | "number" | "boolean";

/** A column of texts that every row has. */
export const text = (about: string) => z.string().describe(about);
/** A column of texts; null where nothing is known. */
export const textOrNull = (about: string) => z.string().nullable().describe(about);
/** A column of whole numbers that every row has. */
export const integer = (about: string) => z.int().describe(about);
/** A column of whole numbers; null where nothing is known. */
export const integerOrNull = (about: string) => z.int().nullable().describe(about);
/** A column of numbers that every row has. */
export const number = (about: string) => z.number().describe(about);
/** A column of numbers; null where nothing is known. */
export const numberOrNull = (about: string) => z.number().nullable().describe(about);
/** A column of yes and no that every row has. */
export const flag = (about: string) => z.boolean().describe(about);
/** A column of yes and no; null where nothing is known. */
export const flagOrNull = (about: string) => z.boolean().nullable().describe(about);

/** What the values of a column made here are, and whether rows may have none. */
export function columnType(schema: z.ZodType): { readonly type: ColumnType; readonly nullable: boolean } {
  const inner = schema instanceof z.ZodNullable ? schema.unwrap() : schema;
  const nullable = inner !== schema;
  if (inner instanceof z.ZodBoolean) return { type: "boolean", nullable };
  if (inner instanceof z.ZodNumber) return { type: inner.isInt ? "integer" : "number", nullable };
  return { type: "text", nullable };
}
