import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { readResultLog } from "../../dist/index.js";
import { isThorough } from "../../src/base/testing/property-runs.ts";
import { until } from "../../src/base/testing/until.ts";
import { type ServedReply, startOpenAiServer } from "../../src/models/testing/index.ts";
import { runCommand, spawnCommand, userState } from "./run-command.ts";
import { modelFlags, sampleProject, scripted } from "./sample-project.ts";

const entry = resolve(import.meta.dirname, "../../bin/karenina.js");

/** Starts a run of one task at a time that is interrupted when the server has had enough. */
async function interrupted(folder: string, flags: readonly string[], enough: Promise<void>) {
  const child = spawn(process.execPath, [entry, "verify", "benchmark.ts", "--no-async", ...flags], {
    cwd: folder,
    env: { PATH: process.env.PATH, XDG_STATE_HOME: userState },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  await enough;
  child.kill("SIGTERM");
  const [stdout, stderr] = await output;
  return { code: child.exitCode, stdout, stderr };
}

/** Starts a run in a process of its own, and listens to what it says on the way. */
function startVerify(folder: string, args: readonly string[]) {
  const child = spawn(process.execPath, [entry, "verify", ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, XDG_STATE_HOME: userState },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stderr = "";
  child.stderr.on("data", (part) => {
    stderr += part;
  });
  const ended = Promise.all([text(child.stdout), once(child, "close")]).then(([stdout]) => ({
    ...{ code: child.exitCode, stdout, stderr },
  }));
  return { child, ended, says: (words: string) => until(() => stderr.includes(words)) };
}

/** Output without what each run has of its own. */
const ofRun = (text: string): string =>
  text.replaceAll(/"(?:[a-z_]*time(?:stamp)?|result_id|duration_ms)": ?"?[^",\n]*"?/g, "");

/** A server that answers four requests (two tasks) and then hangs. */
async function hangingServer() {
  const hangs = Promise.withResolvers<void>();
  const right = scripted();
  let stuck = true;
  const server = await startOpenAiServer({
    chat(request, index): ReturnType<typeof right> | ServedReply {
      if (!stuck || index < 4) return right(request, index);
      hangs.resolve();
      return { hang: true };
    },
  });
  const recover = () => {
    stuck = false;
  };
  return {
    server,
    enough: hangs.promise,
    recover,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

describe("an interrupted run", () => {
  test("keeps what was finished, says how to go on, and goes on from its log alone", async () => {
    await using project = await sampleProject(4);
    await using hanging = await hangingServer();
    const flags = [...modelFlags(hanging.server.url), "--questions", "0-2", "--output", "out.json"];
    const stopped = await interrupted(project.folder, flags, hanging.enough);
    expect(stopped.code).toBe(130);
    expect(stopped.stderr).toContain("Resume with: npx karenina verify --resume out.json.jsonl");
    expect(await readdir(project.folder)).toEqual(["benchmark.ts", "out.json.jsonl"]);

    const again = await runCommand(["verify", "benchmark.ts", ...flags], { cwd: project.folder });
    expect(again).toMatchObject({ code: 1, stdout: "" });
    expect(again.stderr).toContain("An earlier run is not complete");

    hanging.recover();
    const asked = hanging.server.requests.length;
    const resumed = await runCommand(["verify", "--resume", "out.json.jsonl", "--concurrency", "2"], {
      cwd: project.folder,
    });
    expect(resumed.code).toBe(0);
    expect(resumed.stdout).toContain("Results: out.json");
    expect(hanging.server.requests.length - asked).toBe(2);
    expect(await readdir(project.folder)).toEqual(["benchmark.ts", "out.json"]);
    const { results } = JSON.parse(await readFile(join(project.folder, "out.json"), "utf8"));
    const ids = results.map((result: { metadata: { question_id: string } }) => result.metadata.question_id);
    expect(ids).toEqual(["q0", "q1", "q2"]);
  });

  test("by kill -9 asks for nothing again but what was under way", async () => {
    await using project = await sampleProject(3);
    const right = scripted();
    const asked = Promise.withResolvers<void>();
    await using server = await startOpenAiServer({
      chat(request, index): ReturnType<typeof right> | ServedReply {
        // the third task has its answer, and waits for its judge
        if (index !== 5) return right(request, index);
        asked.resolve();
        return { hang: true };
      },
    });
    const flags = ["benchmark.ts", "--no-async", ...modelFlags(server.url), "--output", "run.jsonl"];
    const run = startVerify(project.folder, flags);
    await asked.promise;
    run.child.kill("SIGKILL");
    await run.ended;
    expect(await readdir(project.folder)).toContain("run.jsonl.paid");
    const resumed = await runCommand(["verify", "--resume", "run.jsonl"], { cwd: project.folder });
    expect(resumed).toMatchObject({ code: 0, stdout: expect.stringContaining("3/3") });
    expect(server.requests).toHaveLength(6 + 1);
    expect(await readdir(project.folder)).toEqual(["benchmark.ts", "run.jsonl"]);
  });

  test("by Ctrl-C finishes what is under way; by the next it does not", async () => {
    await using project = await sampleProject(4);
    const right = scripted();
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    await using server = await startOpenAiServer({
      async chat(request, index) {
        if (index !== 2) return right(request, index);
        asked.resolve();
        await answer.promise;
        return right(request, index);
      },
    });
    const flags = ["benchmark.ts", "--no-async", ...modelFlags(server.url), "--output"];
    const gentle = startVerify(project.folder, [...flags, "gentle.jsonl"]);
    await asked.promise;
    gentle.child.kill("SIGINT");
    await gentle.says("1 task under way is finished. Ctrl-C again ends it at once.");
    answer.resolve();
    const { code, stdout, stderr } = await gentle.ended;
    expect(code).toBe(130);
    expect(stderr).toContain("Stopped: 2 of 4 tasks done, 2 left");
    expect(stderr).toContain("Resume with: npx karenina verify --resume gentle.jsonl");
    expect(stdout).toContain("2/2");
  });

  test.runIf(isThorough)(
    "in a packed log goes on after a kill, and every command reads what it comes to",
    async () => {
      await using project = await sampleProject(4);
      await using hanging = await hangingServer();
      const flags = ["benchmark.ts", "--no-async", ...modelFlags(hanging.server.url), "--output"];
      const first = startVerify(project.folder, [...flags, "out.jsonl.zst"]);
      await hanging.enough;
      const log = join(project.folder, "out.jsonl.zst");
      await until(async () => (await Array.fromAsync(readResultLog(log))).length === 2);
      first.child.kill("SIGKILL");
      await first.ended;
      const run = async (...args: readonly string[]) => {
        const { code, stdout, stderr } = await runCommand(args, { cwd: project.folder });
        return { code, stdout: stdout.replaceAll("out.jsonl.zst", "plain.jsonl"), stderr };
      };
      expect(await run("benchmark", "validate", "out.jsonl.zst")).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/verify --resume \S*out\.jsonl\.zst/),
      });
      hanging.recover();
      const asked = hanging.server.requests.length;
      expect((await run("verify", "--resume", "out.jsonl.zst")).code).toBe(0);
      expect(hanging.server.requests.length - asked).toBe(4);
      expect((await run("verify", ...flags.slice(0, -1), "--output", "plain.jsonl")).code).toBe(0);
      const commands = [
        ["query", "FILE", "select question_id, outcome, raw_llm_response from results order by all"],
        [
          "query",
          "FILE",
          "select question_id, field_name, field_match from fields order by all",
          "--format",
          "csv",
        ],
        ["show", "FILE", "--question", "#2", "--json"],
        [
          "judge",
          "FILE",
          "--benchmark",
          "benchmark.ts",
          "--base-url",
          hanging.server.url,
          "--parsing-model",
          "m",
          "--dry-run",
        ],
      ];
      for (const command of commands) {
        const [packed, plain] = await Promise.all(
          ["out.jsonl.zst", "plain.jsonl"].map((file) =>
            run(...command.map((word) => (word === "FILE" ? file : word))),
          ),
        );
        expect(packed).toMatchObject({ code: 0, stderr: "" });
        expect(ofRun(packed?.stdout ?? "")).toBe(ofRun(plain?.stdout ?? ""));
      }
      expect((await run("compare", "plain.jsonl", "out.jsonl.zst")).code).toBe(0);
      expect((await run("summary", "out.jsonl.zst")).stdout).toContain("4/4 100 %");
      expect((await run("report", "out.jsonl.zst", "-o", "page.html")).code).toBe(0);
      const extended = await run(
        "verify",
        "--extend",
        "out.jsonl.zst",
        ...flags.slice(1, -1),
        "--output",
        "more.jsonl.zst",
      );
      expect(extended.code).toBe(0);
    },
  );

  test.runIf(isThorough)("by Ctrl-C twice aborts what is under way", async () => {
    await using project = await sampleProject(4);
    await using hanging = await hangingServer();
    const flags = ["benchmark.ts", "--no-async", ...modelFlags(hanging.server.url), "--output", "cut.jsonl"];
    const run = startVerify(project.folder, flags);
    await hanging.enough;
    run.child.kill("SIGINT");
    await run.says("Ctrl-C again ends it at once.");
    run.child.kill("SIGINT");
    const { code, stderr } = await run.ended;
    expect(code).toBe(130);
    expect(stderr).toContain("Cancelled: 2 of 4 tasks done, 2 left");
  });

  test("is not resumed with other settings or another benchmark", async () => {
    await using project = await sampleProject(3);
    await using hanging = await hangingServer();
    const flags = [...modelFlags(hanging.server.url), "--output", "run.jsonl"];
    await interrupted(project.folder, flags, hanging.enough);
    const other = await runCommand(["verify", "--resume", "run.jsonl", "--abstention"], {
      cwd: project.folder,
    });
    expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining("the settings have changed") });
    const changed = (await readFile(join(project.folder, "benchmark.ts"), "utf8")).replace(
      "What is",
      "Which is",
    );
    await project.write("benchmark.ts", changed);
    // a process of its own: this one has the module as it was
    const edited = await spawnCommand(["verify", "--resume", "run.jsonl"], { cwd: project.folder });
    expect(edited).toMatchObject({ code: 2, stderr: expect.stringContaining("the benchmark has changed") });
  });
});

