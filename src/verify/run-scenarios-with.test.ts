import { describe, expect, test } from "vitest";
import { summarize } from "../analysis/index.ts";
import { type BenchmarkScenario, Scenario, scenario } from "../benchmark/index.ts";
import { openAiWire, startModelServer } from "../models/testing/index.ts";
import { llmTrait, regexTrait } from "../rubric/index.ts";
import {
  type Asked,
  askedOf,
  asks,
  modelsOn,
  refundFlow,
  talkingServer,
  walkingBenchmark,
  walksOf,
  walkThrough,
} from "./testing/walking.ts";

const user = {
  persona: "A hurried customer",
  goal: "Get the money back",
  hiddenFacts: ["The order number is 17."],
  turnLimit: 3,
};
const talks = new Scenario("talks")
  .addNode("talk", { ...asks("Hello?"), user })
  .addNode("thanks", asks("Thank you."))
  .addEdge("talk", "thanks", { when: { user_stop: "goal_reached" } })
  .addEdge("talk", "__end__", { when: { user_stop: "gave_up" } })
  .addEdge("talk", "__end__", { when: { user_stop: "turn_limit" } })
  .addEdge("talk", "talk")
  .addEdge("thanks", "__end__")
  .setEntry("talk")
  .validate();

describe("a simulated user", () => {
  const says = (message: string, stop = "no") => JSON.stringify({ message, stop });

  test("writes what is asked from the second visit on, in a stage of the turn, and never knows the truth", async () => {
    const users: Asked[] = [];
    await using server = await talkingServer((asked) => {
      if (asked.kind !== "user") return undefined;
      users.push(asked);
      return users.length === 1 ? says("It is order 17.") : says("", "goal_reached");
    });
    const set = await walkThrough(walkingBenchmark(talks), modelsOn(server));
    expect(walksOf(set)).toEqual(["completed: talk talk thanks"]);
    expect([...set].map(({ metadata }) => metadata.questionText)).toEqual([
      "Hello?",
      "It is order 17.",
      "Thank you.",
    ]);
    const stages = [...set].map(({ stages: all, template }) => {
      const { name, status, reason, modelCalls } = all[0] ?? {};
      return {
        name,
        status,
        reason,
        modelCalls,
        tokens: template?.usageMetadata?.simulated_user !== undefined,
      };
    });
    expect(stages.slice(1)).toEqual([
      { name: "SimulatedUser", status: "ran", reason: null, modelCalls: 1, tokens: true },
      { name: "SimulatedUser", status: "ran", reason: "goal_reached", modelCalls: 1, tokens: true },
    ]);
    expect(stages[0]?.name).toBe("ValidateTemplate");
    expect(users.map(({ model }) => model)).toEqual(["j", "j"]);
    const told = JSON.stringify(users);
    expect(told).toContain("The order number is 17.");
    expect(told).toContain("ok=true x=1");
    for (const secret of ["Whether it is fine", "groundTruth", "reference"])
      expect(told).not.toContain(secret);
  });

  test("stops after its visits without being asked", async () => {
    await using server = await talkingServer(({ kind }) => (kind === "user" ? says("More.") : undefined));
    const set = await walkThrough(walkingBenchmark(talks), modelsOn(server));
    expect(walksOf(set)).toEqual(["completed: talk talk talk"]);
    expect(set.scenarioResults?.[0]?.finalState?.userStop).toBe("turn_limit");
  });

  test("that stops with no turn after it has its stage and its tokens in the record of the walk", async () => {
    await using server = await talkingServer(({ kind }) =>
      kind === "user" ? says("", "gave_up") : undefined,
    );
    const set = await walkThrough(walkingBenchmark(talks), modelsOn(server));
    expect(walksOf(set)).toEqual(["completed: talk"]);
    const stages = set.scenarioResults?.[0]?.stages ?? [];
    expect(stages).toMatchObject([
      { name: "SimulatedUser", status: "ran", reason: "gave_up", modelCalls: 1, costUsd: null },
    ]);
    const { scenarios } = await summarize(set);
    expect(scenarios?.overall.besideTurns).toEqual({
      ...{ walks: 1, costUsd: null, costKnown: 0 },
      ...{ input: stages[0]?.inputTokens, output: stages[0]?.outputTokens },
    });
    expect(stages[0]?.inputTokens).toBeGreaterThan(0);
  });

  test("whose model cannot be read or reached fails the turn, and is no wrong answer", async () => {
    const walked = async (reply: Parameters<typeof talkingServer>[0]) => {
      let asked = 0;
      await using server = await talkingServer((request) => {
        if (request.kind === "user") asked += 1;
        return request.kind === "user" ? reply?.(request) : undefined;
      });
      const set = await walkThrough(walkingBenchmark(talks), modelsOn(server));
      const { category, stage } = set.results.at(-1)?.metadata.failure ?? {};
      return [walksOf(set)[0], category, stage, asked];
    };
    expect(await walked(() => "I want my money!")).toEqual([
      "error: talk talk",
      "parsing",
      "SimulatedUser",
      3,
    ]);
    expect(await walked(() => ({ status: 400, body: { error: { message: "no" } } }))).toEqual([
      ...["error: talk talk", "invalid_request", "SimulatedUser", 1],
    ]);
  });

  test("is asked of the model that the configuration calls so, also of one under test, with its seed", async () => {
    const asked: [string, unknown][] = [];
    await using server = await startModelServer(
      (request) => {
        const { kind, model } = askedOf(request);
        if (kind === "user") asked.push([model, request.body.seed]);
        const text =
          kind === "user" ? says("", "gave_up") : kind === "judge" ? '{"ok":true,"x":1}' : "ok=true x=1";
        return { body: openAiWire.reply({ text }) };
      },
      { probes: true },
    );
    const named = (model: string) =>
      walkingBenchmark({
        ...talks,
        nodes: talks.nodes.map((node) => ({
          ...node,
          ...(node.user && { user: { ...node.user, model, seed: 7 } }),
        })),
      });
    const config = { ...modelsOn(server), replicateCount: 2 };
    expect(walksOf(await walkThrough(named("m"), config))).toEqual(Array(2).fill("completed: talk"));
    expect(asked.toSorted()).toEqual([
      ["m", 7],
      ["m", 8],
    ]);
    await expect(walkThrough(named("mm"), config)).rejects.toMatchObject({
      code: "configuration",
      message: expect.stringMatching(
        /talks, node talk: the model of its simulated user names "mm".*there are j, m/s,
      ),
    });
  });
});

