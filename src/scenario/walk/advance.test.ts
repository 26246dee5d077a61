import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { JsonObject, JsonValue } from "../../base/index.ts";
import {
  booleanMatch,
  exactMatch,
  numericTolerance,
  regexMatch,
  traceContains,
} from "../../template/index.ts";
import {
  END,
  type ScenarioDefinition,
  type ScenarioState,
  shorthandCheck,
  startWalk,
  stateCheck,
  stateValue,
} from "../index.ts";
import { answered, edge, type Found, scenarioOf, walk, walkTools } from "../testing/walks.ts";
import { advance } from "./advance.ts";

const when = (...conditions: readonly { readonly [path: string]: JsonValue }[]) => ({
  when: conditions.map(shorthandCheck),
});

describe("the way on", () => {
  it("is the first conditional edge that matches, in their order, before one without a condition", async () => {
    const definition = scenarioOf(
      ["a", "free", "low", "high"],
      [
        edge("a", "free"),
        edge("a", "high", when({ "parsed.score": { gt: 5 } })),
        edge("a", "low", when({ "parsed.score": { gte: 1 } }, { verify_result: true })),
      ],
    );
    const from = async (parsed: JsonObject, verifyResult = true) =>
      (await walk(definition, [{ parsed, verifyResult }])).state.currentNode;
    expect(await from({ score: 9 })).toBe("high");
    expect(await from({ score: 5 })).toBe("low");
    expect(await from({ score: 5 }, false)).toBe("free");
    expect(await from({ score: 0 })).toBe("free");
  });

  it("is not one that asks for true where something else was found, in the long form either", async () => {
    const definition = scenarioOf(
      ["a", "short", "long", "free"],
      [
        edge("a", "short", when({ "parsed.said": true })),
        edge("a", "long", { when: [stateCheck("parsed.said", true, booleanMatch())] }),
        edge("a", "free"),
      ],
    );
    for (const said of ["no", "true", 7, ["x"], { x: 1 }])
      expect((await walk(definition, [{ parsed: { said } }])).state.currentNode).toBe("free");
    expect((await walk(definition, [{ parsed: { said: true } }])).state.currentNode).toBe("short");
  });

  it("ends where no edge leads on: as it should without edges, as an error where none matches", async () => {
    expect((await walk(scenarioOf(["a"], []), [{}])).next).toEqual({ kind: "end", status: "completed" });
    const stuck = scenarioOf(["a", "b"], [edge("a", "b", when({ verify_result: true }))]);
    expect((await walk(stuck, [{ verifyResult: false }])).next).toMatchObject({
      status: "error",
      failure: { nodeId: "a", category: "scenario", reason: expect.stringContaining("No edge leads on") },
    });
  });

  it("is not an edge whose condition fails, which is told", async () => {
    const definition = scenarioOf(
      ["a", "b", "c"],
      [
        edge("a", "b", when({ "parsed.missing": { gte: 1 } })),
        edge("a", "b", { when: [stateCheck("parsed.name", "x", traceContains({ substring: "x" }))] }),
        edge("a", "b", { decide: () => Promise.reject(new Error("out of order")) }),
        edge("a", "b", { decide: { language: "Python", text: "lambda s: True" } }),
        edge("a", "b", { unusable: "there is no primitive" }),
        edge("a", "c"),
      ],
    );
    const { state, warnings } = await walk(definition, [{}]);
    expect(state.currentNode).toBe("c");
    expect(warnings).toEqual([
      "The condition of the edge a → b does not hold: parsed.missing: NumericRange: expected a number, found null.",
      expect.stringContaining("looks at raw responses"),
      "The condition of the edge a → b does not hold: out of order.",
      "The condition of the edge a → b does not hold: it is code in Python, which is not run here.",
      "The condition of the edge a → b does not hold: there is no primitive.",
    ]);
  });

  it("may be decided by a function, or by code that somebody runs", async () => {
    const definition = scenarioOf(
      ["a", "b", "c"],
      [
        edge("a", "b", { decide: (state) => state.parsed.to === "b" }),
        edge("a", "c", { decide: { language: "Python", text: "code" } }),
        edge("a", END),
      ],
    );
    const tools = {
      ...walkTools,
      runCode: async (_task: string, { text }: { readonly text: string }) => text === "code",
    };
    expect((await walk(definition, [{ parsed: { to: "b" } }], { tools })).state.currentNode).toBe("b");
    expect((await walk(definition, [{ parsed: {} }], { tools })).state.currentNode).toBe("c");
  });
});

