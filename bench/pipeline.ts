// The whole path of a task (answer, judge call, checks, result written) against a local endpoint with a fixed delay in
// a process of its own. Prints CPU per task, wall time against the ideal, memory, and the time to the first request.
//   npm run build && npm run bench:pipeline
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serveEndpoint, startEndpoint } from "./local-endpoint.ts";

if (process.argv[2] === "serve") await serve(Number(process.argv[3]));
else if (process.argv[2] === "run") {
  const [tasks = 0, inFlight = 0, delayMs = 0] = process.argv.slice(3, 6).map(Number);
  await runOnce(tasks, inFlight, delayMs, String(process.argv[6]));
} else await compare();

async function serve(delayMs: number): Promise<void> {
  let firstProbeAt = 0;
  let firstTaskAt = 0;
  await serveEndpoint(delayMs, {
    told: { "/first": () => ({ firstProbeAt, firstTaskAt }) },
    reply(text) {
      const now = Date.now();
      if (text.includes("Reply with the single word OK.")) firstProbeAt ||= now;
      else firstTaskAt ||= now;
      return text.includes("json_schema") ? '{"target":"BCL2"}' : "The target is BCL2.";
    },
  });
}

async function runOnce(tasks: number, inFlight: number, delayMs: number, baseUrl: string): Promise<void> {
  const { answerTemplate, Benchmark, exactMatch, verified } = await import("karenina");
  const z = await import("zod");
  const benchmark = Benchmark.create({ name: "bench" });
  const template = answerTemplate({
    target: verified(z.string(), {
      description: "The target",
      groundTruth: "BCL2",
      verifyWith: exactMatch(),
    }),
  });
  for (let n = 0; n < 100; n += 1)
    benchmark.addQuestion({ question: `What is target ${n}?`, rawAnswer: "BCL2", template });
  const folder = mkdtempSync(join(tmpdir(), "karenina-bench-"));
  const model = { interface: "openai_endpoint", endpointBaseUrl: baseUrl, modelName: "bench" } as const;
  const cpu = process.cpuUsage();
  const start = performance.now();
  await benchmark.runVerification(
    {
      answeringModels: [{ ...model, id: "answerer" }],
      parsingModels: [{ ...model, id: "judge" }],
      replicateCount: tasks / 100,
      asyncMaxWorkers: inFlight,
      preflight: false,
    },
    { output: join(folder, "results.jsonl") },
  );
  const wall = performance.now() - start;
  const used = process.cpuUsage(cpu);
  rmSync(folder, { recursive: true });
  const ideal = (tasks / inFlight) * 2 * delayMs;
  process.stdout.write(
    JSON.stringify({
      cpuMsPerTask: (used.user + used.system) / 1000 / tasks,
      wallToIdeal: wall / ideal,
      peakMb: process.resourceUsage().maxRSS / 1024,
    }),
  );
}

async function compare(): Promise<void> {
  const rows: object[] = [];
  for (const [tasks, inFlight, delayMs] of [
    [1000, 100, 200],
    [10_000, 100, 200],
    [10_000, 1000, 2000],
  ] as const) {
    await using server = await startEndpoint(import.meta.filename, ["serve", `${delayMs}`]);
    const run = JSON.parse(
      await output([import.meta.filename, "run", `${tasks}`, `${inFlight}`, `${delayMs}`, server.url]),
    );
    rows.push({ tasks, inFlight, delayMs, ...run });
  }
  console.table(rows);
  await using server = await startEndpoint(import.meta.filename, ["serve", "0"]);
  const quickstart = new URL("../examples/quickstart/benchmark.jsonld", import.meta.url);
  const startedAt = Date.now();
  await output([
    new URL("../bin/karenina.js", import.meta.url).pathname,
    ...[
      "verify",
      quickstart.pathname,
      "--base-url",
      server.url,
      "--questions",
      "0",
      "--no-output",
      "--quiet",
    ],
    ...["--answering-model", "bench", "--parsing-model", "bench"],
  ]);
  const { firstProbeAt, firstTaskAt } = JSON.parse(await (await fetch(new URL("/first", server.url))).text());
  console.log(
    `first request ${firstProbeAt - startedAt} ms after start, the first task's ${firstTaskAt - startedAt} ms`,
  );
}

async function output(args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [...args], { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  child.stdout.on("data", (chunk) => {
    text += chunk;
  });
  await once(child, "close");
  return text;
}