test("nodes have their own models, agents their names in transcripts, and rubrics those of the benchmark too", async () => {
  const asked: Asked[] = [];
  await using server = await talkingServer((request) => {
    asked.push(request);
    return undefined;
  });
  const endpoint = { endpointBaseUrl: server.url };
  const handed = scenario({
    name: "handed",
    nodes: {
      first: { ...asks("First?"), agentIdentity: "clerk" },
      second: {
        question: {
          ...asks("Second?").question,
          rubric: [regexTrait({ name: "short", pattern: "ok" })],
        },
        models: { answering: "m2", parsing: "j2" },
      },
    },
    edges: [{ from: "first", to: "second", handover: "transcript_prepend" }],
    entry: "first",
  });
  const benchmark = walkingBenchmark(handed);
  benchmark.setGlobalRubric([regexTrait({ name: "polite", pattern: "ok" })]);
  const set = await walkThrough(benchmark, {
    ...modelsOn(server),
    answeringModels: ["m", "m2"].map((modelName) => ({ modelName, ...endpoint })),
    parsingModels: ["j", "j2"].map((modelName) => ({ modelName, ...endpoint })),
    evaluationMode: "template_and_rubric",
    abstentionEnabled: true,
  });
  expect(walksOf(set)).toEqual(Array(4).fill("completed: first second"));
  const seconds = [...set].filter(({ metadata }) => metadata.scenarioNode === "second");
  expect(seconds.map(({ metadata }) => [metadata.answering.modelName, metadata.parsing.modelName])).toEqual(
    Array(4).fill(["m2", "j2"]),
  );
  expect(seconds[0]?.rubric?.regexTraitScores).toEqual({ polite: true, short: true });
  expect(seconds[0]?.template?.abstentionCheckPerformed).toBe(true);
  const answers = asked.filter(({ kind, last }) => kind === "answer" && last.includes("Second?"));
  expect(answers[0]?.last.split("\n").slice(1).join("\n")).toBe(
    "[__user__] First?\n[clerk:assistant:text] ok=true x=1\n\n---\n\nSecond?",
  );
});

