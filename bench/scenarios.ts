// What a turn of a scenario costs beside a single question: 1,000 walks of 5 turns, and 5,000 questions, 100 in flight,
// against a local endpoint in a process of its own; every case runs in a process of its own. The kill mode kills a run of
// walks at random moments, goes on with it, and compares with an undisturbed one.
//   npm run build && node bench/scenarios.ts
//   npm run build && node bench/scenarios.ts kills 50
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { serveEndpoint, startEndpoint } from "./local-endpoint.ts";

const turns = 5;
const [mode, ...given] = process.argv.slice(2);
if (mode === "serve") await serve(Number(given[0]));
else if (mode === "run") await runOnce(given[0] === "walks", Number(given[1]), String(given[2]), given[3]);
else if (mode === "kills") await kill(Number(given[0] ?? 50));
else await compare();

async function serve(delayMs: number): Promise<void> {
  await serveEndpoint(delayMs, {
    told: {},
    reply: (body) => (body.includes("json_schema") ? '{"target":"BCL2"}' : "The target is BCL2."),
  });
}

async function runOnce(isWalks: boolean, count: number, baseUrl: string, log?: string): Promise<void> {
  const { answerTemplate, Benchmark, countTurns, exactMatch, Scenario, verified } = await import("karenina");
  const z = await import("zod");
  const template = answerTemplate({
    target: verified(z.string(), {
      description: "The target",
      groundTruth: "BCL2",
      verifyWith: exactMatch(),
    }),
  });
  const benchmark = Benchmark.create({ name: "bench" });
  const asks = (question: string) => ({ question, rawAnswer: "BCL2", template });
  const scenarios = isWalks ? 100 : 0;
  for (let n = 0; n < 100 - scenarios; n += 1) benchmark.addQuestion(asks(`What is target ${n}?`));
  for (let n = 0; n < scenarios; n += 1)
    benchmark.addScenario(
      new Scenario(`walk-${n}`, { turnLimit: turns + 1 })
        .addNode("ask", { question: asks(`What is target ${n}?`) })
        .addEdge("ask", "__end__", { when: { "node_visits.ask": { gte: turns } } })
        .addEdge("ask", "ask")
        .addOutcome("asked", countTurns({ node: "ask" }))
        .setEntry("ask"),
    );
  const folder = mkdtempSync(join(tmpdir(), "karenina-bench-"));
  const output = log ?? join(folder, "results.jsonl");
  const { existsSync } = await import("node:fs");
  const model = { interface: "openai_endpoint", endpointBaseUrl: baseUrl, modelName: "bench" } as const;
  const cpu = process.cpuUsage();
  const start = performance.now();
  const set = await benchmark.runVerification(
    {
      answeringModels: [{ ...model, id: "answerer" }],
      parsingModels: [{ ...model, id: "judge" }],
      replicateCount: count / 100,
      asyncMaxWorkers: 100,
      preflight: false,
      outagePatienceSeconds: 0,
    },
    { output, resume: existsSync(output) },
  );
  const used = process.cpuUsage(cpu);
  const wallMs = performance.now() - start;
  const walks = (set.scenarioResults ?? []).map(({ scenarioId, replicate, status, path, outcomeResults }) =>
    JSON.stringify([scenarioId, replicate, status, path, outcomeResults]),
  );
  rmSync(folder, { recursive: true });
  process.stdout.write(
    JSON.stringify({
      results: set.length,
      cpuMs: (used.user + used.system) / 1000,
      wallMs,
      peakMb: process.resourceUsage().maxRSS / 1024,
      ...(log !== undefined && { walks: walks.toSorted() }),
    }),
  );
}

async function compare(): Promise<void> {
  await using server = await startEndpoint(import.meta.filename, ["serve", "50"]);
  const rows: object[] = [];
  const perTurn: { [kind: string]: number[] } = { questions: [], walks: [] };
  for (let round = 0; round < 3; round += 1)
    for (const kind of ["questions", "walks"]) {
      const count = kind === "walks" ? 1000 : 1000 * turns;
      const run = JSON.parse(await output(start(["run", kind, `${count}`, server.url])));
      const cpuMsPerTurn = run.cpuMs / (1000 * turns);
      perTurn[kind]?.push(cpuMsPerTurn);
      rows.push({ kind, turns: 1000 * turns, cpuMsPerTurn, wallMs: run.wallMs, peakMb: run.peakMb });
    }
  console.table(rows);
  const least = (kind: string) => Math.min(...(perTurn[kind] ?? []));
  console.log(
    `a turn takes ${(least("walks") / least("questions")).toFixed(2)} times the processor time of a question (at most 1.3)`,
  );
}

async function kill(times: number): Promise<void> {
  await using server = await startEndpoint(import.meta.filename, ["serve", "20"]);
  const folder = mkdtempSync(join(tmpdir(), "karenina-kills-"));
  const run = (log: string) => start(["run", "walks", "200", server.url, join(folder, log)]);
  const whole = JSON.parse(await output(run("whole.jsonl")));
  let same = 0;
  let killed = 0;
  for (let at = 0; at < times; at += 1) {
    const victim = run(`${at}.jsonl`);
    const ended = once(victim, "close");
    await Promise.race([sleep(300 + Math.random() * whole.wallMs), ended]);
    if (victim.exitCode === null) killed += 1;
    victim.kill("SIGKILL");
    await ended;
    const resumed = JSON.parse(await output(run(`${at}.jsonl`)));
    const isSame =
      resumed.results === whole.results && JSON.stringify(resumed.walks) === JSON.stringify(whole.walks);
    if (isSame) same += 1;
    else console.log(`differs after kill ${at}: ${resumed.results} of ${whole.results} results`);
  }
  rmSync(folder, { recursive: true });
  console.log(
    `${killed} of ${times} runs were killed; ${same} of ${times} came to the same after they were gone on with`,
  );
  if (same < times) process.exitCode = 1;
}

function start(args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [import.meta.filename, ...args], { stdio: ["ignore", "pipe", "inherit"] });
}

async function output(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error("the program has no output");
  return await text(child.stdout);
}
