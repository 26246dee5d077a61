import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { propertyRuns } from "../base/testing/property-runs.ts";
import { templateSource } from "../template/index.ts";
import { anyTemplate } from "../template/testing/any-template.ts";
import { createTemplateLoader } from "./index.ts";

const loader = createTemplateLoader({ timeoutMs: 5000 });
afterAll(() => loader[Symbol.asyncDispose]());

test("any template comes back from its source as it was, and its source is stable", async () => {
  await fc.assert(
    fc.asyncProperty(anyTemplate, async (original) => {
      const source = templateSource(original);
      const loaded = await loader.load({ language: "TypeScript", text: source });
      expect(loaded).toEqual(original);
      expect(templateSource(loaded)).toBe(source);
    }),
    { numRuns: propertyRuns(30) },
  );
});
