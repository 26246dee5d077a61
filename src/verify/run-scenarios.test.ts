import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import type { JsonValue } from "../base/index.ts";
import { propertyRuns } from "../base/testing/property-runs.ts";
import { Scenario, scenario } from "../benchmark/index.ts";
import { advance, conversationOf, type ScenarioEdge, shorthandCheck, startWalk } from "../scenario/index.ts";
import { answered, walkTools } from "../scenario/testing/walks.ts";
import { answerTemplate, conditionalGroundTruth, exactMatch, verified } from "../template/index.ts";
import {
  asks,
  modelsOn,
  refundFlow,
  said,
  talkingServer,
  walkingBenchmark,
  walksOf,
  walkThrough,
} from "./testing/walking.ts";

test("a walk goes the way that its turns decide, each an ordinary result of what was said", async () => {
  const asked: string[][] = [];
  await using server = await talkingServer(({ kind, turn, messages }) => {
    if (kind === "answer") asked.push([...messages]);
    return kind === "answer" ? ["ok=false x=0", "ok=true x=1", "ok=true x=2"][turn - 1] : undefined;
  });
  const set = await walkThrough(walkingBenchmark(refundFlow), modelsOn(server), { runName: "first" });
  expect(walksOf(set)).toEqual(["completed: asks asks pays"]);
  expect(
    [...set].map(({ metadata, template }) => ({
      ...{ node: metadata.scenarioNode, turn: metadata.scenarioTurn, path: metadata.scenarioPath?.join(" ") },
      ...{ verdict: template?.verifyResult, category: metadata.failure?.category },
    })),
  ).toEqual([
    { node: "asks", turn: 0, path: "asks", verdict: false, category: "content" },
    { node: "asks", turn: 1, path: "asks asks", verdict: true },
    { node: "pays", turn: 2, path: "asks asks pays", verdict: true },
  ]);
  expect(asked.at(-1)?.slice(1)).toEqual([
    ...["user: I want my money back.", "assistant: ok=false x=0"],
    ...["user: I want my money back.", "assistant: ok=true x=1"],
    "user: It is order 17.",
  ]);
  expect(set.scenarioResults).toMatchObject([
    {
      ...{ scenarioId: "refund-flow", turnCount: 3, endedBy: 3, terminalFailure: null, runName: "first" },
      ...{ answering: { modelName: "m" }, parsing: { modelName: "j" }, replicate: null },
      history: [{ arrivedBy: null }, { arrivedBy: 2 }, { arrivedBy: 0, parsedFields: { ok: true, x: 2 } }],
      finalState: { nodeVisits: { asks: 2, pays: 1 } },
    },
  ]);
  expect(set.errors).toBeNull();
});

test("a judge is told what came before the question of a turn", async () => {
  const judged: string[] = [];
  await using server = await talkingServer(({ kind, last }) => {
    if (kind === "judge") judged.push(last);
    return undefined;
  });
  await walkThrough(walkingBenchmark(refundFlow), modelsOn(server));
  expect(judged[1]).toContain(
    "<conversation>\n<user>\nI want my money back.\n</user>\n\n<assistant>\nok=true x=1\n</assistant>\n</conversation>",
  );
  expect(judged[1]).toContain("<asked>\nIt is order 17.\n</asked>");
});

test("questions and scenarios of a benchmark run together, and can be named", async () => {
  await using server = await talkingServer();
  const benchmark = walkingBenchmark(refundFlow, scenario({ ...oneNode, name: "short" }));
  benchmark.addQuestion({ ...asks("Alone?").question, id: "alone" });
  const counts: object[] = [];
  const run = async (options = {}) => {
    const set = await walkThrough(benchmark, modelsOn(server), {
      events: { runStarted: (event) => counts.push(event) },
      ...options,
    });
    return [[...set].map(({ metadata }) => metadata.scenarioId ?? metadata.questionId), walksOf(set)];
  };
  expect(await run()).toEqual([
    ["alone", "refund-flow", "refund-flow", "short"],
    ["completed: asks pays", "completed: a"],
  ]);
  expect(counts).toMatchObject([{ total: 3, finishedBefore: 0 }]);
  expect(await run({ questionIds: ["alone"] })).toEqual([["alone"], []]);
  expect(await run({ scenarios: ["short"] })).toEqual([["short"], ["completed: a"]]);
  expect(await run({ scenarios: ["short"], questionIds: ["alone"] })).toEqual([
    ["alone", "short"],
    ["completed: a"],
  ]);
  await expect(run({ scenarios: ["shrt"] })).rejects.toThrow('No scenario has the name "shrt"');
});

const oneNode = { name: "one", nodes: { a: asks("A?") }, edges: [] };

