import * as z from "zod";
import { isJsonObject, type JsonObject, type JsonValue, messageOf } from "../../../base/index.ts";
import type { TemplateKind } from "../value-type.ts";
import { spreadTypes, templateSchema } from "./template-schema.ts";

/** The stored form of an author's schema, or why it has none. */
type AuthoredTemplate =
  | { readonly ok: true; readonly kind: TemplateKind }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Turns a zod object into the JSON Schema a template trait is stored with. */
export function templateKindOf(schema: z.ZodType): AuthoredTemplate {
  const problems: string[] = [];
  let json: unknown;
  try {
    json = z.toJSONSchema(schema, {
      io: "input",
      override: ({ zodSchema }) => {
        const checks = zodSchema._zod.def.checks ?? [];
        if (checks.some((check) => unstored.includes(check._zod.def.check)))
          problems.push("JSON Schema cannot carry refine() and transforms such as trim()");
      },
    });
  } catch (error) {
    return { ok: false, problems: [`JSON Schema cannot carry this type: ${messageOf(error)}`] };
  }
  if (!isJsonObject(json)) return { ok: false, problems: ["expected a zod object"] };
  const stored = storedSchema(json);
  const read = templateSchema(stored);
  problems.push(...(read.ok ? missingDefaults(stored) : read.problems));
  return problems.length > 0
    ? { ok: false, problems }
    : { ok: true, kind: { type: "template", schema: stored } };
}

const unstored: readonly string[] = ["custom", "overwrite"];

/** Without what zod adds: the dialect, and the bounds of safe integers. */
function storedSchema({ $schema: _dialect, ...schema }: JsonObject): JsonObject {
  const { properties } = schema;
  if (!isJsonObject(properties)) return schema;
  const stored = Object.entries(properties).map(
    ([name, property]) => [name, storedProperty(property)] as const,
  );
  return { ...schema, properties: Object.fromEntries(stored) };
}

function storedProperty(property: JsonValue): JsonValue {
  const bounded = withoutSafeBounds(property);
  return isJsonObject(bounded) ? spreadTypes(bounded) : bounded;
}

function withoutSafeBounds(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutSafeBounds);
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(
    ([key, item]) =>
      !(key === "minimum" && item === Number.MIN_SAFE_INTEGER) &&
      !(key === "maximum" && item === Number.MAX_SAFE_INTEGER),
  );
  return Object.fromEntries(
    kept.map(([key, item]) => [key, key === "default" ? item : withoutSafeBounds(item)]),
  );
}

/** A field that may be left out or be null says what it is then. */
function missingDefaults({ properties, required }: JsonObject): readonly string[] {
  return Object.entries(isJsonObject(properties) ? properties : {}).flatMap(([name, property]) => {
    if (!isJsonObject(property) || property.default !== undefined) return [];
    const isRequired = Array.isArray(required) && required.includes(name);
    if (isRequired && property.anyOf === undefined) return [];
    return [`field "${name}": an optional field needs a default, such as .default(null)`];
  });
}
