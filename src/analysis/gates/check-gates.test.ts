import { describe, expect, it } from "vitest";
import type { FailureCategory, VerificationResult } from "../../result/index.ts";
import { checkGates, compareRuns, type Gate, readGates, summarize } from "../index.ts";
import { check, result, run } from "./testing/gate-samples.ts";

const against = async (
  before: readonly VerificationResult[],
  after: readonly VerificationResult[],
  ...gates: readonly Gate[]
) => {
  const comparison = await compareRuns([
    { name: "baseline", results: before },
    { name: "run", results: after },
  ]);
  return checkGates({ summary: await summarize(after), comparison }, gates);
};

describe("checkGates", () => {
  it("of a pass rate says observed, wanted, and whether the data suffice to tell", async () => {
    const rate = (min: number) => ({ gate: "pass_rate", min }) as const;
    const verdicts = await check(
      [...run(90, 10), result({ question: "x", category: "timeout" })],
      rate(0.7),
      rate(0.88),
      rate(0.9),
      rate(0.92),
      rate(0.99),
    );
    expect(
      verdicts.map(({ observed, wanted, met, conclusive, n }) => [observed, wanted, met, conclusive, n]),
    ).toEqual([
      [0.9, 0.7, true, true, 100],
      [0.9, 0.88, true, false, 100],
      [0.9, 0.9, true, false, 100],
      [0.9, 0.92, false, false, 100],
      [0.9, 0.99, false, true, 100],
    ]);
  });

  it("of a keyword or model that there is not is not met, and says why", async () => {
    const results = [...run(3, 0), ...run(0, 2, { keyword: "safety" })];
    const verdicts = await check(
      results,
      { gate: "pass_rate", min: 0.5, keyword: "safety" },
      { gate: "pass_rate", min: 0, keyword: "other" },
      { gate: "pass_rate", min: 0, model: "other" },
    );
    expect(verdicts).toMatchObject([
      { observed: 0, met: false, n: 2, problem: null },
      { observed: null, met: false, conclusive: false, problem: "no question has the keyword other" },
      { of: "other", observed: null, met: false, problem: "no result is of the model other; there are gpt" },
    ]);
  });

  it("checks each pair of models by itself, or the one that is named", async () => {
    const results = [...run(4, 0), ...run(1, 3, { model: "small" })];
    const each = await check(results, { gate: "pass_rate", min: 0.9, model: "*" });
    expect(each.map(({ of, met }) => [of, met])).toEqual([
      ["openai:gpt, judged by openai:judge", true],
      ["openai:small, judged by openai:judge", false],
    ]);
    const named = await check(results, { gate: "pass_rate", min: 0.9, model: "openai:small" });
    expect(named).toMatchObject([{ observed: 0.25, met: false }]);
  });

  it("knows a model by its id in the configuration, as every table calls it, and says which there are", async () => {
    const results = [...run(4, 0, { configId: "fast" }), ...run(1, 3, { configId: "gpt / short" })];
    const verdicts = await check(
      results,
      { gate: "pass_rate", min: 0.9, model: "fast" },
      { gate: "pass_rate", min: 0.9, model: "gpt / short" },
      { gate: "outcome_share", outcome: "wrong", max: 0.5, model: "gpt / shrt" },
      { gate: "trait", trait: "clear", min: 0.5, model: "fst" },
    );
    const unknown = "; there are fast, gpt / short";
    expect(verdicts).toMatchObject([
      { of: "openai:gpt (fast), judged by openai:judge", observed: 1, met: true },
      { of: "openai:gpt (gpt / short), judged by openai:judge", observed: 0.25, met: false },
      { met: false, problem: `no result is of the model gpt / shrt, did you mean "gpt / short"?${unknown}` },
      { met: false, problem: `no result is of the model fst, did you mean "fast"?${unknown}` },
    ]);
  });

  it("gates on traits, so that runs of rubrics only can be gated", async () => {
    const results = Array.from({ length: 10 }, (_, at) =>
      result({ question: `q${at}`, traits: { clear: at < 9, depth: at } }),
    );
    const verdicts = await check(
      results,
      { gate: "trait", trait: "clear", min: 0.95 },
      { gate: "trait", trait: "depth", min: 1, max: 4 },
      { gate: "trait", trait: "none", min: 0 },
    );
    expect(verdicts.map(({ observed, met, direction }) => [observed, met, direction])).toEqual([
      [0.9, false, "at_least"],
      [4.5, true, "at_least"],
      [4.5, false, "at_most"],
      [null, false, "at_least"],
    ]);
  });

  it("gates on cost and on the share of an outcome", async () => {
    const results = [
      ...run(8, 0, { cost: 0.25 }),
      ...["a", "b"].map((question) => result({ question, category: "parsing" })),
    ];
    const verdicts = await check(
      results,
      { gate: "cost", max: 2 },
      { gate: "cost", max: 1.5 },
      { gate: "outcome_share", outcome: "judge_failed", max: 0.1 },
      { gate: "outcome_share", outcome: "infrastructure_failed", max: 0.5 },
    );
    expect(verdicts.map(({ observed, met, conclusive }) => [observed, met, conclusive])).toEqual([
      [2, true, true],
      [2, false, true],
      [0.2, false, false],
      [0, true, true],
    ]);
    expect(await check(run(1, 0), { gate: "cost", max: 1 })).toMatchObject([
      { met: false, problem: "no stage knows its cost" },
    ]);
  });

  it("of a share is not met where no result came so far, and does not suffice where those that did not might decide", async () => {
    const share = (outcome: "judge_failed" | "infrastructure_failed" | "not_evaluable", max: number) =>
      ({ gate: "outcome_share", outcome, max }) as const;
    const down = Array.from({ length: 10 }, (_, at) => result({ question: `d${at}`, category: "timeout" }));
    expect(
      await check(
        down,
        share("judge_failed", 1),
        share("infrastructure_failed", 1),
        share("not_evaluable", 0.9),
      ),
    ).toMatchObject([
      {
        observed: null,
        met: false,
        conclusive: false,
        problem: "no result came so far: 10 infrastructure failed",
      },
      { observed: 1, met: true, conclusive: true, problem: null },
      { observed: 0, met: true, conclusive: true, notes: [] },
    ]);
    expect(
      await check([...down, ...run(90, 0)], share("judge_failed", 0.08), share("judge_failed", 0.5)),
    ).toMatchObject([
      {
        observed: 0,
        met: true,
        conclusive: false,
        notes: ["of these nobody can tell of 10 infrastructure failed"],
      },
      { observed: 0, met: true, conclusive: true },
    ]);
    const broken = [result({ question: "b", category: "template_validation" })];
    expect(await check(broken, share("infrastructure_failed", 1))).toMatchObject([{ met: false, n: 0 }]);
  });

  it("of a cost is not met where some results have no known price, unless the known ones cost too much", async () => {
    const part = [...run(1, 0, { cost: 3 }), ...run(18, 0, { cost: null })];
    expect(await check(part, { gate: "cost", max: 5 }, { gate: "cost", max: 2 })).toMatchObject([
      {
        observed: null,
        met: false,
        n: 1,
        problem: expect.stringMatching(/^the cost is known of 1 of 19 results, \$3.00/),
      },
      { observed: 3, met: false, n: 1, notes: ["the cost is known of 1 of 19 results"] },
    ]);
  });

  it("tells a fall that is real from one that may be chance", async () => {
    const gate = { gate: "not_worse", by: 0.02, alpha: 0.05 } as const;
    const before = run(100, 0);
    expect(await against(before, run(80, 20), gate)).toMatchObject([
      { of: "run against baseline", observed: -0.2, wanted: -0.02, met: false, conclusive: true },
    ]);
    expect(await against(before, run(97, 3), gate)).toMatchObject([{ met: true, conclusive: false }]);
    expect(await against(before, before, gate)).toMatchObject([{ observed: 0, met: true }]);
    expect(await check(before, gate)).toMatchObject([
      { met: false, conclusive: false, problem: "there is no baseline to compare with" },
    ]);
  });

  it("counts broken questions and new failures, also by keyword", async () => {
    const before = [...run(3, 1), result({ question: "s", passed: true, keyword: "safety" })];
    const after = [
      ...run(2, 2),
      result({ question: "s", category: "timeout", keyword: "safety" }),
      result({ question: "new", passed: false }),
    ];
    const verdicts = await against(
      before,
      after,
      { gate: "no_broken", max: 0 },
      { gate: "no_broken", max: 1 },
      { gate: "no_broken", keyword: "safety", max: 0 },
      { gate: "no_new_failures", max: 2 },
      { gate: "no_new_failures", keyword: "safety", max: 0 },
    );
    expect(verdicts.map(({ observed, met, conclusive }) => [observed, met, conclusive])).toEqual([
      [1, false, true],
      [1, true, false],
      [null, false, false],
      [3, false, true],
      [1, false, true],
    ]);
  });
});

