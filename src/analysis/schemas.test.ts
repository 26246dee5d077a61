import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { renderSchema } from "../result/index.ts";
import { resultsOfEverySort } from "../result/testing/results-of-every-sort.ts";
import { sampleResult } from "../result/testing/sample-result.ts";
import { analysisSchemas, summarize } from "./index.ts";
import { runSummarySchema } from "./summary-schema.ts";

describe("schemas of what is computed", () => {
  it.each(Object.entries(analysisSchemas()))(
    "schemas/%s is up to date (else run: node scripts/write-schemas.ts)",
    async (file, schema) => {
      const url = new URL(`../../schemas/${file}`, import.meta.url);
      expect(await readFile(url, "utf8")).toBe(renderSchema(schema));
    },
  );

  it("hold every summary, with nothing beside", async () => {
    const replicates = [1, 2, 3].flatMap((replicate) =>
      ["m", "other"].map((modelName) =>
        sampleResult({
          metadata: {
            replicate,
            answering: { interface: "openai", modelName, tools: [], configId: null },
            keywords: ["safety"],
          },
          template: { verifyResult: replicate < 3 },
        }),
      ),
    );
    const summary = await summarize([...resultsOfEverySort, ...replicates]);
    expect(summary.differences.length).toBeGreaterThan(0);
    expect(summary.pairs.some(({ replicates: found }) => found !== null)).toBe(true);
    expect(runSummarySchema.parse(summary)).toEqual(summary);
  });
});