describe("a missing value", () => {
  const state = { ...startWalk(scenarioOf(["a"], [])), parsed: { empty: null } };
  const passes = async (field: string, expected: JsonValue) => {
    const definition = scenarioOf(
      ["a", "b"],
      [edge("a", "b", { when: [stateCheck(field, expected, exactMatch())] }), edge("a", END)],
    );
    const { next } = await advance(definition, state, answered(state, { parsed: state.parsed }), {
      tools: walkTools,
    });
    return next.kind === "go";
  };

  it("matches null and nothing else", async () => {
    for (const field of ["parsed.empty", "parsed.gone", "node_results.other", "accumulated.x"]) {
      expect(await passes(field, null)).toBe(true);
      expect(await passes(field, "none")).toBe(false);
      expect(await passes(field, "None")).toBe(false);
    }
  });

  it("of visits is 0", () => {
    expect(stateValue(state, "node_visits.other")).toBe(0);
    expect(stateValue(state, "node_results.other.parsed.x")).toBeUndefined();
    expect(stateValue(state, "constructor")).toBeUndefined();
    expect(stateValue(state, "parsed.constructor")).toBeUndefined();
  });
});

test("paths reach what turns found, also of nodes whose ids hold dots", async () => {
  const definition = scenarioOf(
    ["a.b", "a", "__proto__"],
    [edge("a.b", "a"), edge("a", "__proto__"), edge("__proto__", END)],
  );
  const { state } = await walk(definition, [
    { parsed: { "x.y": 1 }, rubric: { polite: true } },
    { verifyResult: false, parsed: { z: [1] } },
    { parsed: { own: 1 } },
  ]);
  const values = [
    "node_results.a.b.parsed.x.y",
    "node_results.a.b.rubric.polite",
    "node_results.a.verify_result",
    "node_results.a",
    "node_results.a.parsed",
    "node_visits.__proto__",
    "parsed.own",
    "turn",
    "current_node",
    "verify_result",
    "user_stop",
  ].map((path) => stateValue(state, path));
  expect(values).toEqual([
    ...[1, true, false, { verify_result: false, parsed: { z: [1] }, rubric: {} }, { z: [1] }],
    ...[1, 1, 3, "__proto__", true, null],
  ]);
});

describe("a walk", () => {
  const loop = scenarioOf(["a"], [edge("a", END, when({ "parsed.done": true })), edge("a", "a")]);

  it("that ends exactly at the limit is completed, one that would go on is not", async () => {
    const goOn = { parsed: { done: false } };
    const done = { parsed: { done: true } };
    expect((await walk(loop, [goOn, goOn, done], { turnLimit: 3 })).next).toMatchObject({
      status: "completed",
    });
    const over = await walk(loop, [goOn, goOn, goOn, done], { turnLimit: 3 });
    expect(over).toMatchObject({
      next: { status: "limit_reached" },
      state: { turn: 3, path: ["a", "a", "a"] },
    });
    expect((await walk({ ...loop, turnLimit: 2 }, [goOn, goOn, goOn], { turnLimit: 9 })).state.turn).toBe(2);
    expect((await walk({ ...loop, turnLimit: 9 }, [goOn, goOn, goOn], { turnLimit: 2 })).state.turn).toBe(2);
  });

  it("ends with a turn that failed, and says where", async () => {
    const state = startWalk(loop);
    const failure = { category: "timeout", stage: "GenerateAnswer", reason: "no reply" };
    const { next } = await advance(loop, state, { ...answered(state), failure }, { tools: walkTools });
    expect(next).toEqual({ kind: "end", status: "error", failure: { nodeId: "a", ...failure } });
  });

  it("gathers what updates give, and keeps what was there where one fails", async () => {
    const node = (
      id: string,
      stateUpdate: NonNullable<ScenarioDefinition["nodes"][number]["stateUpdate"]>,
    ) => ({
      id,
      question: { question: id },
      metadata: {},
      stateUpdate,
    });
    const nodes = [
      node("add", (gathered, { n }) => ({ ...gathered, n: n ?? null })),
      node("spoil", (gathered) => {
        Object.assign(gathered, { n: "spoilt" });
        throw new Error("no");
      }),
      node("list", () => [] as unknown as JsonObject),
    ];
    const edges = [edge("add", "spoil"), edge("spoil", "list"), edge("list", END)];
    const { state, warnings } = await walk(scenarioOf([], edges, { nodes, entryNode: "add" }), [
      { parsed: { n: 7 } },
      {},
      {},
    ]);
    expect(state.accumulated).toEqual({ n: 7 });
    expect(warnings).toEqual([
      "The state update of spoil was not made: no.",
      "The state update of list was not made: it gave no object.",
    ]);
  });

  it("is left by a user that stops, and never comes back to it for that", async () => {
    const edges = [
      edge("talk", "thanks", when({ user_stop: "goal_reached" })),
      edge("talk", "talk"),
      edge("thanks", END),
    ];
    const definition = scenarioOf(["talk", "thanks"], edges);
    const { state } = await walk(definition, [{}, {}]);
    const stop = (how: "goal_reached" | "gave_up") =>
      advance(definition, state, { kind: "user_stopped", stop: how }, { tools: walkTools });
    expect(await stop("goal_reached")).toMatchObject({
      state: { turn: 2, path: ["talk", "talk", "thanks"], currentNode: "thanks" },
      next: { kind: "go" },
    });
    // only the way back to itself is left
    expect(await stop("gave_up")).toMatchObject({
      next: { status: "error" },
      state: { userStop: "gave_up" },
    });
  });
});