test("each turn is asked and judged by the settings of single questions", async () => {
  const asked: Asked[] = [];
  await using server = await talkingServer((request) => {
    asked.push(request);
    const each = (value: unknown) => ({ ok: value, x: value });
    if (request.form.includes('"trait_name"'))
      return JSON.stringify({ results: [{ trait_name: "prices", present: true }] });
    if (request.form.includes('"excerpts"'))
      return JSON.stringify({ excerpts: each([{ text: "ok=true x=1", confidence: "high" }]) });
    return request.form.includes('"reasoning":{"type":"object"')
      ? JSON.stringify({ reasoning: each("It says so.") })
      : undefined;
  });
  const benchmark = walkingBenchmark(refundFlow);
  const trait = (name: string) => llmTrait({ name, description: `Is it ${name}?`, kind: "boolean" });
  benchmark.setGlobalRubric([trait("polite"), trait("short")]);
  benchmark.setGlobalDynamicRubric([trait("prices")]);
  const set = await walkThrough(benchmark, {
    ...modelsOn(server),
    ...{ evaluationMode: "template_and_rubric", rubricEvaluationStrategy: "sequential" },
    ...{ deepJudgmentMode: "full", sufficiencyEnabled: true, promptConfig: { generation: "Be brief." } },
    fewShotConfig: { globalExamples: [{ question: "And yours?", answer: "Mine." }] },
  });
  expect(walksOf(set)).toEqual(["completed: asks pays"]);
  for (const { template, rubric, deepJudgment } of set) {
    expect(template?.sufficiencyCheckPerformed).toBe(true);
    expect(deepJudgment?.extractedExcerpts).toMatchObject({ ok: [{ text: "ok=true x=1" }] });
    expect(rubric?.rubricEvaluationStrategy).toBe("sequential");
    expect(Object.keys(rubric?.llmTraitScores ?? {})).toEqual(["polite", "short", "prices"]);
  }
  const answers = asked.filter(({ kind }) => kind === "answer");
  expect(answers.length).toBe(2);
  for (const { messages } of answers) {
    expect(messages[0]).toContain("Be brief.");
    expect(messages.join("\n")).toContain("And yours?");
  }
});

test("what cannot be honoured is refused before anything is asked", async () => {
  await using server = await talkingServer();
  const run = (of: BenchmarkScenario, more: object = {}, options: object = {}) =>
    walkThrough(walkingBenchmark(of), { ...modelsOn(server), ...more }, options);
  const folders = scenario({
    name: "folders",
    nodes: {
      a: { question: { ...asks("A?").question, workspacePath: "one" } },
      b: { question: { ...asks("B?").question, workspacePath: "two" } },
    },
    edges: [{ from: "a", to: "b" }],
    entry: "a",
  });
  await expect(run(folders)).rejects.toThrow(
    "folders: a walk works in one folder, and its nodes name one, two",
  );
  const named = scenario({
    name: "named",
    nodes: { a: { ...asks("A?"), models: { answering: "x" } } },
    edges: [],
    entry: "a",
  });
  await expect(run(named)).rejects.toThrow(
    'named, node a: its model under test names "x" (did you mean "m"?); there are m',
  );
  const http = { id: "app", http: server.url, httpBody: '{"q":"{{question}}"}' };
  await expect(run(refundFlow, { answeringModels: [http] })).rejects.toThrow(
    "refund-flow: what was said before has no place in the request of app (http)",
  );
  const earlier = await run(refundFlow);
  const asked = server.requests.length;
  await expect(run(refundFlow, {}, { extend: earlier })).rejects.toThrow(
    "this run walks through scenarios: refund-flow",
  );
  expect(server.requests).toHaveLength(asked);
});
