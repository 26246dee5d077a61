import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isThorough } from "../../src/base/testing/property-runs.ts";
import { type ModelServer, startOpenAiServer } from "../../src/models/testing/index.ts";
import { readResultLogEntries, readResultLogWalks } from "../../src/result/index.ts";
import { startPostgres, type TestPostgres } from "../../src/stores/testing/start-postgres.ts";
import { entry, runCommand, userState } from "./run-command.ts";
import { modelFlags, type SampleProject, sampleProject, scripted } from "./sample-project.ts";

let project: SampleProject;
let server: ModelServer;
let postgres: TestPostgres;
const ended = new AsyncDisposableStack();

const found = await startPostgres();
if (found === undefined) console.log("skipped: PostgreSQL is not installed; tests of many machines need it");

/** Answers that take their time, so that there is something to interrupt. */
const delayMs = 40;

beforeAll(async () => {
  if (found === undefined) return;
  postgres = ended.use(found);
  project = ended.use(await sampleProject(30));
  const answer = scripted({ wrong: [3] });
  server = ended.use(
    await startOpenAiServer({
      async chat(request, index) {
        await sleep(delayMs);
        return answer(request, index);
      },
    }),
  );
  const migrated = await runCommand(["store", "migrate"], place());
  expect(migrated).toMatchObject({ code: 0, stderr: "" });
}, 60_000);
afterAll(() => ended.disposeAsync());

/** Who has died is not waited for as long as otherwise; commands run within this process. */
const lease = { KARENINA_TEST_LEASE_SECONDS: "4" };
Object.assign(process.env, lease);
const place = () => ({ cwd: project.folder, env: { KARENINA_STORE: postgres.url } });
const run = (...args: string[]) => runCommand(args, place());
const begun = (...args: string[]) =>
  run("verify", "benchmark.ts", ...modelFlags(server.url), "--no-preflight", ...args);

/** Scenarios of four turns each. */
const walks = (count: number) =>
  [
    "karenina: 1",
    "name: Walks",
    "scenarios:",
    ...Array.from({ length: count }, (_, at) => {
      const nodes = [0, 1, 2, 3].map((turn) => {
        const place = 100 * at + turn;
        return [
          `      t${turn}:`,
          `        question: What is target ${place}?`,
          `        answer: T${place}`,
          `        fields: {target: {description: The target, truth: T${place}, check: exact_match}}`,
        ].join("\n");
      });
      const edges = ["{from: t0, to: t1}", "{from: t1, to: t2}", "{from: t2, to: t3}", "{from: t3, to: end}"];
      return [
        ...[`  - name: walk-${at}`, "    entry: t0", "    nodes:", ...nodes],
        ...["    edges:", ...edges.map((edge) => `      - ${edge}`)],
      ].join("\n");
    }),
  ].join("\n");

interface Worker {
  readonly process: ChildProcess;
  readonly said: () => string;
}

/** A worker in a process of its own. */
function startWorker(...args: readonly string[]): Worker {
  const child = spawn(process.execPath, [entry, "worker", "--concurrency", "4", ...args], {
    cwd: project.folder,
    env: { ...lease, PATH: process.env.PATH, XDG_STATE_HOME: userState, KARENINA_STORE: postgres.url },
    stdio: ["ignore", "ignore", "pipe"],
  });
  ended.defer(() => void child.kill("SIGKILL"));
  let text = "";
  child.stderr?.on("data", (chunk) => {
    text += chunk;
  });
  return { process: child, said: () => text };
}

async function left({ process }: Worker, signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  const exited = once(process, "exit");
  process.kill(signal);
  await exited;
}

/** What a log says of each task that does not depend on who was faster. */
async function contents(file: string): Promise<readonly unknown[]> {
  const rows: unknown[] = [];
  for await (const { task, place: at, result } of readResultLogEntries(join(project.folder, file)))
    rows.push([task, at, result.template?.verifyResult, result.template?.rawLlmResponse]);
  return rows.map((row) => JSON.stringify(row)).toSorted();
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    if (await condition()) return;
    await sleep(50);
  }
  throw new Error("it has not come to that");
}

async function runsInStore(): Promise<readonly { id: string; finished: number; state: string }[]> {
  return JSON.parse((await run("runs", "list", "--json")).stdout).runs;
}

