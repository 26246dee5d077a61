import type * as z from "zod";
import { camelKeys, isJsonObject, type JsonObject, recordFrom, snakeCase } from "../base/index.ts";
import { issueTexts } from "./issue-text.ts";
import { type RubricTrait, type TraitType, traitKind } from "./kinds/list.ts";
import { unusableTrait } from "./unusable-trait.ts";

/**
 * A trait from its record in a results file: its fields, in snake_case and without those that are not set. One that cannot
 * be judged by its record is unusable; undefined where there is not even a name.
 */
export function traitFromRecord(type: TraitType, record: JsonObject): RubricTrait | undefined {
  if (typeof record.name !== "string" || record.name === "") return undefined;
  const kind = traitKind(type);
  const unrecorded = (kind.unrecorded ?? []).filter((field) => !isJsonObject(record[field]));
  const replaced = recordFrom(unrecorded.map((field) => [field, kind.placeholder[field]]));
  const fields = { ...camelKeys({ ...record, type }).fields, ...replaced };
  const whole = kind.schema.safeParse(fields, { reportInput: true });
  const strange = whole.success ? [] : whole.error.issues.flatMap(unknownKeys);
  const read =
    strange.length === 0 ? whole : kind.schema.safeParse(without(fields, strange), { reportInput: true });
  if (read.success) return read.data;
  const reason = issueTexts(read.error)
    .map(({ field, message }) => `${snakeCase(field)}: ${message}`)
    .join("; ");
  return unusableTrait(kind, record, reason);
}

function without(fields: { readonly [field: string]: unknown }, keys: readonly string[]) {
  return recordFrom(Object.entries(fields).filter(([key]) => !keys.includes(key)));
}

function unknownKeys(issue: z.core.$ZodIssue): readonly string[] {
  return issue.code === "unrecognized_keys" && issue.path.length === 0 ? issue.keys : [];
}
