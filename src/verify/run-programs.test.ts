import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { firstCases } from "../base/testing/property-runs.ts";
import { until } from "../base/testing/until.ts";
import type { ModelConfig } from "../config/settings/model-config.ts";
import { isRunning } from "../mcp/testing/processes.ts";
import { outcomeOf } from "../result/index.ts";
import { judgeLlm, runOne, runOwn } from "./testing/own-model-run.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "programs-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A program whose lines are handled by `body`, with `ask`, the question's line, and `say`, which answers it. */
async function program(body: string, settings: ModelConfig = {}): Promise<ModelConfig> {
  const file = path.join(folder, "app.mjs");
  await writeFile(
    file,
    `import { createInterface } from "node:readline";
     import { appendFileSync, readFileSync } from "node:fs";
     import { spawn } from "node:child_process";
     const notes = ${JSON.stringify(path.join(folder, "notes"))};
     const note = (text) => appendFileSync(notes, text + "\\n");
     const say = (told) => process.stdout.write(JSON.stringify(told) + "\\n");
     note("start " + process.pid);
     for await (const line of createInterface({ input: process.stdin })) {
       const ask = JSON.parse(line);
       ${body}
     }`,
  );
  return { id: "mine", command: `"${process.execPath}" "${file}"`, ...settings };
}

const notes = async () => (await readFile(path.join(folder, "notes"), "utf8")).trim().split("\n");
const pids = async () =>
  (await notes()).flatMap((line) => (/^(?:start|child) \d+$/.test(line) ? [Number(line.split(" ")[1])] : []));
const environment = { PATH: process.env.PATH };

async function allGone(): Promise<void> {
  const started = await pids();
  expect(started.length).toBeGreaterThan(0);
  await until(() => started.every((pid) => !isRunning(pid)));
}

test("a program is asked by a line of JSON and answers by one; its error output is kept", async () => {
  const model = await program(
    `note(line);
     console.error("looked it up", process.env.SECRET_TOKEN, process.env.SHOWN);
     say({ text: "It is BCL2.", contexts: [{ text: "binds BCL2", id: 7, source: "a.md", score: 0.5 }, "more"],
       usage: { input_tokens: 3, output_tokens: 2, cost_usd: 0.5 }, model: "chain-3",
       trace: [{ role: "assistant", content: "", tool_calls: [{ id: "1", name: "look", input: {} }] },
               { role: "tool", content: "BCL2", tool_result: { tool_use_id: "1" } }] });`,
    { systemPrompt: "Be brief." },
  );
  const command = `SHOWN=$SHOWN ${model.command}`;
  const result = await runOne({
    model: { ...model, command },
    options: { environment: { ...environment, SHOWN: "shown-to-it-0001", SECRET_TOKEN: "not-for-it-0001" } },
  });
  const [, line = ""] = await notes();
  expect(JSON.parse(line)).toEqual({
    id: 1,
    question: "What does venetoclax bind?",
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", content: "What does venetoclax bind?" },
    ],
    attachments: [],
    workspace: null,
    replicate: 1,
  });
  expect(outcomeOf(result)).toBe("pass");
  expect(result.metadata.answering).toMatchObject({ interface: "program", modelName: "program" });
  expect(result.template).toMatchObject({
    retrievedContexts: [
      { text: "binds BCL2", id: "7", source: "a.md", score: 0.5 },
      { text: "more", id: null, source: null, score: null },
    ],
    answeringLog: "looked it up undefined [hidden]\n",
    usageMetadata: { answer_generation: { inputTokens: 3, outputTokens: 2, costUsd: 0.5, model: "chain-3" } },
    agentMetrics: { toolCalls: 1 },
  });
  await allGone();
});

