import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { scriptedAgent } from "../../pipeline/testing/scripted-agent.ts";
import { scriptedModel } from "../../pipeline/testing/scripted-model.ts";
import { contentOf, namesIn, testFolder } from "../../workspaces/testing/test-folder.ts";
import { judgeOf } from "../testing/judge-of.ts";
import { investigate } from "./investigate.ts";
import type { InvestigateRequest, InvestigationMaterial } from "./investigation.ts";
import { agenticTraitsPrompt } from "./prompts/agentic-traits.ts";
import { investigatingJudge, material } from "./testing/investigating-judge.ts";

const limits = { maxTurns: 7, timeoutMs: 9000 };
const requestFor = (seen: InvestigationMaterial): InvestigateRequest => ({
  prompt: (shown) => agenticTraitsPrompt({ traits: [], material: shown, commands: "none" }),
  instructions: null,
  material: seen,
  limits,
});
const whole = { contextMode: "trace_and_workspace", traceAsFile: false } as const;

/** An answer's workspace with one file, and what judges are given beside it. */
async function answered() {
  const folder = await testFolder();
  await folder.write({ "root/task/parser.ts": "broken" });
  const provider = folder.provider();
  const workspace = await provider.prepare({ questionId: "q1", source: "task", replicate: null });
  const emptyFolder = () =>
    provider.prepare({ questionId: "q1", source: null, replicate: null, purpose: "judge" });
  return {
    ...{ folder, workspace, answer: material(workspace, { emptyFolder }) },
    async [Symbol.asyncDispose]() {
      await provider[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

describe("what an investigator sees", () => {
  test.each([
    ["workspace_only", false, ["parser.ts"], false],
    // nothing asks for this: the trace stays hidden all the same
    ["workspace_only", true, ["parser.ts"], false],
    ["trace_and_workspace", false, ["parser.ts"], true],
    ["trace_and_workspace", true, ["parser.ts", "traces/q1_trace.txt"], false],
    ["trace_only", true, ["traces/q1_trace.txt"], false],
  ] as const)("%s, trace as file: %s", async (contextMode, traceAsFile, files, inPrompt) => {
    await using given = await answered();
    const before = contentOf(given.workspace.path);
    const agent = scriptedAgent(async ({ list }) => (await list()).join());
    const { judge } = investigatingJudge(agent, scriptedModel([]));
    const found = await investigate(judge, requestFor({ ...given.answer, contextMode, traceAsFile }));
    expect(found.report).toBe(files.join());
    const [sent] = agent.requests;
    expect(JSON.stringify(sent?.messages).includes("I mended the parser.")).toBe(inPrompt);
    expect(JSON.stringify(sent?.messages).includes("traces/q1_trace.txt")).toBe(
      files.length > 1 || contextMode === "trace_only",
    );
    expect(sent).toMatchObject({ ...limits, tools: [], signal: judge.signal });
    // what a judge is shown never comes into the answer's own folder
    expect(contentOf(given.workspace.path)).toEqual(before);
  });

  test("trace_only with the trace in the prompt: one plain call, no agent and no folder", async () => {
    const { judge, model } = investigatingJudge(null, scriptedModel(["It claims success."]), {
      timeoutMs: 60_000,
    });
    const seen = { ...material(null), contextMode: "trace_only", traceAsFile: false } as const;
    const found = await investigate(judge, requestFor(seen));
    expect(found).toMatchObject({ report: "It claims success.", trace: "It claims success." });
    // the investigation's own limit is the shorter one
    expect(model.requests[0]).toMatchObject({ temperature: 0, timeoutMs: limits.timeoutMs });
  });

  test("the file has the whole trace", async () => {
    await using given = await answered();
    const agent = scriptedAgent(({ read }) => read("traces/q1_trace.txt"));
    const { judge } = investigatingJudge(agent, scriptedModel([]));
    const seen = { ...given.answer, contextMode: "trace_only", traceAsFile: true } as const;
    expect((await investigate(judge, requestFor(seen))).report).toBe("I mended the parser.");
  });

  test("no prompt names a path of this machine", async () => {
    await using given = await answered();
    const agent = scriptedAgent(async () => "Seen.");
    await investigate(
      investigatingJudge(agent, scriptedModel([])).judge,
      requestFor({ ...given.answer, ...whole, traceAsFile: true }),
    );
    expect(JSON.stringify(agent.requests[0]?.messages)).not.toContain(given.folder.root);
  });
});

describe("what the answering side left does not keep the trace from its judge", () => {
  test.each([
    ["a file where its folder goes", (at: string) => writeFileSync(join(at, "traces"), "mine")],
    [
      "a folder of its name",
      (at: string) => mkdirSync(join(at, "traces/q1_trace.txt/x"), { recursive: true }),
    ],
    ["a link to elsewhere", (at: string) => symlinkSync("..", join(at, "traces"))],
    [
      "all of these in turn",
      (at: string) => {
        writeFileSync(join(at, "traces"), "mine");
        symlinkSync(at, join(at, "traces_2"));
        mkdirSync(join(at, "traces_3/q1_trace.txt"), { recursive: true });
      },
    ],
  ])("%s", async (_name, leave) => {
    await using given = await answered();
    leave(given.workspace.path);
    const before = contentOf(given.workspace.path);
    const agent = scriptedAgent(({ read }, { messages }) => {
      const [file] = /traces\w*\/q1_trace\.txt/.exec(JSON.stringify(messages)) ?? ["not named"];
      return read(file);
    });
    const { judge } = investigatingJudge(agent, scriptedModel([]));
    const seen = { ...given.answer, contextMode: "trace_and_workspace", traceAsFile: true } as const;
    expect((await investigate(judge, requestFor(seen))).report).toBe("I mended the parser.");
    expect(contentOf(given.workspace.path)).toEqual(before);
  });
});

describe("copies", () => {
  test("what one judge changes, neither the answer nor the next judge sees; nothing stays", async () => {
    await using given = await answered();
    const agent = scriptedAgent(async ({ read, write }) => {
      const text = await read("parser.ts");
      await write("parser.ts", "mended by the judge");
      return text;
    });
    const { judge } = investigatingJudge(agent, scriptedModel([]));
    for (let look = 0; look < 2; look += 1) {
      expect((await investigate(judge, requestFor({ ...given.answer, ...whole }))).report).toBe("broken");
    }
    expect(namesIn(given.folder.root).filter((name) => name.includes("judges/"))).toEqual([]);
  });

  test.each(["fails", "is cancelled"])("a copy goes also when the agent %s", async (how) => {
    await using given = await answered();
    const cancelling = new AbortController();
    const agent = scriptedAgent(async () => {
      if (how === "fails") throw new Error("down");
      cancelling.abort();
      return "too late";
    });
    const { judge } = investigatingJudge(agent, scriptedModel([]), { signal: cancelling.signal });
    await expect(investigate(judge, requestFor({ ...given.answer, ...whole }))).rejects.toThrow(
      how === "fails" ? "down" : "The agent was cancelled.",
    );
    expect(namesIn(given.folder.root).filter((name) => name.includes("judges/"))).toEqual([]);
  });

  test("nothing begins after a cancellation", async () => {
    const { judge, model } = investigatingJudge(null, scriptedModel(["never said"]), {
      signal: AbortSignal.abort(),
    });
    const seen = { ...material(null), contextMode: "trace_only", traceAsFile: false } as const;
    await expect(investigate(judge, requestFor(seen))).rejects.toThrow();
    expect(model.requests).toEqual([]);
  });
});

describe("an investigation without a result keeps its trace", () => {
  test.each([
    ["its turn limit", { text: "Let me see", limitReached: true }, "it ran into its turn limit"],
    ["its time limit", { text: "Let me see", timeoutReached: true }, "it ran out of time"],
    ["its length limit", { text: "Let me see", finishReason: "length" }, "its reply was cut off"],
    ["a refusal", { text: "Let me see", finishReason: "refusal" }, "the judge refused"],
    ["no final message", { outputs: ["Let me see"] }, "it has no result: The last message of the trace"],
  ] as const)("%s", async (_name, end, unfinished) => {
    await using given = await answered();
    const { judge } = investigatingJudge(
      scriptedAgent(async () => end),
      scriptedModel([]),
    );
    const found = await investigate(judge, requestFor({ ...given.answer, ...whole }));
    expect(found).toMatchObject({ report: null, trace: expect.stringContaining("Let me see") });
    expect(found.unfinished).toContain(unfinished);
  });

  test.each([
    ["length", "its reply was cut off"],
    ["refusal", "the judge refused"],
  ] as const)("a plain reply that ends by %s", async (finishReason, unfinished) => {
    const model = scriptedModel(["I cannot"], { reply: { finishReason } });
    const judge = { ...judgeOf(model), agent: null };
    const seen = { ...material(null), contextMode: "trace_only", traceAsFile: false } as const;
    const found = await investigate(judge, requestFor(seen));
    expect(found).toMatchObject({ report: null, unfinished, trace: "I cannot" });
  });
});

describe("what cannot be investigated is an error that says what to do", () => {
  test.each([
    ["a model without an agent", null],
    ["an agent without tools of its own", scriptedAgent(async () => "never", { tier: "tool_loop" })],
  ])("%s", async (_name, agent) => {
    await using given = await answered();
    const { judge } = investigatingJudge(agent, scriptedModel([]));
    const looking = investigate(judge, requestFor({ ...given.answer, ...whole }));
    await expect(looking).rejects.toMatchObject({
      code: "configuration",
      hint: expect.stringContaining("workspace_agent"),
    });
    expect(namesIn(given.folder.root).filter((name) => name.includes("judges/"))).toEqual([]);
  });

  test("an answer without a workspace is not judged by its words in place of its work", async () => {
    const agent = scriptedAgent(async () => "never");
    const { judge } = investigatingJudge(agent, scriptedModel([]));
    const looking = investigate(judge, requestFor({ ...material(null), ...whole }));
    await expect(looking).rejects.toMatchObject({ code: "configuration" });
    expect(agent.requests).toEqual([]);
  });
});