test("three judges of two models in two replicates: walks of their own, and answers shared while all is the same", async () => {
  const answers: string[] = [];
  await using server = await talkingServer(({ kind, model, messages, last }) => {
    if (kind === "answer") answers.push(`${model} ${messages.length}`);
    // one judge sees it otherwise, and its walk parts from the others
    return kind === "judge" && model === "j3" && !last.includes("order 17")
      ? '{"ok":false,"x":0}'
      : undefined;
  });
  const endpoint = { endpointBaseUrl: server.url };
  const config = {
    ...modelsOn(server),
    answeringModels: ["m1", "m2"].map((modelName) => ({ modelName, ...endpoint })),
    parsingModels: ["j1", "j2", "j3"].map((modelName) => ({ modelName, ...endpoint })),
    replicateCount: 2,
  };
  const set = await walkThrough(walkingBenchmark(refundFlow), { ...config, asyncMaxWorkers: 5 });
  const paths = ["completed: asks pays", "completed: asks pays", "completed: asks asks person"];
  expect(walksOf(set).toSorted()).toEqual([...paths, ...paths, ...paths, ...paths].toSorted());
  expect(set.scenarioResults?.map(({ replicate }) => replicate)).toEqual([
    1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2,
  ]);
  // of each model and replicate: the first turn, the second of two judges, and two of the third judge alone
  expect(answers).toHaveLength(4 * 4);
  const alone = await walkThrough(walkingBenchmark(refundFlow), { ...config, asyncEnabled: false });
  expect(said(alone)).toEqual(said(set));
  expect(answers).toHaveLength(2 * 4 * 4);
});

test("the limit of turns is the scenario's or the run's, whichever is lower", async () => {
  await using server = await talkingServer(({ kind }) => (kind === "answer" ? "ok=false x=0" : undefined));
  const loop = new Scenario("loop", { turnLimit: 4 })
    .addNode("a", asks("Again?"))
    .addEdge("a", "__end__", { when: { verify_result: true } })
    .addEdge("a", "a")
    .setEntry("a");
  const walked = async (scenarioTurnLimit?: number) =>
    walksOf(await walkThrough(walkingBenchmark(loop), { ...modelsOn(server), scenarioTurnLimit }));
  expect(await walked()).toEqual(["limit_reached: a a a a"]);
  expect(await walked(2)).toEqual(["limit_reached: a a"]);
  expect(await walked(9)).toEqual(["limit_reached: a a a a"]);
});

test("a node without a template is asked, a ground truth follows earlier turns, and functions decide", async () => {
  await using server = await talkingServer(({ kind, last }) => {
    if (kind === "judge") return last.includes("high") ? '{"act":"refer"}' : '{"ok":true,"x":7}';
    return last.includes("What now?") ? "high, refer" : undefined;
  });
  const act = answerTemplate({
    act: verified(z.string(), {
      description: "What is to be done",
      groundTruth: conditionalGroundTruth({
        source: "node_results.triage.parsed.x",
        cases: { "7": { value: "refer", verifyWith: exactMatch() } },
        default: { value: "observe", verifyWith: exactMatch() },
      }),
      verifyWith: exactMatch(),
    }),
  });
  const seen: unknown[] = [];
  const clinic = scenario({
    name: "clinic",
    nodes: {
      triage: { ...asks("How bad?"), stateUpdate: (gathered, { x }) => ({ ...gathered, x: x ?? null }) },
      act: { question: { question: "What now?", rawAnswer: "refer", template: act } },
      thanks: { question: { question: "Thank you.", rawAnswer: "bye" } },
    },
    edges: [
      { from: "triage", to: "act", when: (state) => state.accumulated.x === 7 },
      { from: "triage", to: "thanks" },
      {
        from: "act",
        to: "thanks",
        handover: (conversation, state) => {
          seen.push(
            conversation.map(({ agent }) => agent),
            state.turn,
          );
          return conversation.slice(-1).map(({ message }) => message);
        },
      },
    ],
    outcomes: { fine: ({ state }) => state.history.length === 3 },
    entry: "triage",
  });
  const asked: string[][] = [];
  const set = await walkThrough(walkingBenchmark(clinic), modelsOn(server), {
    events: { taskStarted: ({ task }) => asked.push([task.turn?.node ?? ""]) },
  });
  expect(walksOf(set)).toEqual(["completed: triage act thanks"]);
  expect([...set].map(({ template }) => template?.verifyResult)).toEqual([true, true, null]);
  expect(set.results[2]?.template?.conversationContext.slice(1)).toMatchObject([
    { role: "assistant", content: "high, refer" },
    { role: "user", content: "Thank you." },
  ]);
  expect(set.scenarioResults?.[0]).toMatchObject({
    outcomeResults: { fine: true },
    finalState: { accumulated: { x: 7 } },
  });
  expect(seen).toEqual([["m", "__user__", "m", "__user__", "m"], 2]);
  expect(asked).toEqual([["triage"], ["act"], ["thanks"]]);
});

