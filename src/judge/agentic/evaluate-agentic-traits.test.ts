import { describe, expect, test } from "vitest";
import { TransportError } from "../../base/index.ts";
import { type AgentScript, scriptedAgent } from "../../pipeline/testing/scripted-agent.ts";
import { type ScriptedStep, scriptedModel } from "../../pipeline/testing/scripted-model.ts";
import { type AgenticRubricTrait, agenticTrait } from "../../rubric/index.ts";
import { namesIn, testFolder } from "../../workspaces/testing/test-folder.ts";
import { tools } from "../testing/judge-of.ts";
import type { EvaluateAgenticTraitsRequest } from "./agentic-evaluation.ts";
import { evaluateAgenticTraits } from "./evaluate-agentic-traits.ts";
import type { InvestigatingJudge } from "./investigation.ts";
import { investigatingJudge, material } from "./testing/investigating-judge.ts";

const works = agenticTrait({ name: "works", description: "Does it work?", kind: "boolean", maxTurns: 5 });
const tidy = agenticTrait({ name: "tidy", description: "How tidy is it?", kind: "score", maxTurns: 9 });
const style = agenticTrait({
  name: "style",
  description: "Which style?",
  kind: "literal",
  classes: { plain: "Nothing but the need", ornate: "More than that" },
});
const tests = agenticTrait({
  name: "tests",
  description: "How many tests pass?",
  kind: {
    type: "template",
    schema: { type: "object", properties: { passed: { type: "integer" } }, required: ["passed"] },
  },
});

async function evaluate(
  traits: readonly AgenticRubricTrait[],
  given: Partial<EvaluateAgenticTraitsRequest> & {
    readonly script?: AgentScript;
    readonly steps?: readonly ScriptedStep[];
    readonly judge?: InvestigatingJudge;
  } = {},
) {
  await using folder = await testFolder();
  await folder.write({ "root/task/parser.ts": "broken" });
  await using provider = folder.provider();
  const workspace = await provider.prepare({ questionId: "q1", source: "task", replicate: null });
  const { script = async () => "It is broken.", steps = [], judge: other, ...rest } = given;
  const agent = scriptedAgent(script);
  const { judge, model } = investigatingJudge(agent, scriptedModel(steps));
  const lost: unknown[] = [];
  const evaluation = await evaluateAgenticTraits({
    traits,
    strategy: "individual",
    parallel: false,
    material: material(workspace),
    judgeOf: () => other ?? judge,
    lost: (error) => void lost.push(error),
    signal: new AbortController().signal,
    tools,
    ...rest,
  }).finally(() => {
    expect(namesIn(folder.root).filter((name) => name.includes("judges/"))).toEqual([]);
  });
  return { ...evaluation, lost, agent, model };
}

const notWorking = { json: { result: false } };

describe("every kind", () => {
  test("is decided from a report of its own", async () => {
    const steps = [notWorking, { json: { score: 4 } }, { json: { classification: "ornate" } }];
    const found = await evaluate([works, tidy, style], { steps });
    expect(found.agenticTraitScores).toEqual({ works: false, tidy: 4, style: 1 });
    expect(found.agenticTraitLabels).toEqual({ style: "ornate" });
    expect(found.agenticTraitInvestigationTraces).toEqual({
      works: "It is broken.",
      tidy: "It is broken.",
      style: "It is broken.",
    });
    expect(found).toMatchObject({ agenticTraitExtractionMetadata: {}, failures: [], warnings: [], lost: [] });
    expect(found.agent.requests.map(({ maxTurns }) => maxTurns)).toEqual([5, 9, 15]);
  });

  test("the form of a template trait is read from its report, without a call", async () => {
    const found = await evaluate([tests], { script: async () => 'Two pass.\n{"passed": 2}' });
    expect(found.agenticTraitScores).toEqual({ "tests.passed": 2 });
    expect(found.agenticTraitExtractionMetadata).toEqual({
      tests: { method: "local_json", localJsonError: null, parserError: null },
    });
    expect(found.model.requests).toEqual([]);
  });

  test.each([
    ["no object", "Two pass.", "the report closes with no JSON object of its own"],
    ["another form", 'Two pass.\n{"passed": "two"}', "passed: expected"],
    ["only an error", '{"error": "overloaded"}', "expected an object with the keys passed"],
  ])("a report with %s is read by the judge", async (_name, report, problem) => {
    const found = await evaluate([tests], { script: async () => report, steps: [{ json: { passed: 2 } }] });
    expect(found.agenticTraitScores).toEqual({ "tests.passed": 2 });
    expect(found.agenticTraitExtractionMetadata.tests).toMatchObject({
      method: "parser_after_local_json_failed",
      parserError: null,
    });
    expect(found.agenticTraitExtractionMetadata.tests?.localJsonError).toContain(problem);
  });

  test("a score out of range moves to the nearer end, with a warning", async () => {
    const found = await evaluate([tidy], { steps: [{ json: { score: 9 } }] });
    expect(found.agenticTraitScores).toEqual({ tidy: 5 });
    expect(found.warnings).toEqual([expect.stringContaining('Trait "tidy"')]);
  });
});

