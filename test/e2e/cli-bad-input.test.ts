import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type ServedReply, startModelServer, startOpenAiServer } from "../../src/models/testing/index.ts";
import { type CommandRun, runCommand, spawnCommand } from "./run-command.ts";
import { modelFlags, sampleProject, scripted } from "./sample-project.ts";

const nowhere = modelFlags("http://127.0.0.1:9");

/** Says what is wrong in one place, and never with a stack. */
function expectClear(run: CommandRun, code: number, message: string | RegExp): void {
  expect(run.stderr).toMatch(message);
  expect(run.stderr).not.toMatch(/^ +at /m);
  expect(run.code).toBe(code);
}

describe("before any model is asked", () => {
  test("a module that throws, with the line", async () => {
    await using project = await sampleProject();
    await project.write("b.ts", "\nthrow new Error('boom');");
    // in a process of its own: where a line stands in a module, each process says in its own way
    const run = await spawnCommand(["verify", "b.ts", ...nowhere], { cwd: project.folder });
    expectClear(run, 1, "boom (line 2)");
  });

  test.each<[string, Readonly<Record<string, string>>, readonly string[], number, string]>([
    ["no benchmark", {}, ["verify", "none.jsonld", ...nowhere], 1, "Found no benchmark at"],
    [
      "a truncated benchmark",
      { "b.jsonld": '{"@context": {' },
      ["verify", "b.jsonld", ...nowhere],
      1,
      "b.jsonld",
    ],
    [
      "wrong types",
      { "b.jsonld": '{"@type": "DataFeed", "name": 3}' },
      ["verify", "b.jsonld", ...nowhere],
      1,
      "name",
    ],
    [
      "no benchmark in the module",
      { "b.ts": "export const x = 1;" },
      ["verify", "b.ts", ...nowhere],
      1,
      "it exports only x",
    ],
    [
      "an invalid template in a module",
      {
        "b.ts": [
          'import { answerTemplate, exactMatch, verified } from "karenina";',
          'import * as z from "zod";',
          "answerTemplate({",
          '  v: verified(z.number(), { description: "d", groundTruth: "BCL2" as never, verifyWith: exactMatch() }),',
          "});",
        ].join("\n"),
      },
      ["verify", "b.ts", ...nowhere],
      1,
      'b.ts, line 3: Answer template "Answer" is not valid: field "v": ground truth: expected a number, found "BCL2"',
    ],
    [
      "a misspelt option in a module",
      { "b.ts": 'import { exactMatch } from "karenina";\n\nexactMatch({ normalise: [] } as never);' },
      ["verify", "b.ts", ...nowhere],
      1,
      "b.ts, line 3: ExactMatch: ",
    ],
    [
      "a module of another language",
      { "b.ts": "enum A { B }" },
      ["verify", "b.ts", ...nowhere],
      1,
      "could not be loaded",
    ],
    [
      "a syntax error in TypeScript",
      { "b.ts": "const a: number = 1;\nconst b: string = ;" },
      ["verify", "b.ts", ...nowhere],
      1,
      "b.ts:2:19 could not be loaded: ",
    ],
    [
      "a syntax error in JavaScript",
      { "b.mjs": "const a = 1;\n\nconst b = ;" },
      ["verify", "b.mjs", ...nowhere],
      1,
      "b.mjs:3:11 could not be loaded: ",
    ],
    [
      "a syntax error in what the module imports",
      { "b.ts": 'import "./c.ts";', "c.ts": "let = = 1;" },
      ["verify", "b.ts", ...nowhere],
      1,
      "c.ts:1:",
    ],
    [
      "a results log as benchmark",
      { "r.jsonl": '{"format":"karenina-results","version":1}\n' },
      ["verify", "r.jsonl", ...nowhere],
      1,
      "r.jsonl is a results file (the log of a run), not a benchmark.",
    ],
    [
      "a results export as benchmark",
      { "r.json": '{"format_version":"2.2","metadata":{},"results":[]}' },
      ["verify", "r.json", ...nowhere],
      1,
      "is a results file (JSON export), not a benchmark.",
    ],
    [
      "a table of results as benchmark",
      { "r.csv": "question_id,success,error\r\n" },
      ["verify", "r.csv", ...nowhere],
      1,
      "is a results file (CSV export), not a benchmark.",
    ],
    [
      "a preset as benchmark",
      { "p.json": '{"name":"p","config":{"answering_models":[]}}' },
      ["verify", "p.json", ...nowhere],
      1,
      "is a preset, not a benchmark.",
    ],
    [
      "an export that exists",
      { "out.csv": "precious" },
      ["verify", "benchmark.ts", ...nowhere, "--output", "out.csv"],
      2,
      "out.csv exists.",
    ],
    [
      "--no-output with --output",
      {},
      ["verify", "benchmark.ts", ...nowhere, "--no-output", "--output", "x.json"],
      2,
      "--output and --no-output contradict each other",
    ],
    [
      "--output with --no-output",
      {},
      ["verify", "benchmark.ts", ...nowhere, "--output", "x.json", "--no-output"],
      2,
      "--output and --no-output contradict each other",
    ],
    [
      "the same output twice",
      {},
      ["verify", "benchmark.ts", ...nowhere, "--output", "x.json", "--output", "./x.json"],
      2,
      "is named as two outputs",
    ],
    [
      "--quiet with --verbose",
      {},
      ["verify", "benchmark.ts", ...nowhere, "--quiet", "--verbose"],
      2,
      "'--quiet' cannot be used with option '--verbose'",
    ],
    [
      "models that nobody serves",
      {},
      ["verify", "benchmark.ts", "--answering-model", "m", "--parsing-model", "j"],
      2,
      "--answering-provider and --parsing-provider",
    ],
    [
      "a missing import",
      { "b.ts": 'import "no-such-package";' },
      ["verify", "b.ts", ...nowhere],
      1,
      "no-such-package",
    ],
    [
      "a preset that is no JSON",
      { "p.json": "{" },
      ["verify", "benchmark.ts", "--preset", "p.json"],
      1,
      "is not JSON",
    ],
    [
      "an unknown setting",
      { "p.json": '{"replicates": 2}' },
      ["verify", "benchmark.ts", "--preset", "p.json"],
      2,
      "replicate_count",
    ],
    [
      "an unknown interface",
      {},
      ["verify", "benchmark.ts", ...nowhere, "--interface", "carrier-pigeon"],
      2,
      "unknown interface",
    ],
    [
      "a misspelt interface",
      {},
      ["verify", "benchmark.ts", ...nowhere, "--answering-interface", "langchian"],
      2,
      'Did you mean "langchain"',
    ],
    [
      "a missing key",
      {},
      ["verify", "benchmark.ts", ...nowhere, "--parsing-api-key-env", "NO_SUCH_KEY"],
      1,
      "NO_SUCH_KEY is not set",
    ],
    [
      "a missing recording",
      {},
      ["verify", "benchmark.ts", ...nowhere, "--replay", "none.jsonl"],
      1,
      "none.jsonl does not exist",
    ],
    [
      "a folder as output",
      {},
      ["verify", "benchmark.ts", ...nowhere, "--output", "taken.json"],
      1,
      "it is a folder",
    ],
    [
      "an output nowhere",
      {},
      ["verify", "benchmark.ts", ...nowhere, "--output", "no/such/out.json"],
      1,
      "no/such: it does not exist.",
    ],
    [
      "an unknown format",
      {},
      ["verify", "benchmark.ts", ...nowhere, "--output", "out.xlsx"],
      2,
      "does not say its format",
    ],
    [
      "a place that does not exist",
      {},
      ["verify", "benchmark.ts", ...nowhere, "--questions", "9"],
      2,
      "there is no place 9",
    ],
  ])("%s", async (_, files, args, code, message) => {
    await using project = await sampleProject();
    await mkdir(join(project.folder, "taken.json"));
    for (const [name, content] of Object.entries(files)) await project.write(name, content);
    const run = await runCommand(args, { cwd: project.folder });
    expectClear(run, code, message);
    expect(run.stdout).toBe("");
  });

  test("a key in place of its variable's name is not shown", async () => {
    await using project = await sampleProject();
    const model = { model_name: "m", model_provider: "openai", api_key_env: "sk-verysecret" };
    await project.write("p.json", JSON.stringify({ answering_models: [model], parsing_models: [model] }));
    for (const args of [
      [...nowhere, "--api-key-env", "sk-verysecret"],
      ["--preset", "p.json"],
    ]) {
      const run = await runCommand(["verify", "benchmark.ts", ...args], { cwd: project.folder });
      expect(run.code).not.toBe(0);
      expect(run.stderr).toContain("the name of an environment variable, such as MY_API_KEY");
      expect(run.stderr).not.toContain("verysecret");
    }
  });

  test("an environment variable that cannot be read", async () => {
    await using project = await sampleProject();
    const env = { KARENINA_ASYNC_MAX_WORKERS: "lots" };
    const run = await runCommand(["verify", "benchmark.ts", ...nowhere], { cwd: project.folder, env });
    expectClear(run, 2, "KARENINA_ASYNC_MAX_WORKERS");
  });
});

