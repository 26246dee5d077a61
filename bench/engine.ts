// What a run costs from the command line: one answer and one judge call a task, against a local server with a fixed delay in a
// process of its own; files, questions and answers all differ. A row a case: processor time per task, wall time against
// the ideal (the calls' own time), resident memory, bytes of the log per task beyond the texts of question and answer, and the time to the first
// request; then all of it as one line of JSON.
//   npm run bench -- [--all] [--peer] [--only TASKS] [--in-flight N] [--runs N]
// --all: every combination, which takes hours. --peer: a bare pooled client makes the same calls beside each case. --runs: each
// case so often; the table has the median, and the least and the most behind it.
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { cpus, loadavg, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Benchmark } from "../src/index.ts";
import { templateSource } from "../src/template/index.ts";
import { differentTemplate } from "./different-templates.ts";
import { serveEndpoint, startEndpoint } from "./local-endpoint.ts";
import { schemaReply } from "./schema-reply.ts";
import { spentBy } from "./spent-by.ts";

interface Case {
  readonly delayMs: number;
  readonly tasks: number;
  readonly inFlight: number;
  readonly templates: "equal" | "different";
  /** Characters of an answer. */
  readonly answer: number;
}

/** What was measured, by its name; null: there is nothing to hold it against. */
interface Figures {
  readonly [name: string]: number | null;
}

const delays = [0, 50, 1000];
const sizes = [1000, 10_000, 100_000];
const atOnce = [20, 100, 1000];
const answers = [600, 20_000];
const usual: readonly Case[] = [
  { delayMs: 50, tasks: 1000, inFlight: 20, templates: "different", answer: 600 },
  { delayMs: 50, tasks: 1000, inFlight: 100, templates: "different", answer: 600 },
  { delayMs: 50, tasks: 10_000, inFlight: 20, templates: "different", answer: 600 },
  { delayMs: 100, tasks: 10_000, inFlight: 100, templates: "different", answer: 600 },
  { delayMs: 100, tasks: 10_000, inFlight: 100, templates: "equal", answer: 600 },
  { delayMs: 100, tasks: 10_000, inFlight: 100, templates: "different", answer: 20_000 },
  { delayMs: 1000, tasks: 10_000, inFlight: 1000, templates: "different", answer: 600 },
];
const every: readonly Case[] = delays.flatMap((delayMs) =>
  sizes.flatMap((tasks) =>
    atOnce.flatMap((inFlight) =>
      (["equal", "different"] as const).flatMap((templates) =>
        answers.map((answer) => ({ delayMs, tasks, inFlight, templates, answer })),
      ),
    ),
  ),
);
/** A file has no more questions; further tasks are replicates. */
const mostQuestions = 10_000;
/** Equal templates are so many in turn. */
const equalTemplates = 40;

const program = join(import.meta.dirname, "..", "bin", "karenina.js");
const [, , task, ...values] = process.argv;
if (task === "serve") await serve(Number(values[0]), Number(values[1]));
else await compare();

