import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { benchmarkSchema } from "./benchmark-schema.ts";

// zod's own name for the parameter is wider than JSON
const schema = z.fromJSONSchema(benchmarkSchema() as z.core.JSONSchema.JSONSchema);
const inRoot = (path: string) => readFile(new URL(`../../../${path}`, import.meta.url), "utf8");
const example = async () => /```yaml\n([\s\S]*?)```/.exec(await inRoot("docs/yaml.md"))?.[1] ?? "";

test("an editor that checks by it finds nothing wrong with the example of the page, nor with the quickstart", async () => {
  for (const text of [await example(), await inRoot("examples/quickstart/benchmark.yaml")])
    expect(schema.safeParse(parse(text))).toMatchObject({ success: true });
});

test.each([
  ["a key that is misspelt", "check: numeric_exact", "chek: numeric_exact"],
  ["a check that is misspelt", "check: numeric_exact", "check: numeric_exct"],
  ["a class without a description", "warm: Speaks to the patient as a person", "warm: {}"],
  ["a shared field with an object for its truth", "target: BCL2", "target: {value: BCL2}"],
])("it refuses %s", async (_name, right, wrong) => {
  const text = await example();
  expect(text).toContain(right);
  expect(schema.safeParse(parse(text.replace(right, wrong))).success).toBe(false);
});