describe("a turn that fails", () => {
  test("for infrastructure or a judge ends its walk as an error; a wrong or no answer is for the graph", async () => {
    const fault = (status: number) => ({ status, body: { error: { message: "no" } } });
    const walked = async (talk: Parameters<typeof talkingServer>[0]) => {
      await using server = await talkingServer(talk);
      const set = await walkThrough(walkingBenchmark(refundFlow), modelsOn(server));
      const [walk] = set.scenarioResults ?? [];
      return [walksOf(set)[0], walk?.terminalFailure?.category, walk?.terminalFailure?.nodeId];
    };
    expect(
      await walked(({ kind, last }) => (kind === "answer" && last.includes("17") ? fault(400) : undefined)),
    ).toEqual(["error: asks pays", "invalid_request", "pays"]);
    expect(await walked(({ kind }) => (kind === "judge" ? "I think so." : undefined))).toEqual([
      "error: asks",
      "parsing",
      "asks",
    ]);
    expect(await walked(({ kind, turn }) => (kind === "answer" && turn === 1 ? "" : undefined))).toEqual([
      "completed: asks asks pays",
      undefined,
      undefined,
    ]);
  });
});

// a graph and what its turns find, as `advance.test.ts` makes them
const anyX = fc.option(fc.integer({ min: 0, max: 3 }), { nil: null });
const anyWay = (nodes: number) =>
  fc.record({
    from: fc.nat(nodes - 1),
    to: fc.integer({ min: -1, max: nodes - 1 }),
    when: fc.option(
      fc.oneof(
        fc.record({ path: fc.constant("verify_result"), value: fc.boolean() as fc.Arbitrary<JsonValue> }),
        fc.record({
          path: fc.constantFrom("parsed.x", "node_visits.n0", `node_results.n${nodes - 1}.parsed.x`),
          value: fc.record({ gte: fc.integer({ min: 0, max: 3 }) }) as fc.Arbitrary<JsonValue>,
        }),
      ),
      { nil: undefined },
    ),
    handover: fc.constantFrom(undefined, "transcript_prepend" as const),
  });
const anyGraph = fc.integer({ min: 1, max: 4 }).chain((nodes) =>
  fc.record({
    nodes: fc.constant(nodes),
    ways: fc.array(anyWay(nodes), { maxLength: 9 }),
    turns: fc.array(fc.record({ ok: fc.option(fc.boolean(), { nil: null }), x: anyX }), {
      minLength: 8,
      maxLength: 8,
    }),
    limit: fc.integer({ min: 1, max: 7 }),
  }),
);

test("the engine walks any graph as its rules say", async () => {
  let turns: readonly { readonly ok: boolean | null; readonly x: number | null }[] = [];
  let turn = 0;
  await using server = await talkingServer(({ kind }) => {
    if (kind !== "answer") return undefined;
    const { ok, x } = turns[turn++] ?? { ok: null, x: null };
    return `ok=${ok} x=${x}`;
  });
  await fc.assert(
    fc.asyncProperty(anyGraph, async (graph) => {
      ({ turns } = graph);
      turn = 0;
      const nodes = Array.from({ length: graph.nodes }, (_, at) => `n${at}`);
      const edges = [
        ...graph.ways,
        // every node is reached, and has a way on without a condition
        ...nodes.map((_, from) => ({
          from,
          to: (from + 1) % (graph.nodes + 1) === graph.nodes ? -1 : from + 1,
          when: undefined,
          handover: undefined,
        })),
      ].map(({ from, to, when, handover }) => ({
        from: `n${from}`,
        to: to === -1 ? "__end__" : `n${to}`,
        ...(when && { when: { [when.path]: when.value } }),
        ...(handover && { handover }),
      }));
      const made = scenario({
        name: "any",
        nodes: Object.fromEntries(nodes.map((id) => [id, asks(`${id}?`)])),
        // names that the compiler does not know
        edges: edges as never[],
        entry: "n0",
      });
      const set = await walkThrough(walkingBenchmark(made), {
        ...modelsOn(server),
        scenarioTurnLimit: graph.limit,
      });

      const definition = {
        ...made,
        edges: edges.map(
          ({ from, to, when, handover }): ScenarioEdge => ({
            ...{ source: from, target: to, when: when ? [shorthandCheck(when)] : [] },
            ...(handover && { handover }),
          }),
        ),
      };
      let state = startWalk(definition);
      for (let at = 0; ; at += 1) {
        const { ok, x } = turns[at] ?? { ok: null, x: null };
        const found = { verifyResult: ok === null ? false : ok, parsed: { ok, x }, text: `ok=${ok} x=${x}` };
        const { state: after, next } = await advance(definition, state, answered(state, found), {
          tools: walkTools,
          turnLimit: graph.limit,
        });
        state = after;
        if (next.kind === "go") continue;
        expect(walksOf(set)).toEqual([
          `${next.status}: ${state.history.map(({ nodeId }) => nodeId).join(" ")}`,
        ]);
        break;
      }
      expect(set.results).toHaveLength(state.turn);
      expect(conversationOf(state)).toHaveLength(2 * state.turn);
    }),
    { numRuns: propertyRuns(5) },
  );
});
