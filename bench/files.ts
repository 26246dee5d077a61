// What benchmark files cost: opening 1,000 and 10,000 questions whose templates all differ, in each language, in some
// hundred shapes; checking them from the command line; and a run of 5,000 different templates beside one of 5,000 equal
// ones. Every case runs in a process of its own.
//   npm run build && node bench/files.ts
import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Benchmark, type TemplateInput } from "../src/index.ts";
import { templateSource } from "../src/template/index.ts";
import { differentPython } from "./different-python.ts";
import { differentTemplate } from "./different-templates.ts";
import { serveEndpoint, startEndpoint } from "./local-endpoint.ts";
import { schemaReply } from "./schema-reply.ts";

type Language = "TypeScript" | "Python" | "YAML";

/** The languages that files are measured in. */
const languages: readonly Language[] = ["TypeScript", "Python", "YAML"];

const runSize = 5000;
/** How many templates the questions of a run take in turn that counts as one of equal templates. */
const equalTemplates = 40;
const inFlight = 100;
const delayMs = 20;

const [, , task, ...values] = process.argv;
if (task === "serve") await serve();
else if (task === "open") await open(String(values[0]), String(values[1]));
else if (task === "run") await run(String(values[0]), String(values[1]));
else await compare();

/** Reads a file and every template in it, after a small one that warms the code up. */
async function open(warmUp: string, file: string): Promise<void> {
  const { createTemplateLoader } = await import("../src/languages/index.ts");
  const readAll = async (path: string): Promise<number> => {
    const { questions } = (await Benchmark.load(path)).content;
    await using loader = createTemplateLoader();
    for (const { template } of questions) if (template?.kind === "source") await loader.load(template.source);
    return questions.length;
  };
  await readAll(warmUp);
  const cpu = process.cpuUsage();
  const questions = await readAll(file);
  send({ cpuMsPerQuestion: spent(cpu) / questions, peakMb: process.resourceUsage().maxRSS / 1024 });
}

/** 5,000 tasks of a file of questions. */
async function run(file: string, baseUrl: string): Promise<void> {
  const karenina: typeof import("../src/index.ts") = await import("karenina" as string);
  const benchmark = await karenina.Benchmark.load(file);
  const folder = mkdtempSync(join(tmpdir(), "karenina-bench-"));
  const model = { interface: "openai_endpoint", endpointBaseUrl: baseUrl, modelName: "bench" } as const;
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  const results = await benchmark.runVerification(
    {
      answeringModels: [{ ...model, id: "answerer" }],
      parsingModels: [{ ...model, id: "judge" }],
      asyncMaxWorkers: inFlight,
      preflight: false,
    },
    { output: join(folder, "results.jsonl") },
  );
  const wallMs = performance.now() - startedAt;
  const judged = results.results.filter(({ template }) => template?.verifyResult !== undefined).length;
  const cpuMs = spent(cpu);
  rmSync(folder, { recursive: true });
  send({
    cpuMsPerTask: cpuMs / runSize,
    wallToIdeal: wallMs / ((runSize / inFlight) * 2 * delayMs),
    judged,
  });
}

/** Fills in whatever fields it is asked for, and counts how many requests are open at once. */
async function serve(): Promise<void> {
  let openNow = 0;
  let mostOpen = 0;
  await serveEndpoint(delayMs, {
    told: { "/most": () => ({ mostOpen }) },
    reply(text) {
      openNow += 1;
      mostOpen = Math.max(mostOpen, openNow);
      return schemaReply(text) ?? "The target is BCL2.";
    },
    replied: () => {
      openNow -= 1;
    },
  });
}

async function compare(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "karenina-files-"));
  const rows: object[] = [];
  for (const language of languages) {
    const warmUp = await write(folder, language, 100);
    for (const questions of [1000, 10_000]) {
      const file = await write(folder, language, questions);
      const measured = await child("open", warmUp, file);
      rows.push({ language, questions, fileMb: statSync(file).size / 2 ** 20, ...measured });
    }
  }
  console.table(rows);
  const file = await write(folder, "TypeScript", 10_000);
  const startedAt = performance.now();
  const checked = await validate(file);
  console.log(
    `benchmark validate, 10,000 questions: ${Math.round(performance.now() - startedAt)} ms, exit code ${checked}`,
  );
  const files = {
    equal: await write(folder, "TypeScript", runSize, (n) => n % equalTemplates),
    different: await write(folder, "TypeScript", runSize),
  };
  const runs: object[] = [];
  for (const templates of ["equal", "different", "equal", "different"] as const) {
    await using server = await startEndpoint(import.meta.filename, ["serve"]);
    const measured = await child("run", files[templates], server.url);
    const { mostOpen } = JSON.parse(await (await fetch(new URL("/most", server.url))).text());
    runs.push({ templates, tasks: runSize, ...measured, mostInFlight: mostOpen });
  }
  console.table(runs);
  rmSync(folder, { recursive: true });
}

/** Writes a file of questions with these of the different templates. */
async function write(
  folder: string,
  language: Language,
  questions: number,
  pick: (n: number) => number = (n) => n,
): Promise<string> {
  const benchmark = Benchmark.create({ name: "bench" });
  for (let n = 0; n < questions; n += 1) {
    benchmark.addQuestion({
      question: `What is known about compound ${n}, its target, its dose and how far it has come?`,
      rawAnswer: `Compound ${n} binds BCL${n}.`,
      template: writtenTemplate(language, pick(n)),
    });
  }
  const name = `${language}-${questions}-${pick(questions)}`;
  const file = join(folder, `${name}.${language === "YAML" ? "yaml" : "jsonld"}`);
  await benchmark.save(file);
  return file;
}

/** A YAML file holds the template itself. */
function writtenTemplate(language: Language, n: number): TemplateInput {
  if (language === "Python") return { language, text: differentPython(n) };
  const template = differentTemplate(n);
  return language === "YAML" ? template : { language, text: templateSource(template) };
}

async function validate(file: string): Promise<number | null> {
  const karenina = new URL("../bin/karenina.js", import.meta.url).pathname;
  const started = spawn(process.execPath, [karenina, "benchmark", "validate", file], { stdio: "ignore" });
  const [code] = await once(started, "close");
  return code;
}

async function child(...args: readonly string[]): Promise<object> {
  const started = fork(import.meta.filename, args);
  let message: object | undefined;
  started.on("message", (sent: object) => {
    message = sent;
  });
  const [code] = await once(started, "exit");
  if (message === undefined) throw new Error(`${args.join(" ")} ended with ${code} and no figures`);
  return message;
}

function send(measured: object): void {
  process.send?.(measured);
  process.disconnect?.();
}

/** Processor time since then, in milliseconds. */
function spent(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}