describe("processes", () => {
  test("whose lines do not come in time are told how to write them, with what they wrote to their error output", async () => {
    const model = await program('console.error("loading " + ask.question); note(line);', {
      ...{ commandProcesses: 1, agentTimeout: 1 },
    });
    const config = { outagePatienceSeconds: 0, retryPolicy: { timeout: { maxAttempts: 0 } } };
    const result = await runOne({ model, config, options: { environment } });
    expect(result.metadata.failure?.reason).toMatch(
      /within 1 s; .* flush=True.*; its error output: loading What does/,
    );
    await allGone();
  });

  const questions = ["One?", "Two?", "Three?", "Four?"];
  const config = { asyncMaxWorkers: 4 };

  test("are one for each question, or so many that go on from question to question", async () => {
    const answering = 'say({ id: ask.id, text: "BCL2" });';
    const each = await program(answering);
    expect(
      (await runOwn({ model: each, questions, config, options: { environment } })).map(outcomeOf),
    ).toEqual(questions.map(() => "pass"));
    expect(await pids()).toHaveLength(4);
    await rm(path.join(folder, "notes"));
    const pool = await program(answering, { commandProcesses: 1 });
    const judge = { id: "judge", llm: judgeLlm(4) };
    const results = await runOwn({ model: pool, judge, questions, config, options: { environment } });
    expect(results.map(outcomeOf)).toEqual(questions.map(() => "pass"));
    expect(await pids()).toHaveLength(1);
    await allGone();
  });

  test("go on after what they say about one question, and begin anew after their end", async () => {
    const model = await program(
      `if (ask.question === "One?") say({ id: ask.id, no_answer: "not in the manual" });
       else if (ask.question === "Two?") say({ id: ask.id, error: "the index is broken" });
       else if (ask.question === "Three?") { console.error("no memory"); process.exit(3); }
       else say({ id: ask.id, text: "BCL2" });`,
      { commandProcesses: 1 },
    );
    const results = await runOwn({
      model,
      questions,
      config: { asyncEnabled: false },
      judge: { id: "judge", llm: judgeLlm(1) },
      options: { environment },
    });
    expect(results.map(outcomeOf)).toEqual([
      "no_answer",
      "infrastructure_failed",
      "infrastructure_failed",
      "pass",
    ]);
    expect(results.map(({ metadata }) => metadata.failure?.reason)).toEqual([
      "it has no answer: not in the manual",
      'Model "mine": it says: the index is broken',
      'Model "mine": the program ended without an answer: exit code 3; its error output: no memory',
      undefined,
    ]);
    expect(await pids()).toHaveLength(2);
    await allGone();
  });

  test("that say something else, late or unasked, cannot answer another question", async () => {
    const model = await program(
      `if (ask.question === "One?") { say({ id: ask.id, text: "BCL2" }); say({ id: ask.id, text: "late" }); }
       else if (ask.question === "Two?") say({ id: ask.id, text: "BCL2" });
       else say({ text: "whose?" });`,
      { commandProcesses: 1 },
    );
    const results = await runOwn({
      model,
      questions: questions.slice(0, 3),
      config: { asyncEnabled: false },
      judge: { id: "judge", llm: judgeLlm(2) },
      options: { environment },
    });
    expect(results.map(outcomeOf)).toEqual(["pass", "pass", "infrastructure_failed"]);
    expect(results[2]?.metadata.failure?.reason).toContain("must have the id of the question, 3; found none");
    await allGone();
  });
});

