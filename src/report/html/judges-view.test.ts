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

it("has first what most hangs on, and beside it only the names of what all judge alike", async () => {
  const judged = ["strict", "lenient"].flatMap((judge) =>
    ["one", "two", "three"].map((rawLlmResponse, at) =>
      sampleResult({
        metadata: { questionId: `q${at}`, parsing: byModel(judge) },
        template: {
          rawLlmResponse,
          verifyResult: at > 0 || judge === "lenient",
          fieldResults: { unit: true, dose: at > 0 || judge === "lenient", name: at === 2 },
        },
      }),
    ),
  );
  const summary = await summarize(judged);
  const [view] = await agreementOfJudges([{ name: "r", results: () => judged, summary }], (judge) => judge);
  expect(view?.between.map(({ kind, name, differing }) => [kind, name, differing])).toEqual([
    ["verdict", "pass", 1],
    ["field", "dose", 1],
  ]);
  expect(view?.agreeing).toEqual(["unit", "name"]);
});

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
  ).toEqual([
    { run: "many", judges: ["openai:strict", "openai:lenient"], between: [], agreeing: [], tooMany: 10_001 },
  ]);
  const one = await summarize(results.slice(1));
  expect(await agreementOfJudges([{ name: "one", results: refuse, summary: one }], (judge) => judge)).toEqual(
    [],
  );
});