describe("a failure takes nothing from the others, and is no verdict", () => {
  test("an investigation that is cut off gives no value, and its trace is kept", async () => {
    let look = 0;
    const script: AgentScript = async () => {
      look += 1;
      return look === 1 ? { text: "It works, so far", limitReached: true } : "It is tidy.";
    };
    const found = await evaluate([works, tidy], { script, steps: [{ json: { score: 5 } }] });
    expect(found.agenticTraitScores).toEqual({ tidy: 5 });
    expect(found.failures).toEqual([
      { trait: "works", problem: "the investigation gave no report: it ran into its turn limit" },
    ]);
    expect(found.agenticTraitInvestigationTraces.works).toBe("It works, so far");
    // the model was reached: nothing was lost to the infrastructure
    expect(found.lost).toEqual([]);
  });

  test("an agent that cannot be reached is lost to the infrastructure; a literal trait says so in its label", async () => {
    const script = async () => {
      throw new TransportError("server_error", "status 500");
    };
    const found = await evaluate([works, style], { script });
    expect(found.agenticTraitScores).toEqual({ style: -1 });
    expect(found.agenticTraitLabels.style).toContain("EVALUATION_ERROR");
    expect(found.failures.map(({ trait }) => trait)).toEqual(["works", "style"]);
    expect(found.agenticTraitInvestigationTraces).toEqual({});
    expect(found.lost).toHaveLength(2);
  });

  test("a report that the judge cannot read keeps its trace", async () => {
    const found = await evaluate([works, tests], { steps: ["no", "no", "no", "no"] });
    expect(found.agenticTraitScores).toEqual({});
    expect(Object.keys(found.agenticTraitInvestigationTraces)).toEqual(["works", "tests"]);
    expect(found.agenticTraitExtractionMetadata.tests).toMatchObject({
      method: "failed",
      parserError: expect.any(String),
    });
  });

  test("a judge without an agent fails the traits that need one, and only those", async () => {
    const reading = agenticTrait({
      ...{ name: "claims", description: "Does it claim success?", kind: "boolean" },
      contextMode: "trace_only",
    });
    const { judge } = investigatingJudge(null, scriptedModel(["It claims success.", notWorking]));
    const found = await evaluate([works, reading], { judge });
    expect(found.agenticTraitScores).toEqual({ claims: false });
    expect(found.failures).toEqual([
      { trait: "works", problem: expect.stringContaining("The judge is no agent") },
    ]);
    expect(found.lost).toMatchObject([{ code: "configuration" }]);
  });
});