describe("checkGates against a baseline", () => {
  const notWorse = { gate: "not_worse", by: 0.02, alpha: 0.05 } as const;
  const noBroken = { gate: "no_broken", max: 0 } as const;
  const noNewFailures = { gate: "no_new_failures", max: 0 } as const;
  const all = [notWorse, noBroken, noNewFailures] as const;

  it("is not met by a keyword that no question has, and asks for the nearest", async () => {
    const runs = [run(3, 0, { keyword: "safety" }), run(3, 0, { keyword: "safety" })] as const;
    const keyword = "saftey";
    const verdicts = await against(...runs, { ...noBroken, keyword }, { ...noNewFailures, keyword });
    const problem = 'no question has the keyword saftey, did you mean "safety"?';
    expect(verdicts).toMatchObject([
      { observed: null, met: false, problem },
      { observed: null, met: false, problem },
    ]);
    expect(await check(runs[0], { gate: "pass_rate", min: 0, keyword })).toMatchObject([
      { met: false, problem },
    ]);
  });

  it.each<[string, FailureCategory | undefined]>([
    ["infrastructure failed", "timeout"],
    ["judge failed", "parsing"],
  ])("is not met where all %s, on either side, and says so", async (words, category) => {
    const failed = run(10, 0, { passed: null }).map(({ metadata: { questionId } }) =>
      result({ question: questionId, ...(category && { category }) }),
    );
    const problem = expect.stringMatching(
      new RegExp(
        `^no question has a verdict on both sides.*without a verdict in (run|baseline): 10 ${words}`,
      ),
    );
    for (const [before, after] of [
      [run(10, 0), failed],
      [failed, run(10, 0)],
    ] as const) {
      expect(await against(before, after, notWorse, noBroken)).toMatchObject([
        { observed: null, met: false, conclusive: false, n: 0, problem },
        { observed: null, met: false, conclusive: false, n: 0, problem },
      ]);
    }
  });

  it("is not met where most of the baseline's questions are absent, and counts those that are", async () => {
    const absent = /19 of 20 questions of baseline are not in run/;
    const problem = expect.stringMatching(absent);
    expect(await against(run(20, 0), run(1, 0), ...all)).toMatchObject(
      all.map(() => ({ observed: null, met: false, conclusive: false, problem })),
    );
    const some = all.map((gate) => ({ ...gate, minMatched: 0.05 }));
    expect(await against(run(20, 0), run(1, 0), ...some)).toMatchObject(
      some.map(() => ({ observed: 0, met: true, conclusive: false, notes: [expect.stringMatching(absent)] })),
    );
    const half = await against(run(20, 0), run(10, 0), ...all);
    expect(half.map(({ met }) => met)).toEqual([true, true, true]);
    const strict = all.map((gate) => ({ ...gate, minMatched: 1 }));
    expect((await against(run(20, 0), run(19, 0), ...strict)).map(({ met }) => met)).toEqual([
      false,
      false,
      false,
    ]);
    const others = run(10, 0).map((_, at) => result({ question: `other${at}`, passed: true }));
    expect((await against(run(10, 0), others, ...some)).map(({ met }) => met)).toEqual([false, false, false]);
  });

  it("counts questions as questions, once per model, and says so", async () => {
    const both = (passed: number) =>
      ["small", "big"].flatMap((modelName) =>
        [1, 2, 3].flatMap((replicate) =>
          run(passed, 4 - passed).map((one) => ({
            ...one,
            metadata: { ...one.metadata, replicate, answering: { ...one.metadata.answering, modelName } },
          })),
        ),
      );
    const notes = ["these are questions by model"];
    expect(await against(both(4), both(3), noBroken, noNewFailures)).toMatchObject([
      { observed: 2, n: 8, notes },
      { observed: 2, n: 8, notes },
    ]);
    expect(await against(run(4, 0), run(3, 1), noBroken)).toMatchObject([{ observed: 1, n: 4, notes: [] }]);
  });

  it("is not met where few of the common questions have a verdict", async () => {
    const failed = run(20, 0).map(({ metadata: { questionId } }, at) =>
      result({ question: questionId, ...(at === 0 ? { passed: true } : { category: "timeout" }) }),
    );
    const problem = expect.stringMatching(/^only 1 of 20 questions have a verdict on both sides/);
    expect(await against(run(20, 0), failed, notWorse, noBroken)).toMatchObject([
      { met: false, problem },
      { met: false, problem },
    ]);
  });

  it("of new failures is not met where the baseline has no verdict, and does not suffice where it lacks some", async () => {
    const failed = run(10, 0).map(({ metadata: { questionId } }) =>
      result({ question: questionId, category: "timeout" }),
    );
    expect(await against(failed, run(5, 5), noNewFailures)).toMatchObject([
      {
        observed: null,
        met: false,
        problem: expect.stringMatching(/^the baseline has no verdict of any question/),
      },
    ]);
    const some = [...run(9, 0), ...failed.slice(9)];
    expect(await against(some, run(10, 0), noNewFailures, { ...noNewFailures, max: 1 })).toMatchObject([
      { observed: 0, met: true, conclusive: false },
      { observed: 0, met: true, conclusive: true },
    ]);
  });

  it("of a broken question is not met, however few are common", async () => {
    expect(await against(run(20, 0), run(0, 1), noBroken)).toMatchObject([
      { observed: 1, met: false, conclusive: true, problem: null },
    ]);
  });
});

