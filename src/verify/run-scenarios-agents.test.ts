import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { isJsonObject, type JsonObject, systemClock } from "../base/index.ts";
import { scenario } from "../benchmark/index.ts";
import { echoServer } from "../mcp/testing/fault-source.ts";
import { embeddingsReply, openAiWire, startModelServer } from "../models/testing/index.ts";
import { answerTemplate, exactMatch, verified } from "../template/index.ts";
import { askedOf, asks, modelsOn, walkingBenchmark, walksOf, walkThrough } from "./testing/walking.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "walks-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Asks for calls of tools, turn by turn, and then says that it is done. */
function working(calls: readonly (readonly { readonly name: string; readonly input: JsonObject }[])[]) {
  return ({ body }: { readonly body: JsonObject }) => {
    if (body.response_format !== undefined) return { body: openAiWire.reply({ text: '{"ok":true,"x":1}' }) };
    const messages = Array.isArray(body.messages) ? body.messages.filter(isJsonObject) : [];
    const turn = messages.filter(({ role }) => role === "user").length - 1;
    const last = messages.findLastIndex(({ role }) => role === "user");
    const done = messages.slice(last).filter(({ role }) => role === "tool").length;
    const next = calls[turn]?.[done];
    if (next === undefined || body.tools === undefined)
      return { body: openAiWire.reply({ text: "ok=true x=1" }) };
    return { body: openAiWire.reply({ text: "", calls: [{ id: `call-${turn}-${done}`, ...next }] }) };
  };
}

const twoTurns = (more: object = {}) =>
  scenario({
    name: "works",
    nodes: {
      writes: { question: { ...asks("Write it.").question, workspacePath: "task" } },
      reads: asks("Read it."),
    },
    edges: [{ from: "writes", to: "reads", ...more }],
    entry: "writes",
  });