describe("shared", () => {
  const steps = [notWorking, { json: { score: 2 } }];

  test("one investigation for all of one judge, with the widest view and the longest limits", async () => {
    const hidden = agenticTrait({
      ...{ name: "tidy", description: "How tidy is it?", kind: "score", maxTurns: 9 },
      ...{ contextMode: "workspace_only", timeoutSeconds: 600 },
    });
    const found = await evaluate([works, hidden], { strategy: "shared", steps });
    expect(found.agenticTraitScores).toEqual({ works: false, tidy: 2 });
    expect(found.agent.requests).toHaveLength(1);
    expect(found.agent.requests[0]).toMatchObject({ maxTurns: 9, timeoutMs: 600_000 });
    expect(JSON.stringify(found.agent.requests[0]?.messages)).toContain("I mended the parser.");
    expect(Object.keys(found.agenticTraitInvestigationTraces)).toEqual(["works", "tidy"]);
  });

  test("a template trait is always read by the judge: the report is about others as well", async () => {
    const found = await evaluate([works, tests], {
      strategy: "shared",
      script: async () => '{"passed": 2}',
      steps: [notWorking, { json: { passed: 1 } }],
    });
    expect(found.agenticTraitScores).toEqual({ works: false, "tests.passed": 1 });
    expect(found.agenticTraitExtractionMetadata.tests?.method).toBe("parser_after_local_json_failed");
  });

  test("traits of another judge have their own", async () => {
    const other = investigatingJudge(
      scriptedAgent(async () => "Neat."),
      scriptedModel([{ json: { score: 5 } }]),
    ).judge;
    const mine = investigatingJudge(
      scriptedAgent(async () => "Broken."),
      scriptedModel([notWorking]),
    ).judge;
    const judgeOf = ({ name }: AgenticRubricTrait) => (name === "tidy" ? other : mine);
    const found = await evaluate([works, tidy], { strategy: "shared", judgeOf });
    expect(found.agenticTraitScores).toEqual({ works: false, tidy: 5 });
    expect(found.agenticTraitInvestigationTraces).toEqual({ works: "Broken.", tidy: "Neat." });
  });

  test.each([
    ["fails", new TransportError("timeout", "no reply"), "no reply"],
    ["is cut off", { text: "Well", timeoutReached: true }, "it ran out of time"],
  ])("one that %s is made good by one per trait, and nothing is lost", async (_name, first, problem) => {
    let look = 0;
    const script: AgentScript = async () => {
      look += 1;
      if (look > 1) return "It is broken.";
      if (first instanceof Error) throw first;
      return first;
    };
    const found = await evaluate([works, tidy], { strategy: "shared", script, steps });
    expect(found.agenticTraitScores).toEqual({ works: false, tidy: 2 });
    expect(found.agent.requests).toHaveLength(3);
    expect(found.warnings).toEqual([expect.stringContaining(problem)]);
    expect(found.lost).toEqual([]);
  });
});

describe("side by side", () => {
  const many = Array.from({ length: 8 }, (_, at) => {
    return agenticTrait({ name: `t${at}`, description: "Does it work?", kind: "boolean" });
  });
  const steps = many.map(() => notWorking);

  test.each([
    [true, 4],
    [false, 1],
  ])("parallel %s: %i at a time", async (parallel, most) => {
    let running = 0;
    let full = Promise.withResolvers<void>();
    const peaks: number[] = [];
    const script = async () => {
      running += 1;
      peaks.push(running);
      // each waits for its company, so that a smaller number at a time never ends
      if (running === most) full.resolve();
      await full.promise;
      running -= 1;
      if (running === 0) full = Promise.withResolvers();
      return "It is broken.";
    };
    const found = await evaluate(many, { parallel, script, steps });
    expect(Object.keys(found.agenticTraitScores)).toHaveLength(many.length);
    expect(Math.max(...peaks)).toBe(most);
  });

  test("a cancellation ends all of them, waits for them, and begins no other", async () => {
    const cancelling = new AbortController();
    const { signal } = cancelling;
    const ends = { begun: 0, ended: 0 };
    const agent = scriptedAgent(async () => {
      ends.begun += 1;
      cancelling.abort();
      await new Promise((resolve) => setImmediate(resolve));
      ends.ended += 1;
      return "too late";
    });
    const { judge, model } = investigatingJudge(agent, scriptedModel(steps), { signal });
    await expect(evaluate(many, { parallel: true, judge, signal })).rejects.toThrow();
    expect(ends.ended).toBe(ends.begun);
    expect(ends.begun).toBeLessThanOrEqual(4);
    expect(model.requests).toEqual([]);
  });
});