async function compare(): Promise<void> {
  const { values: flags } = parseArgs({
    options: {
      all: { type: "boolean", default: false },
      peer: { type: "boolean", default: false },
      only: { type: "string" },
      "in-flight": { type: "string" },
      runs: { type: "string", default: "1" },
    },
  });
  const cases = (flags.all ? every : usual).filter(
    ({ tasks, inFlight }) =>
      Number(flags.only ?? tasks) === tasks && Number(flags["in-flight"] ?? inFlight) === inFlight,
  );
  const folder = mkdtempSync(join(tmpdir(), "karenina-engine-"));
  const rows: { readonly given: Case; readonly runs: readonly Figures[] }[] = [];
  try {
    for (const given of cases) {
      const runs: Figures[] = [];
      for (let run = 0; run < Number(flags.runs); run += 1) {
        runs.push(await measure(given, folder, flags.peer));
        console.error(JSON.stringify({ ...given, ...runs.at(-1) }));
      }
      rows.push({ given, runs });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.table(rows.map(({ given, runs }) => ({ ...given, ...spreadOf(runs) })));
  const [cpu] = cpus();
  const machine = { cpu: cpu?.model, cores: cpus().length, memoryGb: Math.round(totalmem() / 2 ** 30) };
  console.log(JSON.stringify({ machine, node: process.version, load: loadavg()[0], date: new Date(), rows }));
}

/** The median of each figure, with the least and the most where there are several runs. */
function spreadOf(runs: readonly Figures[]): { [name: string]: string | number | null } {
  const [first] = runs;
  return Object.fromEntries(
    Object.keys(first ?? {}).map((name) => {
      const found = runs.map((run) => run[name] ?? Number.NaN).toSorted((a, b) => a - b);
      const median = found[Math.floor(found.length / 2)] ?? Number.NaN;
      if (Number.isNaN(median)) return [name, null];
      return [name, found.length === 1 ? median : `${median} (${found[0]}–${found.at(-1)})`];
    }),
  );
}

async function measure(given: Case, folder: string, withPeer: boolean): Promise<Figures> {
  const { delayMs, tasks, inFlight, templates, answer } = given;
  const questions = Math.min(tasks, mostQuestions);
  const file = await written(folder, questions, templates);
  const log = join(folder, "run.jsonl");
  await using server = await startEndpoint(import.meta.filename, ["serve", `${delayMs}`, `${answer}`]);
  const startedAt = Date.now();
  const { cpu, seconds, peakMb } = await spentBy(
    program,
    [
      ...["verify", file, "--base-url", server.url, "--answering-model", "bench", "--parsing-model", "judge"],
      ...["--concurrency", `${inFlight}`, "--replicate-count", `${tasks / questions}`, "--no-preflight"],
      ...["--output", log, "--quiet"],
    ],
    join(folder, "spent"),
  );
  const told = await (await fetch(new URL("/told", server.url))).text();
  const { firstAt, lastAt, texts } = JSON.parse(told);
  const idealMs = (tasks / inFlight) * 2 * delayMs;
  const bytes = statSync(log).size;
  rmSync(log);
  const spentByPeer = withPeer
    ? await spentBy(
        join(import.meta.dirname, "bare-client.ts"),
        [server.url, `${tasks * 2}`, `${inFlight}`],
        join(folder, "spent"),
      )
    : undefined;
  return {
    cpuMsPerTask: round((cpu * 1000) / tasks),
    wallToIdeal: delayMs === 0 ? null : round((lastAt - firstAt) / idealMs),
    seconds: round(seconds),
    peakMb: Math.round(peakMb),
    logBytesPerTask: Math.round((bytes - texts) / tasks),
    firstRequestMs: firstAt - startedAt,
    ...(spentByPeer !== undefined && { peerCpuMsPerTask: round((spentByPeer.cpu * 1000) / tasks) }),
  };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** A file of questions with these templates, written once. */
async function written(folder: string, questions: number, templates: Case["templates"]): Promise<string> {
  const file = join(folder, `${templates}-${questions}.jsonld`);
  if (statSync(file, { throwIfNoEntry: false }) !== undefined) return file;
  const benchmark = Benchmark.create({ name: "bench" });
  for (let n = 0; n < questions; n += 1) {
    const template = differentTemplate(templates === "equal" ? n % equalTemplates : n);
    benchmark.addQuestion({
      question: questionOf(n),
      rawAnswer: `Compound ${n} binds BCL${n}.`,
      template: { language: "TypeScript", text: templateSource(template) },
      finished: true,
    });
  }
  await benchmark.save(file);
  return file;
}

function questionOf(n: number): string {
  return `What is known about compound ${n}, its target, its dose and how far it has come?`;
}

async function serve(delayMs: number, length: number): Promise<void> {
  let firstAt = 0;
  let lastAt = 0;
  let texts = 0;
  let count = 0;
  await serveEndpoint(delayMs, {
    told: { "/told": () => ({ firstAt, lastAt, texts }) },
    reply(request) {
      firstAt ||= Date.now();
      const filled = schemaReply(request);
      if (filled !== undefined) return filled;
      count += 1;
      const answer = `${count}: ${"It binds BCL2 at a dose of 10 mg, as shown. ".repeat(Math.ceil(length / 44))}`;
      const sent = answer.slice(0, length);
      texts += sent.length + questionOf(count).length;
      return sent;
    },
    replied: () => {
      lastAt = Date.now();
    },
  });
}
