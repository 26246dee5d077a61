import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { agenticTrait, mergedRubric, rubric } from "../rubric/index.ts";
import { sharedAnswers } from "../run/index.ts";
import type { WorkspaceProviderOptions } from "../workspaces/provider-options.ts";
import { namesIn, type TestFolder, testFolder } from "../workspaces/testing/test-folder.ts";
import { type AgenticRun, answeringWith, recording, runAgentic } from "./testing/agentic-run.ts";
import type { AgentScript } from "./testing/scripted-agent.ts";

let folder: TestFolder;
beforeEach(async () => {
  folder = await testFolder();
  await folder.write({ "root/task/parser.ts": "starter" });
});
afterEach(() => folder[Symbol.asyncDispose]());

const leftovers = () => namesIn(folder.root).filter((name) => /_run_|judges\//.test(name));
const produced = () => ({ output: { mode: "produced", dir: folder.captures, exclude: [] } }) as const;
const captures = () =>
  existsSync(folder.captures) ? namesIn(folder.captures).filter((name) => name.includes("__")) : [];

/** Judges named a, b, … of one answer, one after the other. */
async function judges(
  names: readonly string[],
  given: Partial<AgenticRun> & { readonly provided?: Partial<WorkspaceProviderOptions> } = {},
) {
  await using provider = folder.provider(given.provided);
  await using answers = sharedAnswers();
  const results = [];
  for (const judge of names) {
    results.push(await runAgentic({ provider, answers, judges: names.length, judge, ...given }));
  }
  const untilLast = leftovers();
  await answers[Symbol.asyncDispose]();
  return { results, untilLast, stillThere: leftovers() };
}

describe("two judges of one answer", () => {
  test("see the same files, whatever the first did to them; the folder goes after the last", async () => {
    const vandal: AgentScript = async ({ list, read, write }) => {
      const seen = `${await list()}, line 1: ${await read("parser.ts")}`;
      await write("parser.ts", "vandalised");
      await write("notes.txt", "I was here");
      return seen;
    };
    const { results, untilLast, stillThere } = await judges(["a", "b"], { looking: vandal });
    const reports = results.map(({ template }) => template?.investigationTrace);
    expect(reports).toEqual(["parser.ts, line 1: broken", "parser.ts, line 1: broken"]);
    expect(results.map(({ answering }) => answering.requests.length)).toEqual([1, 0]);
    expect(untilLast.filter((name) => name.endsWith("parser.ts"))).toHaveLength(1);
    expect(stillThere).toEqual([]);
  });

  test("a trace that is kept for one is not seen by the other", async () => {
    const listing: AgentScript = async ({ list }) => (await list()).join();
    const keeping = agenticTrait({
      ...{ name: "claims", description: "Is it true?", kind: "boolean" },
      ...{ materializeTrace: true, persistTrace: true },
    });
    const { results, untilLast, stillThere } = await judges(["a", "b"], {
      looking: listing,
      rubric: mergedRubricOf(keeping),
      options: { evaluationMode: "template_and_rubric" },
      steps: [recording, { json: { result: false } }],
      provided: { ...produced(), cleanup: false },
    });
    for (const { template, rubric: judged } of results) {
      expect(template?.investigationTrace).toBe("parser.ts");
      expect(judged?.agenticTraitInvestigationTraces).toEqual({ claims: "parser.ts,traces/q1_trace.txt" });
    }
    expect(captures().filter((name) => name.endsWith("traces/q1_trace.txt"))).toHaveLength(2);
    const kept = (names: readonly string[]) => names.filter((name) => name.endsWith("q1_trace.txt"));
    expect([kept(untilLast).length, kept(stillThere).length]).toEqual([0, 1]);
  });
});

describe("the trace as a file", () => {
  const parsing = { context: "trace_and_workspace", materializeTrace: true } as const;
  const reading: AgentScript = ({ read }) => read("traces/q1_trace.txt");

  test("is what the agent reads in place of the prompt, and is not among what is captured", async () => {
    const { results } = await judges(["a"], { parsing, looking: reading, provided: produced() });
    const [result] = results;
    expect(result?.template?.investigationTrace).toContain("I mended the parser.");
    expect(result?.template?.investigationTrace).toBe(result?.template?.rawLlmResponse);
    expect(JSON.stringify(result?.looks[0]?.messages)).not.toContain("I mended the parser.");
    expect(captures().filter((name) => name.includes("trace"))).toEqual([]);
    expect(captures().filter((name) => name.endsWith("parser.ts"))).toHaveLength(1);
  });

  test("is captured where it is to persist, and stays in a folder that stays", async () => {
    const kept = { ...parsing, persistTrace: true };
    const { results, stillThere } = await judges(["a"], {
      ...{ parsing: kept, looking: reading },
      provided: { ...produced(), cleanup: false },
    });
    const [captured] = captures().filter((name) => name.endsWith("traces/q1_trace.txt"));
    const text = readFileSync(path.join(folder.captures, captured ?? ""), "utf8");
    expect(text).toBe(results[0]?.template?.rawLlmResponse);
    expect(stillThere.filter((name) => name.endsWith("traces/q1_trace.txt"))).toHaveLength(1);
    expect(results[0]?.metadata.warnings).toEqual([expect.stringContaining("The workspace was kept")]);
  });

  test("with trace_only it is all the agent has, in a folder that always goes", async () => {
    const { results, stillThere } = await judges(["a"], {
      parsing: { ...parsing, context: "trace_only" },
      looking: async ({ list }) => (await list()).join(),
      provided: { cleanup: false },
    });
    expect(results[0]?.template?.investigationTrace).toBe("traces/q1_trace.txt");
    expect(stillThere.filter((name) => name.includes("judges/"))).toEqual([]);
  });
});

test("trace_only with the trace in the prompt: the judge reads, no agent is needed", async () => {
  const { results } = await judges(["a"], {
    ...{ parsing: { context: "trace_only" }, looking: null },
    steps: ["It claims success.", { json: { works: true } }],
  });
  const [result] = results;
  expect(result?.template).toMatchObject({
    ...{ investigationTrace: "It claims success.", agenticParsingPerformed: true, verifyResult: true },
  });
  expect(JSON.stringify(result?.model.requests[0]?.messages)).toContain("I mended the parser.");
  expect(result?.usedFullTrace).toBe(true);
});

test("agents work in the question's own folder only where that is asked for; judges never do", async () => {
  const looking: AgentScript = async ({ read, write }) => {
    const seen = `line 1: ${await read("parser.ts")}`;
    await write("parser.ts", "vandalised");
    return seen;
  };
  await judges(["a"], {
    ...{ looking, provided: { copy: false } },
    parsing: { context: "trace_and_workspace", materializeTrace: true, persistTrace: true },
    answering: answeringWith("mended"),
  });
  expect(readFileSync(path.join(folder.root, "task/parser.ts"), "utf8")).toBe("mended");
  expect(namesIn(path.join(folder.root, "task"))).toEqual(["parser.ts"]);
});

test("a plain model has no folder, but a trait may look at the question's files", async () => {
  const looking: AgentScript = async ({ read }) => `line 1: ${await read("parser.ts")}`;
  const works = agenticTrait({ name: "works", description: "Does it work?", kind: "boolean" });
  const { results } = await judges(["a"], {
    ...{ looking, answering: "I would mend it.", rubric: mergedRubricOf(works) },
    steps: [{ json: { result: false } }],
    options: { evaluationMode: "rubric_only" },
  });
  expect(results[0]?.rubric?.agenticTraitInvestigationTraces).toEqual({ works: "line 1: starter" });
});

test("a cancellation while a judge looks leaves nothing", async () => {
  const cancelling = new AbortController();
  const looking: AgentScript = async () => {
    cancelling.abort();
    return "too late";
  };
  const running = judges(["a"], { looking, steps: [], signal: cancelling.signal });
  await expect(running).rejects.toMatchObject({ code: "cancelled" });
  expect(leftovers()).toEqual([]);
});

function mergedRubricOf(trait: ReturnType<typeof agenticTrait>): NonNullable<AgenticRun["rubric"]> {
  const merged = mergedRubric(rubric([trait]), undefined, "this test");
  return { ...merged, dynamic: null, traitNames: null };
}