describe("an agent", () => {
  const agentAt = (url: string) => ({
    ...{ modelName: "m", endpointBaseUrl: url, interface: "workspace_agent" as const },
    agentRuntime: { backend: "none" as const },
  });

  test("works in one folder for all turns, which is gone afterwards; captures tell the turns apart", async () => {
    await mkdir(path.join(folder, "task"));
    await writeFile(path.join(folder, "task", "note.txt"), "17");
    const write = { name: "write_file", input: { path: "answer.txt", content: "It is 17." } };
    const read = { name: "read_file", input: { path: "answer.txt" } };
    await using server = await startModelServer(working([[write], [read]]), { probes: true });
    const benchmark = walkingBenchmark(twoTurns());
    benchmark.workspaceRoot = folder;
    const config = { ...modelsOn(server), answeringModels: [agentAt(server.url)] };
    const kept = path.join(folder, "kept");
    const set = await walkThrough(benchmark, {
      ...config,
      workspaceOutputMode: "produced",
      workspaceOutputDir: kept,
    });
    expect(walksOf(set)).toEqual(["completed: writes reads"]);
    expect(JSON.stringify(set.results[1]?.template?.traceMessages)).toContain("It is 17.");
    expect(set.scenarioResults?.[0]?.warnings).toEqual([]);
    expect(await readdir(path.join(folder, "task"))).toEqual(["note.txt"]);
    const captured = (await readdir(kept, { recursive: true })).filter((name) => name.endsWith("answer.txt"));
    expect(captured).toHaveLength(2);
    // a walk that was cut begins again: nobody knows what has become of its folder
    const output = path.join(folder, "run.jsonl");
    await walkThrough(benchmark, config, { output });
    const lines = (await readFile(output, "utf8")).split("\n");
    await writeFile(output, `${lines.slice(0, 2).join("\n")}\n`);
    const asked = server.requests.length;
    const resumed = await walkThrough(benchmark, config, { output, resume: true });
    expect(walksOf(resumed)).toEqual(["completed: writes reads"]);
    expect(resumed.results).toHaveLength(2);
    expect(server.requests.length - asked).toBeGreaterThan(5);
  });

  test("finds what was said in a file that is handed over", async () => {
    await mkdir(path.join(folder, "task"));
    let handed = "";
    await using server = await startModelServer(
      (request) => {
        const { last } = askedOf(request);
        handed = /traces\/\S+/.exec(last)?.[0] ?? handed;
        return working([[{ name: "read_file", input: { path: handed } }]])(request);
      },
      { probes: true },
    );
    const benchmark = walkingBenchmark(twoTurns({ handover: "transcript_materialize" }));
    benchmark.workspaceRoot = folder;
    const config = { ...modelsOn(server), answeringModels: [agentAt(server.url)] };
    await expect(walkThrough(walkingBenchmark(twoTurns()), config)).rejects.toThrow(
      'cannot be found without a workspace root: scenario "works" node "writes".',
    );
    const set = await walkThrough(benchmark, config);
    expect(walksOf(set)).toEqual(["completed: writes reads"]);
    expect(JSON.stringify(set.results[1]?.template?.traceMessages)).toContain("KARENINA CONVERSATION TRACE");
    await expect(walkThrough(benchmark, modelsOn(server))).rejects.toThrow(
      "works: the handover transcript_materialize writes files for an agent that works in a folder, and m (openai_endpoint) is none",
    );
    await expect(walkThrough(benchmark, { ...config, workspaceCopy: false })).rejects.toThrow(
      "would write into task, which is used in place",
    );
  });

  test("has the files of all nodes from the beginning, and is told in each turn of those of its question", async () => {
    await mkdir(path.join(folder, "task"));
    for (const name of ["one", "two"]) await writeFile(path.join(folder, `${name}.txt`), `This is ${name}.`);
    const asked: string[] = [];
    const read = (name: string) => ({ name: "read_file", input: { path: `attachments/${name}.txt` } });
    const work = working([[read("one"), read("two")], [read("one")]]);
    await using server = await startModelServer(
      (request) => {
        const { kind, last } = askedOf(request);
        if (kind === "answer" && last.startsWith("user: ")) asked.push(last);
        return work(request);
      },
      { probes: true },
    );
    const node = (text: string, file: string) => ({
      question: { ...asks(text).question, workspacePath: "task", attachments: [file] },
    });
    const benchmark = walkingBenchmark(
      scenario({
        name: "files",
        nodes: { first: node("Read one.", "one.txt"), second: node("Read two.", "two.txt") },
        edges: [{ from: "first", to: "second" }],
        entry: "first",
      }),
    );
    Object.assign(benchmark, { workspaceRoot: folder, attachmentsRoot: folder });
    const config = { ...modelsOn(server), answeringModels: [agentAt(server.url)] };
    const set = await walkThrough(benchmark, config);
    expect(walksOf(set)).toEqual(["completed: first second"]);
    const [first, second] = set.results.map(({ template }) => JSON.stringify(template?.traceMessages));
    expect(first).toMatch(/This is one\.[\s\S]*This is two\./);
    expect(second).toContain("This is one.");
    expect(asked.map((text) => [text.includes("one.txt"), text.includes("two.txt")])).toEqual([
      [true, false],
      [false, true],
    ]);
    expect(await readdir(path.join(folder, "task"))).toEqual([]);
  });

  test("is judged by a judge that looks into the folder as each turn has left it", async () => {
    await mkdir(path.join(folder, "task"));
    const write = (content: string) => ({ name: "write_file", input: { path: "answer.txt", content } });
    const look = { name: "read_file", input: { path: "answer.txt" } };
    await using server = await startModelServer(working([[write("It is 17.")], [write("It is 18.")]]), {
      probes: true,
    });
    await using judge = await startModelServer(working([[look]]), { probes: true });
    const benchmark = walkingBenchmark(twoTurns());
    benchmark.workspaceRoot = folder;
    const set = await walkThrough(benchmark, {
      ...modelsOn(server),
      ...{
        answeringModels: [agentAt(server.url)],
        parsingModels: [agentAt(judge.url)],
        agenticParsing: true,
      },
    });
    expect(walksOf(set)).toEqual(["completed: writes reads"]);
    const traces = set.results.map(({ template }) => template?.investigationTrace ?? "");
    expect(traces.map((trace) => [trace.includes("It is 17."), trace.includes("It is 18.")])).toEqual([
      [true, false],
      [false, true],
    ]);
    expect(set.results.map(({ template }) => template?.verifyResult)).toEqual([true, true]);
  });

  test("goes without the tools that a node filters", async () => {
    const offered: string[][] = [];
    await using server = await startModelServer(
      (request) => {
        const { tools } = request.body;
        if (request.body.response_format === undefined && askedOf(request).kind === "answer")
          offered.push(
            (Array.isArray(tools) ? tools : []).map((tool) =>
              isJsonObject(tool) && isJsonObject(tool.function) ? String(tool.function.name) : "",
            ),
          );
        return working([])(request);
      },
      { probes: true },
    );
    const filtered = (remove: { server: string; tool?: string }[]) =>
      walkingBenchmark(
        scenario({
          name: "filtered",
          nodes: { all: asks("A?"), some: { ...asks("B?"), toolFilter: { remove } } },
          edges: [{ from: "all", to: "some" }],
          entry: "all",
        }),
      );
    const config = {
      ...modelsOn(server),
      answeringModels: [
        { modelName: "m", endpointBaseUrl: server.url, mcpUrlsDict: { everything: echoServer } },
      ],
    };
    const walked = (remove: { server: string; tool?: string }[]) =>
      walkThrough(filtered(remove), config, { clock: systemClock });
    await walked([{ server: "everything", tool: "echo" }]);
    expect(offered[0]).toContain("echo");
    expect(offered[1]).toEqual(offered[0]?.filter((name) => name !== "echo"));
    await walked([{ server: "everything" }]);
    expect(offered[3]).toEqual([]);
    await expect(walked([{ server: "shop" }])).rejects.toThrow(
      'filtered, node some: it goes without tools of "shop", and no model under test has such a server; there are everything',
    );
    await expect(walked([{ server: "everything", tool: "ecko" }])).rejects.toThrow(
      'goes without the tool "ecko" of "everything", which has none of that name',
    );
  });
});