describe("readGates", () => {
  it("tells what is odd in its error alone", async () => {
    const warnings: string[] = [];
    const listen = ({ message }: Error) => void warnings.push(message);
    process.on("warning", listen);
    await expect(readGates('gates:\n  - !!js/function "x"\n')).rejects.toThrow("gates");
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", listen);
    expect(warnings).toEqual([]);
  });

  it("reads YAML and JSON and fills in what is left out", async () => {
    const text = "gates:\n  - gate: pass_rate\n    min: 0.8\n    keyword: safety\n  - gate: not_worse\n";
    const gates = [
      { gate: "pass_rate", min: 0.8, keyword: "safety" },
      { gate: "not_worse", by: 0, alpha: 0.05 },
    ];
    expect(await readGates(text)).toEqual(gates);
    expect(await readGates(JSON.stringify({ gates }))).toEqual(gates);
  });

  it("reads shares in percent, which of a trait are shares of 1", async () => {
    const text =
      "gates:\n  - { gate: pass_rate, min: 80% }\n  - { gate: trait, trait: concise, min: 2.5% }\n  - { gate: not_worse, by: 2%, min_matched: 100% }\n";
    expect(await readGates(text)).toEqual([
      { gate: "pass_rate", min: 0.8 },
      { gate: "trait", trait: "concise", min: 0.025, unit: "share" },
      { gate: "not_worse", by: 0.02, alpha: 0.05, minMatched: 1 },
    ]);
  });

  it.each([
    ["gates: [", /Expected gates in YAML or JSON/],
    ["gates: []", /gates/],
    ["gates:\n  - gate: pass_rate\n    min: 80\n", /min/],
    ["gates:\n  - gate: pas_rate\n", /gate/],
    ["gates:\n  - gate: pass_rate\n    min: 0.5\n    keywrd: x\n", /keywrd/],
    ["gates:\n  - { gate: cost, max: 5% }\n", /"max" of cost is no share/],
    ["gates:\n  - { gate: pass_rate, min: 180% }\n", /at most 1/],
    ["gates:\n  - { gate: pass_rate, min: 80 % }\n", /found string "80 %"/],
    ["gates:\n  - gate: trait\n    trait: clear\n", /the trait clear needs `min` or `max`/],
  ])("refuses %j", async (text, message) => {
    await expect(readGates(text)).rejects.toThrow(message);
  });
});
