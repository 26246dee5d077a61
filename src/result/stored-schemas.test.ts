import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { renderSchema, storedSchemas } from "./index.ts";

describe("stored schemas", () => {
  it.each(Object.entries(storedSchemas()))(
    "schemas/%s is up to date (else run: node scripts/write-schemas.ts)",
    async (file, schema) => {
      const url = new URL(`../../schemas/${file}`, import.meta.url);
      expect(await readFile(url, "utf8")).toBe(renderSchema(schema));
    },
  );

  it("speak of the names on disk", () => {
    const text = JSON.stringify(storedSchemas());
    expect(text).toContain('"completed_without_errors"');
    expect(text).not.toContain('"completedWithoutErrors"');
  });
});