test("a model calls tools of an MCP server in several turns, and is shown the calls of those before", async () => {
  const echo = (message: string) => ({ name: "echo", input: { message } });
  const shown: string[] = [];
  const work = working([[echo("one")], [echo("two")], []]);
  await using server = await startModelServer(
    (request) => {
      if (askedOf(request).kind === "answer") shown.push(JSON.stringify(request.body.messages));
      return work(request);
    },
    { probes: true },
  );
  const set = await walkThrough(
    walkingBenchmark(
      scenario({
        name: "calls",
        nodes: { a: asks("A?"), b: asks("B?"), c: asks("C?") },
        edges: [
          { from: "a", to: "b" },
          { from: "b", to: "c" },
        ],
        entry: "a",
      }),
    ),
    {
      ...modelsOn(server),
      answeringModels: [
        { modelName: "m", endpointBaseUrl: server.url, mcpUrlsDict: { everything: echoServer } },
      ],
    },
    { clock: systemClock },
  );
  expect(walksOf(set)).toEqual(["completed: a b c"]);
  expect(set.results.map(({ template }) => template?.traceMessages.map(({ role }) => role))).toEqual([
    ["assistant", "tool", "assistant"],
    ["assistant", "tool", "assistant"],
    ["assistant"],
  ]);
  expect(shown.map((text) => [text.includes("Echo: one"), text.includes("Echo: two")])).toEqual([
    [false, false],
    [true, false],
    [true, false],
    [true, true],
    [true, true],
  ]);
});

test("a walk goes by the verdict that the embedding check gives a turn", async () => {
  const target = { description: "The target", groundTruth: "BCL2", verifyWith: exactMatch() };
  const question = {
    ...{ question: "Which target?", rawAnswer: "BCL2" },
    template: answerTemplate({ target: verified(z.string(), target) }),
  };
  const walked = async (alike: boolean) => {
    await using server = await startModelServer(
      ({ path: asked, body }) => {
        if (asked.endsWith("/embeddings"))
          return {
            body: embeddingsReply([[1, 0], alike ? [1, 0] : [0, 1]].slice(0, [body.input].flat().length)),
          };
        const format = JSON.stringify(body.response_format ?? "");
        if (format === '""') return { body: openAiWire.reply({ text: "It is B-cell lymphoma 2." }) };
        const fields = format.includes('"target"')
          ? { target: "B-cell lymphoma 2" }
          : Object.fromEntries(
              [...format.matchAll(/"(\w+)":\{"type":"(boolean|string)"/g)].map(([, name, type]) => [
                name,
                type === "boolean" ? true : "so",
              ]),
            );
        return { body: openAiWire.reply({ text: JSON.stringify(fields) }) };
      },
      { probes: true },
    );
    const set = await walkThrough(
      walkingBenchmark(
        scenario({
          name: "meaning",
          nodes: { asks: { question }, right: asks("Thank you."), wrong: asks("No.") },
          edges: [
            { from: "asks", to: "right", when: { verify_result: true } },
            { from: "asks", to: "wrong" },
          ],
          entry: "asks",
        }),
      ),
      { ...modelsOn(server), embeddingCheckEnabled: true, embeddingCheckBaseUrl: server.url },
    );
    const [first] = set.results;
    return [
      walksOf(set)[0]?.split(": ")[1],
      first?.template?.embeddingCheckPerformed,
      first?.template?.verifyResult,
    ];
  };
  expect(await walked(true)).toEqual(["asks right", true, true]);
  expect(await walked(false)).toEqual(["asks wrong", true, false]);
});
