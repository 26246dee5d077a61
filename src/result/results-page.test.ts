import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { isJsonObject, type JsonValue } from "../base/index.ts";
import { FailureCategory, Outcome, storedSchemas } from "./index.ts";

/** Every property name of a JSON Schema, at any depth. */
function propertyNames(schema: unknown): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap(propertyNames);
  if (!isJsonObject(schema)) return [];
  const own = isJsonObject(schema.properties) ? Object.keys(schema.properties) : [];
  return [...own, ...Object.values(schema).flatMap((value: JsonValue) => propertyNames(value))];
}

it("docs/results.md names every field of a result, every outcome and every category", async () => {
  const page = await readFile(new URL("../../docs/results.md", import.meta.url), "utf8");
  const fields = propertyNames(storedSchemas()["verification-result.schema.json"]);
  const searchResult = ["title", "content", "url"];
  const names = [...new Set([...fields, ...Outcome.options, ...FailureCategory.options])];
  expect(names.length).toBeGreaterThan(150);
  expect(names.filter((name) => !page.includes(`\`${name}\``) && !searchResult.includes(name))).toEqual([]);
});