test("checks of text and numbers decide as they do in templates", async () => {
  const definition = scenarioOf(
    ["a", "b", "c"],
    [
      edge("a", "b", { when: [stateCheck("parsed.name", "^BCL", regexMatch({ pattern: "^BCL" }))] }),
      edge("a", "c", {
        when: [stateCheck("parsed.dose", 400, numericTolerance({ tolerance: 5, mode: "absolute" }))],
      }),
      edge("a", END),
    ],
  );
  expect((await walk(definition, [{ parsed: { name: "BCL2" } }])).state.currentNode).toBe("b");
  expect((await walk(definition, [{ parsed: { name: "MCL1", dose: 403 } }])).state.currentNode).toBe("c");
});

// A small interpreter of the contract's rules, written for itself.
interface Rule {
  readonly path: "verify_result" | "parsed.x" | "node_visits.n0" | "node_results.n1.parsed.x" | "turn";
  readonly op: "is" | "gte" | "lt";
  readonly value: JsonValue;
}
interface Way {
  readonly from: number;
  readonly to: number;
  readonly rules: readonly Rule[];
}

const anyX = fc.option(fc.integer({ min: 0, max: 3 }), { nil: null });
const anyRule: fc.Arbitrary<Rule> = fc.oneof(
  fc.record({
    path: fc.constant("verify_result" as const),
    op: fc.constant("is" as const),
    value: fc.boolean(),
  }),
  fc.record({
    path: fc.constantFrom("parsed.x" as const, "node_visits.n0", "node_results.n1.parsed.x", "turn"),
    op: fc.constantFrom("is" as const, "gte", "lt"),
    value: fc.integer({ min: 0, max: 3 }),
  }),
);
const anyWalk = fc.integer({ min: 1, max: 5 }).chain((nodes) =>
  fc.record({
    nodes: fc.constant(nodes),
    ways: fc.array(
      fc.record({
        from: fc.nat(nodes - 1),
        to: fc.integer({ min: -1, max: nodes - 1 }),
        rules: fc.array(anyRule, { maxLength: 2 }),
      }),
      { maxLength: 12 },
    ),
    turns: fc.array(fc.record({ verified: fc.option(fc.boolean(), { nil: null }), x: anyX }), {
      minLength: 30,
      maxLength: 30,
    }),
    limit: fc.integer({ min: 1, max: 25 }),
  }),
);

function interpret(
  ways: readonly Way[],
  turns: readonly { verified: boolean | null; x: number | null }[],
  limit: number,
) {
  const path: number[] = [];
  const lastX = new Map<number, number | null>();
  for (let at = 0; ; ) {
    const turn = turns[path.length] ?? { verified: null, x: null };
    path.push(at);
    lastX.set(at, turn.x);
    const known = {
      verify_result: turn.verified,
      "parsed.x": turn.x,
      "node_visits.n0": path.filter((node) => node === 0).length,
      "node_results.n1.parsed.x": lastX.get(1) ?? null,
      turn: path.length,
    };
    const holds = ({ path: key, op, value }: Rule) => {
      const found = known[key];
      if (op === "is") return found === value;
      return (
        typeof found === "number" &&
        typeof value === "number" &&
        (op === "gte" ? found >= value : found < value)
      );
    };
    const out = ways.filter(({ from }) => from === at);
    const way =
      out.find(({ rules }) => rules.length > 0 && rules.every(holds)) ??
      out.find(({ rules }) => rules.length === 0);
    if (way === undefined) return { path, status: out.length === 0 ? "completed" : "error" };
    if (way.to === -1) return { path, status: "completed" };
    if (path.length >= limit) return { path, status: "limit_reached" };
    at = way.to;
  }
}

test("any walk is as the rules say, and the limit ends it", async () => {
  await fc.assert(
    fc.asyncProperty(anyWalk, async ({ nodes, ways, turns, limit }) => {
      const ids = Array.from({ length: nodes }, (_, at) => `n${at}`);
      const edges = ways.map(({ from, to, rules }) =>
        edge(
          `n${from}`,
          to === -1 ? END : `n${to}`,
          when(...rules.map(({ path, op, value }) => ({ [path]: op === "is" ? value : { [op]: value } }))),
        ),
      );
      const found = turns.map(({ verified, x }): Found => ({ verifyResult: verified, parsed: { x } }));
      const { state, next } = await walk(scenarioOf(ids, edges), found, { turnLimit: limit });
      const expected = interpret(ways, turns, limit);
      const status = next.kind === "end" ? next.status : "goes on";
      expect({ path: state.path, status }).toEqual({
        path: expected.path.map((at) => `n${at}`),
        status: expected.status,
      });
      expect(state.turn).toBeLessThanOrEqual(limit);
      expect(asStored(state)).toEqual(state);
    }),
    { numRuns: 300 },
  );
});

/** A state is plain data: written and read it is the same. */
function asStored(state: ScenarioState): ScenarioState {
  return JSON.parse(JSON.stringify(state));
}