const container = ["unshare", "--user", "--map-root-user", "--pid", "--fork", "--kill-child", "--mount-proc"];

/** Whether programs can be given process ids of their own here, as in a container. */
const hasContainers = spawnSync(container[0] ?? "", [...container.slice(1), "true"]).status === 0;

test.runIf(isThorough && hasContainers)(
  "a run that was killed in a container goes on in the next one",
  async () => {
    await using project = await sampleProject(3);
    await using hanging = await hangingServer();
    const inContainer = (args: readonly string[]) => {
      const [command = "", ...flags] = [...container, process.execPath, entry, "verify", ...args];
      const child = spawn(command, flags, {
        cwd: project.folder,
        env: { PATH: process.env.PATH, XDG_STATE_HOME: userState },
        stdio: ["ignore", "pipe", "pipe"],
      });
      return { child, ended: Promise.all([text(child.stderr), once(child, "close")]) };
    };
    const flags = [...modelFlags(hanging.server.url), "--no-async", "--output", "run.jsonl"];
    const first = inContainer(["benchmark.ts", ...flags]);
    await hanging.enough;
    const meanwhile = await runCommand(["verify", "--resume", "run.jsonl"], { cwd: project.folder });
    const anew = await runCommand(["verify", "benchmark.ts", ...flags], { cwd: project.folder });
    expect(anew).toMatchObject({ code: 1, stderr: meanwhile.stderr });
    expect(meanwhile).toMatchObject({ code: 1, stderr: expect.stringContaining("written by another run") });
    first.child.kill("SIGKILL");
    await first.ended;

    hanging.recover();
    const asked = hanging.server.requests.length;
    const second = inContainer(["--resume", "run.jsonl"]);
    const [stderr] = await second.ended;
    expect({ code: second.child.exitCode, stderr }).toMatchObject({ code: 0 });
    expect(hanging.server.requests.length - asked).toBe(2);
    expect(await readdir(project.folder)).toEqual(["benchmark.ts", "run.jsonl"]);
  },
);