test.skipIf(found === undefined)(
  "three workers, of which one is killed, and a database that crashes: the results are those of one machine",
  { timeout: 120_000 },
  async () => {
    const alone = await begun("--output", "alone.jsonl");
    expect(alone).toMatchObject({ code: 0 });
    const callsAlone = server.requests.length;
    const workers = [startWorker(), startWorker(), startWorker()];
    const watched = begun("--output", "shared.jsonl", "--store");
    const doneBy = (count: number) => until(async () => server.requests.length >= callsAlone + count);
    await doneBy(12);
    const killed = workers.find((worker) => /takes part/.test(worker.said()));
    await left(killed as Worker, "SIGKILL");
    await doneBy(24);
    await postgres.crash();
    const { code, stderr, stdout } = await watched;
    expect(stderr).toMatch(/Finished: 30 tasks/);
    expect(code).toBe(0);
    expect(stdout).toContain("29/30");
    expect(await contents("shared.jsonl")).toEqual(await contents("alone.jsonl"));
    // at most the calls that were under way with the one that was killed
    expect(server.requests.length - 2 * callsAlone).toBeLessThanOrEqual(4);
    await Promise.all(workers.map((worker) => left(worker)));
    const other = workers.find((worker) => worker !== killed);
    expect(other?.said()).toMatch(/cannot be reached, it is waited for/);
    expect(other?.said()).toMatch(/is back/);
  },
);

test.runIf(isThorough && found !== undefined)(
  "a run is left, ended, gone on with and written",
  { timeout: 60_000 },
  async () => {
    const detached = await begun("--store", "--detach", "--run-name", "evening");
    expect(detached.code).toBe(0);
    const [, id] = /Run (\w{8}) is in/.exec(detached.stdout) ?? [];
    const worker = startWorker("--until-done");
    await until(async () =>
      (await runsInStore()).some(({ id: one, finished }) => one.startsWith(id ?? "") && finished > 3),
    );
    const cancelled = await run("runs", "cancel", id ?? "");
    expect(cancelled.stdout).toMatch(/is cancelled: \d+ of 30/);
    await once(worker.process, "exit");
    expect((await run("runs", "watch", "evening", "--output", "cut.jsonl")).code).toBe(1);
    const before = server.requests.length;
    const resumed = await run("runs", "resume", "evening", "--detach");
    expect(resumed.stdout).toMatch(/goes on, \d+ of 30 tasks/);
    await once(startWorker("--until-done").process, "exit");
    expect(server.requests.length - before).toBeLessThan(60);
    const exported = await run("runs", "export", "evening", "--output", "evening.jsonl");
    expect(exported.stdout).toContain("30 of 30");
    expect((await contents("evening.jsonl")).length).toBe(30);
    expect((await run("summary", "evening.jsonl")).stdout).toContain("29/30");
    // the store itself, whose address may have a password
    const address = `${postgres.url.replace("karenina@", "karenina:s3cret-word@")}#evening`;
    const shown = await run("summary", address);
    expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining("29/30") });
    const parameter = `${postgres.url}?password=s3cret-word#evening`;
    const asked = await run(
      "query",
      parameter,
      "select count(*) as n, min(run) as run from results",
      "--format",
      "csv",
    );
    expect(asked.stdout).toBe("n,run\n30,postgres?password=***#evening\n");
    const compared = await run("compare", "alone.jsonl", parameter, "--json");
    expect(compared.code).toBe(0);
    const wrong = await run("show", address.replace("#evening", "#morning"));
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('no run "morning"') });
    expect(JSON.stringify([shown, asked, compared, wrong])).not.toContain("s3cret-word");
  },
);

test.runIf(isThorough && found !== undefined)(
  "all workers together keep to a budget, and go on with a new one",
  { timeout: 60_000 },
  async () => {
    const start = server.requests.length;
    const detached = await begun("--store", "--detach", "--run-name", "bounded", "--max-calls", "9");
    expect(detached).toMatchObject({ code: 0 });
    const workers = [startWorker("--until-done"), startWorker("--until-done")];
    await Promise.all(workers.map((worker) => once(worker.process, "exit")));
    expect(server.requests.length - start).toBe(8);
    expect((await runsInStore())[0]).toMatchObject({ state: "spent", finished: 4 });
    const shown = await run("runs", "watch", "bounded", "--output", "bounded-cut.jsonl");
    expect(shown).toMatchObject({ code: 1 });
    expect(shown.stderr).toContain("allows no further task: 8 of 9 calls are made; 26 tasks of 30 left.");
    expect(shown.stderr).toContain("Go on with: npx karenina runs resume");
    const resumed = await run("runs", "resume", "bounded", "--detach", "--max-calls", "1000");
    expect(resumed.stdout).toMatch(/goes on, 26 of 30 tasks/);
    await once(startWorker("--until-done").process, "exit");
    expect((await run("summary", `${postgres.url}#bounded`)).stdout).toContain("29/30");
    const unpriced = await begun("--store", "--detach", "--max-cost", "1");
    expect(unpriced).toMatchObject({ code: 2, stderr: expect.stringMatching(/nobody knows the price of/) });
    const keyed = await begun(
      "--store",
      "--detach",
      "--base-url",
      `${server.url}?api_key=sk-0123456789abcdef`,
    );
    expect(keyed).toMatchObject({ code: 2, stderr: expect.stringMatching(/holds what looks like a secret/) });
  },
);

