import { expect, it } from "vitest";
import { summarize } from "../../analysis/index.ts";
import { sampleResult } from "../../result/testing/sample-result.ts";
import { agreementOfJudges } from "./judges-view.ts";

const byModel = (modelName: string) => ({ interface: "openai", modelName, tools: [], configId: null });
const results = ["strict", "lenient"].map((judge) =>
  sampleResult({
    metadata: { parsing: byModel(judge) },
    template: { rawLlmResponse: "one", verifyResult: true },
  }),
);

it("has a run of several judges, and only their names where results are very many, which it does not read", async () => {
  const summary = await summarize(results);
  const [known] = await agreementOfJudges(
    [{ name: "few", results: () => results, summary }],
    (judge) => judge,
  );
  expect(known).toMatchObject({ run: "few", tooMany: null });
  expect(known?.between.length).toBeGreaterThan(0);
  const large = { ...summary, overall: { ...summary.overall, results: 10_001 } };
  const refuse = () => {
    throw new Error("read again");
  };
  expect(
    await agreementOfJudges([{ name: "many", results: refuse, summary: large }], (judge) => judge),
  ).toEqual([{ run: "many", judges: ["openai:strict", "openai:lenient"], between: [], tooMany: 10_001 }]);
  const one = await summarize(results.slice(1));
  expect(await agreementOfJudges([{ name: "one", results: refuse, summary: one }], (judge) => judge)).toEqual(
    [],
  );
});