describe("a program that", () => {
  const child = 'note("child " + spawn("sleep", ["600"], { stdio: "ignore" }).pid);';

  test.each<[string, string, ModelConfig, RegExp, string]>([
    [
      "hangs",
      `${child} await new Promise(() => setInterval(() => {}, 1000));`,
      { agentTimeout: 0.4 },
      /gave no answer within 0.4 s/,
      "timeout",
    ],
    [
      "hangs and does not want to end",
      `process.on("SIGTERM", () => {}); ${child} await new Promise(() => setInterval(() => {}, 1000));`,
      { agentTimeout: 0.4 },
      /gave no answer within 0.4 s/,
      "timeout",
    ],
    [
      "dies",
      `${child} process.kill(process.pid, "SIGKILL");`,
      {},
      /ended without an answer: SIGKILL/,
      "connection",
    ],
    [
      "says nonsense",
      `${child} console.log("<html>");`,
      {},
      /its line is no JSON: "<html>"/,
      "unexpected_error",
    ],
    [
      "says nothing of use",
      `say({ id: ask.id, answer: "BCL2" });`,
      {},
      /unknown member "answer"/,
      "unexpected_error",
    ],
    [
      "answers another question",
      `say({ id: ask.id + 98, text: "BCL2" });`,
      {},
      /(?:is of question 99; it was asked 1|the id of the question, 1; found 99)/,
      "unexpected_error",
    ],
    [
      "ends in the midst of its line",
      `process.stdout.write('{"text":"BCL2'); await new Promise((done) => setTimeout(done, 50)); process.exit(0);`,
      {},
      /ended without an answer: exit code 0/,
      "unexpected_error",
    ],
    [
      "says nothing",
      `${child} process.exit(0);`,
      {},
      /ended without an answer: exit code 0/,
      "unexpected_error",
    ],
    [
      "says 11 MB",
      `say({ id: ask.id, text: "x".repeat(11_000_000) });`,
      {},
      /text: expected at most 10000000 characters/,
      "unexpected_error",
    ],
    [
      "never ends its line",
      `const part = "x".repeat(1_000_000); const more = () => process.stdout.write(part, more); more(); await new Promise(() => {});`,
      {},
      /the program was ended: a message is longer than/,
      "unexpected_error",
    ],
    [
      "never ends its lines",
      `const part = "{}\\n".repeat(10_000); const more = () => process.stdout.write(part, more); more(); await new Promise(() => {});`,
      {},
      /./,
      "unexpected_error",
    ],
    [
      "never ends its error output",
      `const part = "x".repeat(1_000_000); const more = () => process.stderr.write(part, more); more(); await new Promise(() => {});`,
      { agentTimeout: 0.4 },
      /gave no answer within 0.4 s/,
      "timeout",
    ],
  ])(
    "%s is a failure of its task, and nothing of it is left",
    async (_, body, settings, reason, category) => {
      for (const commandProcesses of firstCases(1, [null, 1])) {
        const model = await program(body, { ...settings, commandProcesses });
        const result = await runOne({ model, options: { environment } });
        expect(outcomeOf(result)).toBe("infrastructure_failed");
        expect(result.metadata.failure).toMatchObject({ category });
        expect(result.metadata.failure?.reason).toMatch(reason);
        await allGone();
      }
    },
  );

  test("answers in a last line without an end", async () => {
    const model = await program(
      `process.stdout.write(JSON.stringify({ text: "It is BCL2.", error: null, retry: null }));`,
    );
    expect(outcomeOf(await runOne({ model, options: { environment } }))).toBe("pass");
  });

  test("answers after the run is cancelled is not heard, and ends", async () => {
    const model = await program(`note("asked"); setTimeout(() => say({ id: ask.id, text: "BCL2" }), 300);`, {
      commandProcesses: 1,
    });
    const controller = new AbortController();
    const run = runOne({ model, options: { environment, signal: controller.signal } });
    await until(async () => (await notes().catch((): string[] => [])).includes("asked"));
    controller.abort();
    await expect(run).rejects.toMatchObject({ code: "cancelled" });
    await allGone();
  });

  test("is not there, or may not be started, is told before the run", async () => {
    const refused = (command: string) => runOne({ model: { id: "mine", command }, options: { environment } });
    await expect(refused("no-such-program-of-mine --serve")).rejects.toThrow(
      'The program of model "mine" was not found: expected no-such-program-of-mine in a folder of PATH.',
    );
    await expect(refused("PWD=/ ./no-such --serve")).rejects.toThrow("expected ./no-such at /no-such.");
    const script = path.join(folder, "app.py");
    await writeFile(script, "print()");
    await expect(refused(script)).rejects.toThrow(`is not executable: ${script}.`);
  });

  test("cannot be started although it is there fails its task by its name", async () => {
    const script = path.join(folder, "app");
    await writeFile(script, "#!/no-such-interpreter\n", { mode: 0o755 });
    const result = await runOne({ model: { id: "mine", command: script }, options: { environment } });
    expect(result.metadata.failure).toMatchObject({
      category: "configuration",
      reason: expect.stringMatching(/The program cannot be started: spawn .*app ENOENT/),
    });
  });

  test("asks to be asked again is asked again", async () => {
    const model = await program(
      `note("asked");
       const isFirst = readFileSync(notes, "utf8").split("asked").length === 2;
       say(isFirst ? { retry: "warming up", retry_after_ms: 1 } : { text: "BCL2" });`,
    );
    const result = await runOne({ model, options: { environment } });
    expect(outcomeOf(result)).toBe("pass");
    expect(result.metadata.retryCounts).toMatchObject({ server_error: { used: 1 } });
  });
});

test.each<[string, ModelConfig, RegExp]>([
  ["an address", { command: "https://host/x" }, /command: expected a command line, found an address/],
  [
    "what a shell would read",
    { command: "python app.py | tee log" },
    /command: the program: \| means something only to a shell/,
  ],
  [
    "the folder of a task",
    { command: "python app.py {workspace}" },
    /command: \{workspace\} is not filled in/,
  ],
  [
    "processes of nothing",
    { modelName: "m", modelProvider: "openai", commandProcesses: 2 },
    /command_?[pP]rocesses: is only for interface "program"/,
  ],
])("a command that is %s is refused before the run", async (_, model, message) => {
  await expect(runOne({ model: { id: "mine", ...model } })).rejects.toThrow(message);
});

test("a command with a variable that is not set is refused before the run", async () => {
  const model = { id: "mine", command: "python app.py --key $MY_KEY" };
  await expect(runOne({ model })).rejects.toThrow(
    'The program of model "mine": the environment variable MY_KEY is not set.',
  );
});

test("output in another charset than UTF-8 is a failure, never a broken answer", async () => {
  const model = await program(
    `process.stdout.write(Buffer.from(JSON.stringify({ text: "Z\\u00fcrich: BCL2" }) + "\\n", "latin1"));`,
  );
  const result = await runOne({ model, options: { environment } });
  expect(outcomeOf(result)).toBe("infrastructure_failed");
  expect(result.metadata.failure?.reason).toContain("the program was ended: it writes what is not UTF-8");
  await allGone();
});