test.runIf(isThorough && found !== undefined)(
  "answers of an earlier run are judged by workers, and a run is extended, without asking for them again",
  { timeout: 60_000 },
  async () => {
    const first = await begun("--questions", "0-2", "--output", "earlier.jsonl");
    expect(first).toMatchObject({ code: 0 });
    const judged = await begun(
      "--answers-from",
      "earlier.jsonl",
      "--store",
      "--detach",
      "--run-name",
      "judged",
    );
    expect(judged).toMatchObject({ code: 0 });
    const extended = await begun("--extend", "earlier.jsonl", "--questions", "0-4", "--store", "--detach");
    expect(extended).toMatchObject({ code: 0 });
    const start = server.requests.length;
    await once(startWorker("--until-done").process, "exit");
    // a judgment each of three answers; answers and judgments of two questions
    expect(server.requests.length - start).toBe(3 + 4);
    expect((await runsInStore()).slice(0, 2)).toMatchObject([
      { state: "finished", tasks: 5, finished: 5 },
      { state: "finished", tasks: 3, finished: 3 },
    ]);
    const shown = await run("show", `${postgres.url}#judged`, "--json");
    const rows: { metadata: { reused: { what: string } | null } }[] = JSON.parse(shown.stdout);
    expect(rows.map(({ metadata }) => metadata.reused?.what)).toEqual(["answer", "answer", "answer"]);
  },
);

test.runIf(isThorough && found !== undefined)(
  "a worker refuses what it has no key or module for, and says so; others do it",
  { timeout: 60_000 },
  async () => {
    await project.write(
      "plugin.ts",
      'import { defineConfig } from "karenina";\nexport default defineConfig({});\n',
    );
    const env = { ...place().env, SOME_KEY: "s3cret-of-mine" };
    const keyed = ["--answering-api-key-env", "SOME_KEY", "--plugin", "plugin.ts", "--questions", "0-1"];
    const args = [
      "verify",
      "benchmark.ts",
      ...modelFlags(server.url),
      "--no-preflight",
      ...keyed,
      "--store",
      "--detach",
    ];
    const detached = await runCommand(args, { cwd: project.folder, env });
    expect(detached).toMatchObject({ code: 0 });
    const lacking = startWorker("--until-done");
    await once(lacking.process, "exit");
    expect(lacking.said()).toMatch(
      /lacks 2 things: the environment variable SOME_KEY; the plugin .*plugin\.ts/,
    );
    const able = await runCommand(["worker", "--until-done", "--module", "plugin.ts"], {
      cwd: project.folder,
      env,
    });
    expect(able.stderr).toMatch(/2 tasks done here/);
    const text = JSON.stringify([detached, lacking.said(), able]);
    expect(text).not.toContain("s3cret-of-mine");
  },
);

test.runIf(isThorough && found !== undefined)(
  "walks of a worker that is killed go on with another after their last turn, and come to the same",
  { timeout: 90_000 },
  async () => {
    await project.write("walks.yaml", walks(8));
    const flags = [...modelFlags(server.url), "--no-preflight"];
    const start = server.requests.length;
    const alone = await run("verify", "walks.yaml", ...flags, "--output", "walks-alone.jsonl");
    expect(alone.code).toBe(0);
    const before = server.requests.length;
    const workers = [startWorker(), startWorker()];
    const watched = run("verify", "walks.yaml", ...flags, "--output", "walks.jsonl", "--store");
    await until(async () => server.requests.length > before + 20);
    const killed = workers.find((worker) => /takes part/.test(worker.said()));
    await left(killed as Worker, "SIGKILL");
    expect(await watched).toMatchObject({ code: 0 });
    expect(await contents("walks.jsonl")).toEqual(await contents("walks-alone.jsonl"));
    const ways = async (file: string) =>
      (await Array.fromAsync(readResultLogWalks(join(project.folder, file))))
        .map(({ walk, turns, record: { path: way, status } }) => JSON.stringify([walk, turns, way, status]))
        .toSorted();
    expect(await ways("walks.jsonl")).toEqual(await ways("walks-alone.jsonl"));
    // no walk is walked again from its beginning, and of its last turn only the call that was under way is repeated
    expect(server.requests.length - before - (before - start)).toBeLessThanOrEqual(4);
  },
);
