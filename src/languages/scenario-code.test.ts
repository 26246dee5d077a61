import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ScenarioState, startWalk } from "../scenario/index.ts";
import { createScenarioCode, type ScenarioCode } from "./index.ts";
import { openSharedPool } from "./python/run/testing/shared-process.ts";

let code: ScenarioCode;
beforeAll(() => {
  code = createScenarioCode({ callTimeoutMs: 200, python: { timeoutMs: 1000, openPool: openSharedPool } });
});
afterAll(() => code[Symbol.asyncDispose]());

const script = (text: string) => ({ language: "TypeScript", text });
const state: ScenarioState = {
  ...startWalk({ entryNode: "asks" }),
  turn: 3,
  verifyResult: true,
  parsed: { dose: 7 },
  nodeVisits: { asks: 2 },
  accumulated: { seen: ["a"] },
};

describe("TypeScript", () => {
  test.each<[string, boolean]>([
    ["(state) => state.turn > 2", true],
    ["(state: { turn: number }) => state.turn > 3;", false],
    ["state => state.nodeVisits.asks", true],
    ["function decide(state) { return state.parsed.dose === 7; }", true],
    ["decide(state) { return state.missing; }", false],
    ["async (state) => state.verifyResult", true],
    ["const least = 3;\nexport default (state) => state.turn >= least;", true],
  ])("the condition %s is %s", async (text, holds) => {
    expect(await code.run("condition", script(text), [state])).toBe(holds);
  });

  test("a state update and an outcome give what they return", async () => {
    const update = script("(gathered, parsed) => ({ ...gathered, dose: parsed.dose })");
    expect(await code.run("state_update", update, [{ a: 1 }, { dose: 7 }])).toEqual({ a: 1, dose: 7 });
    const outcome = script("(walk) => walk.state.turn + (walk.status === 'completed' ? 10 : 0)");
    const walk = { scenarioId: "s", status: "completed", state } as const;
    expect(await code.run("outcome", outcome, [walk])).toBe(13);
  });

  test("code that cannot be run is told when it is loaded", async () => {
    await code.check("condition", script("(state) => state.no.such"));
    for (const text of [
      "lambda s: True",
      "(state) =>",
      "export default 3;",
      "import 'fs';\nexport default () => 1;",
    ])
      await expect(code.check("condition", script(text))).rejects.toMatchObject({
        code: "invalid_input",
        message: expect.stringContaining("cenario"),
      });
    await expect(code.check("condition", { language: "Ruby", text: "true" })).rejects.toThrow(
      'Code of scenarios is TypeScript or Python; found "Ruby".',
    );
  });

  test.each([
    ["an endless loop", "() => { while (true) {} }", "sandbox_limit"],
    [
      "memory",
      "() => { const all = []; while (true) all.push(new Array(1000).fill(all.length)); }",
      "sandbox_limit",
    ],
    ["the machine", "() => process.env", "sandbox_error"],
    ["the network", "() => fetch('http://127.0.0.1')", "sandbox_error"],
    ["the clock", "() => Date.now()", "sandbox_error"],
    ["its constructor", "(s) => s.constructor.constructor('return process')()", "sandbox_error"],
  ])("hostile code that wants %s ends", async (_name, text, expected) => {
    await expect(code.run("condition", script(text), [state])).rejects.toMatchObject({ code: expected });
    expect(await code.run("condition", script("() => true"), [state])).toBe(true);
  });

  test("what it does to prototypes and to what it is given stays inside", async () => {
    const text = `(gathered) => {
      Object.prototype.polluted = "yes";
      gathered.seen.push("b");
      return JSON.parse('{ "__proto__": { "polluted": 1 }, "x": 1 }');
    }`;
    const given = await code.run("state_update", script(text), [state.accumulated, {}]);
    expect(Object.hasOwn(given as object, "__proto__")).toBe(true);
    expect({}).not.toHaveProperty("polluted");
    expect(state.accumulated).toEqual({ seen: ["a"] });
  });
});

const python = (text: string) => ({ language: "Python", text });
const limit = { timeout: 60_000 };

describe("Python", () => {
  test("sees the state and the walk under the names of the Python system", limit, async () => {
    const turn = {
      ...{
        nodeId: "asks",
        questionText: "Q?",
        traceMessages: [],
        rawResponse: "A",
        parsedFields: { dose: 7 },
      },
      ...{ verifyResult: true, verificationResultId: "r", agent: "m", systemPrompt: null },
    };
    const walked = { ...state, history: [turn] };
    const text = `lambda state: (state.turn == 3 and state.verify_result and state.parsed["dose"] == 7
      and state.node_visits["asks"] == 2 and state.accumulated == {"seen": ["a"]} and state.current_node == "asks"
      and state.history[0].node_id == "asks" and state.history[0].parsed_fields["dose"] == 7)`;
    expect(await code.run("condition", python(text), [walked])).toBe(true);
    const outcome = `def success(result):
    return sum(1 for turn in result.history if turn.verify_result) + result.final_state.turn + len(result.path)`;
    const walk = { scenarioId: "s", status: "completed", state: walked } as const;
    expect(await code.run("outcome", python(outcome), [walk])).toBe(5);
  });

  test("what is true in Python counts, and what is no JSON is refused", limit, async () => {
    expect(await code.run("condition", python("lambda s: []"), [state])).toBe(false);
    expect(await code.run("condition", python("lambda s: 'no'"), [state])).toBe(true);
    const update = 'lambda acc, p: {**acc, "doses": acc.get("doses", []) + [p["dose"]]}';
    expect(await code.run("state_update", python(update), [{}, { dose: 7 }])).toEqual({ doses: [7] });
    await expect(code.run("state_update", python("lambda acc, p: {1, 2}"), [{}, {}])).rejects.toMatchObject({
      code: "sandbox_error",
      message: expect.stringContaining("set is not JSON serializable"),
    });
    await expect(code.check("condition", python("lambda s:"))).rejects.toThrow(
      /Scenario source is not valid/,
    );
    await expect(code.check("condition", python("3"))).rejects.toThrow("expected a function, found int");
  });

  test.each([
    ["an endless loop", "lambda s: [0 for _ in iter(int, 1)]", "sandbox_limit"],
    ["memory", "lambda s: 'x' * 10 ** 9", "sandbox_limit"],
    ["a file", "lambda s: open('/etc/passwd').read()", "sandbox_error"],
    [
      "the network",
      "lambda s: __import__('urllib.request').request.urlopen('http://127.0.0.1')",
      "sandbox_error",
    ],
  ])("hostile code that wants %s ends", limit, async (_name, text, expected) => {
    await expect(code.run("condition", python(text), [state])).rejects.toMatchObject({ code: expected });
  });
});