/** Settings without retries, so that failures come at once. */
const impatient = JSON.stringify({
  request_timeout: 5,
  retry_policy: Object.fromEntries(
    ["connection", "timeout", "rate_limit", "server_error"].map((category) => [
      category,
      { max_attempts: 0 },
    ]),
  ),
});

describe("models that misbehave cost their own results only", () => {
  const failing: readonly (readonly [string, ServedReply, string])[] = [
    ["401", { status: 401, body: { error: { message: "bad key" } } }, "infrastructure_failed"],
    ["429 for ever", { status: 429, body: { error: { message: "slow down" } } }, "infrastructure_failed"],
    ["500", { status: 500, body: "oops" }, "infrastructure_failed"],
    ["a reply that is no JSON", { body: "<html>hello</html>" }, "infrastructure_failed"],
    ["a reply that is cut off", { truncated: '{"choices": [{"mess' }, "infrastructure_failed"],
  ];

  test.each(failing)("%s", async (_, reply, outcome) => {
    await using project = await sampleProject();
    await project.write("impatient.json", impatient);
    const right = scripted();
    await using server = await startModelServer(
      (request, index) => {
        if (JSON.stringify(request.body).includes("What is target 1?")) return reply;
        return { body: completion(right(request, index)) };
      },
      { probes: true },
    );
    const args = [
      "verify",
      "benchmark.ts",
      "--preset",
      "impatient.json",
      ...modelFlags(server.url),
      "--json",
    ];
    const run = await runCommand(args, { cwd: project.folder });
    expect(run.stderr).not.toMatch(/^ +at /m);
    expect(run.code).toBe(1);
    expect(run.stderr).toContain("error: The run is incomplete: 1 task of 3 failed for infrastructure.");
    expect(JSON.parse(run.stdout)).toMatchObject({
      status: "completed",
      tasks: { total: 3, finished: 3 },
      overall: { outcomes: { pass: 2, [outcome]: 1 } },
    });
  });

  test("a judge that cannot be understood", async () => {
    await using project = await sampleProject();
    const right = scripted();
    await using server = await startOpenAiServer({
      chat: (request, index) =>
        request.body.response_format !== undefined &&
        JSON.stringify(request.body).includes("What is target 1?")
          ? "I would rather not."
          : right(request, index),
    });
    const args = ["verify", "benchmark.ts", ...modelFlags(server.url), "--no-output", "--json", "--quiet"];
    const run = await runCommand(args, { cwd: project.folder });
    expect(run.code).toBe(0);
    expect(JSON.parse(run.stdout).overall.outcomes).toMatchObject({ pass: 2, judge_failed: 1 });
  });

  test("an answer of 5 MB", async () => {
    await using project = await sampleProject(1);
    const right = scripted();
    await using server = await startOpenAiServer({
      chat: (request, index) =>
        request.body.response_format === undefined ? "lorem ipsum ".repeat(440_000) : right(request, index),
    });
    const args = ["verify", "benchmark.ts", ...modelFlags(server.url), "--output", "out.json", "--quiet"];
    const run = await runCommand(args, { cwd: project.folder });
    expect(run).toMatchObject({ code: 0, stderr: "" });
  });

  test("a server that is not there: nothing is run and nothing is left behind", async () => {
    await using project = await sampleProject();
    const args = ["verify", "benchmark.ts", ...nowhere, "--output", "out.json"];
    const run = await runCommand(args, { cwd: project.folder });
    expectClear(run, 2, /error: Nothing was run:\n.*"m" at .*ECONNREFUSED\n.*"j" at .*ECONNREFUSED/);
    expect(run.stderr).toContain("hint: Is the server running at this address?");
    expect(await readdir(project.folder)).toEqual(["benchmark.ts"]);
  });

  test("a server that goes away: the run stops, says why, and how to go on", async () => {
    await using project = await sampleProject();
    await project.write("impatient.json", impatient);
    const args = ["verify", "benchmark.ts", "--preset", "impatient.json", ...nowhere, "--output", "out.json"];
    const patience = ["--no-preflight", "--outage-patience", "0"];
    const run = await runCommand([...args, ...patience], { cwd: project.folder });
    expectClear(run, 1, /error: 3 tasks of 3 left: Model "m" at .*ECONNREFUSED\. Is the server running/);
    expect(run.stderr).toContain("Resume with: npx karenina verify --resume out.json.jsonl");
    expect(run.stdout).toContain("Results: out.json.jsonl");
  });
});

function completion(reply: unknown): object {
  return {
    id: "x",
    object: "chat.completion",
    model: "m",
    choices: [{ index: 0, message: { role: "assistant", content: reply }, finish_reason: "stop" }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };
}