test("--retry-failed repeats what could not be reached", async () => {
  await using project = await sampleProject(2);
  const noRetries = { max_attempts: 0 };
  await project.write(
    "impatient.json",
    JSON.stringify({ retry_policy: { server_error: noRetries, connection: noRetries } }),
  );
  let down = true;
  const right = scripted();
  await using server = await startOpenAiServer({
    chat: (request, index) =>
      down && JSON.stringify(request.body).includes("target 1?")
        ? { status: 503, body: {} }
        : right(request, index),
  });
  const flags = [
    "--preset",
    "impatient.json",
    ...modelFlags(server.url),
    "--output",
    "run.jsonl",
    ...["--gate", "pass_rate min=50%", "--fail-under", "50%"],
    "--json",
    "--quiet",
  ];
  const first = await runCommand(["verify", "benchmark.ts", ...flags], { cwd: project.folder });
  expect(first.code).toBe(1);
  expect(JSON.parse(first.stdout)).toMatchObject({
    overall: { outcomes: { pass: 1, infrastructure_failed: 1 } },
    resume_command:
      "npx karenina verify --resume run.jsonl --retry-failed --gate 'pass_rate min=50%' --fail-under 0.5",
  });
  down = false;
  const second = await runCommand(
    ["verify", "--resume", "run.jsonl", "--retry-failed", "--json", "--quiet"],
    {
      cwd: project.folder,
    },
  );
  expect(second.code).toBe(0);
  expect(JSON.parse(second.stdout)).toMatchObject({
    tasks: { total: 2, finished: 2, finished_before: 1 },
    overall: { results: 2, outcomes: { pass: 2, infrastructure_failed: 0 } },
  });
});
