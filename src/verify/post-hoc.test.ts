import { describe, expect, test } from "vitest";
import { openAiWire, startModelServer } from "../models/testing/index.ts";
import { sampleResult } from "../result/testing/sample-result.ts";
import { llmTrait, regexTrait } from "../rubric/index.ts";
import {
  evaluateRubricOnResults,
  evaluateRubricOnTexts,
  type PostHocJudgment,
  type PostHocResultOptions,
} from "./task-eval/post-hoc.ts";
import { isProbe, model } from "./testing/outage-run.ts";

const rubric = [
  llmTrait({ name: "polite", description: "Polite?", kind: "boolean" }),
  regexTrait({ name: "cites", pattern: "\\[\\d\\]" }),
];
const polite = () =>
  startModelServer(
    ({ body }) =>
      JSON.stringify(body).includes("broken")
        ? { status: 400, body: { error: { message: "no such thing" } } }
        : { body: openAiWire.reply({ text: '{"scores":{"polite":true}}' }) },
    { probes: true },
  );

describe("post-hoc rubrics", () => {
  test("judge texts; one that fails stops no other", async () => {
    await using judge = await polite();
    const texts = ["Thanks [1].", "broken [1]", "Thanks."].map((text, at) => ({ key: `k${at}`, text }));
    const found = await Array.fromAsync(evaluateRubricOnTexts(texts, rubric, model("j", judge)));
    const byKey = new Map(found.map((one) => [one.key, one]));
    expect(byKey.get("k0")).toEqual({
      ...{ key: "k0", siblingKeys: [], representativeResultId: null, siblingResultIds: [] },
      ...{ scores: { polite: true, cites: true }, labels: {}, error: null },
    });
    expect(byKey.get("k1")).toMatchObject({ scores: {}, error: expect.stringContaining("no such thing") });
    expect(byKey.get("k2")?.scores).toEqual({ polite: true, cites: false });
    expect(await Array.fromAsync(evaluateRubricOnTexts([], rubric, model("j", judge)))).toEqual([]);
  });

  test("judge an answer once, whatever the number of its judges", async () => {
    await using judge = await polite();
    const results = [
      ["q1", "a"],
      ["q1", "b"],
      ["q2", "a"],
    ].map(([questionId = "", parsing = ""]) =>
      sampleResult({
        metadata: {
          questionId,
          resultId: `${questionId}${parsing}`,
          parsing: { interface: "langchain", modelName: parsing, tools: [], configId: null },
        },
        template: { rawLlmResponse: `Of ${questionId} [1].` },
      }),
    );
    const run = async (options: PostHocResultOptions = {}) => {
      const before = judge.requests.length;
      const found = await Array.fromAsync(
        evaluateRubricOnResults(results, rubric, model("j", judge), options),
      );
      const asked = judge.requests.slice(before).filter((one) => !isProbe(one)).length;
      return { asked, found: found.toSorted((a, b) => a.key.localeCompare(b.key)) };
    };
    const once = await run();
    expect(once.asked).toBe(2);
    expect(once.found.map(({ key, siblingKeys, scores }) => [key, siblingKeys, scores.cites])).toEqual([
      ["q1a", ["q1b"], true],
      ["q2a", [], true],
    ]);
    expect((await run({ collapseParserSiblings: false })).asked).toBe(3);
    const chosen = await run({
      rowFilter: ({ metadata }) => metadata.questionId === "q2",
      textSelector: () => "Another text.",
      rubricFactory: () => [regexTrait({ name: "other", pattern: "Another" })],
    });
    expect([chosen.asked, chosen.found.map(({ scores }) => scores)]).toEqual([0, [{ other: true }]]);
  });

  test("end when nobody reads on, and refuse what cannot be judged", async () => {
    await using judge = await polite();
    const texts = Array.from({ length: 50 }, (_, at) => ({ key: `k${at}`, text: `Text ${at}.` }));
    const keys: string[] = [];
    for await (const { key } of evaluateRubricOnTexts(texts, rubric, model("j", judge), { maxWorkers: 1 })) {
      keys.push(key);
      break;
    }
    expect(keys).toEqual(["k0"]);
    expect(judge.requests.length).toBeLessThan(20);
    const all = (given: typeof texts, options = {}): Promise<readonly PostHocJudgment[]> =>
      Array.fromAsync(evaluateRubricOnTexts(given, rubric, model("j", judge), options));
    await expect(all(texts, { maxWorkers: 0 })).rejects.toThrow("maxWorkers: expected a whole number from 1");
    await expect(all([...texts, ...texts])).rejects.toThrow('Two texts have the key "k0".');
    await expect(all(texts, { sourceText: 1 })).rejects.toThrow('unknown option "sourceText"');
  });
});
