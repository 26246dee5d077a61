import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import type { VerificationConfig } from "../../config/index.ts";
import { startOpenAiServer } from "../../models/testing/index.ts";
import type { Outcome } from "../../result/index.ts";
import type { Benchmark } from "../benchmark.ts";
import type { CodeLimits } from "../execute-run.ts";

type ChatScript = Parameters<typeof startOpenAiServer>[0]["chat"];

/** What became of a question. */
export interface ChildResult {
  readonly question: string;
  readonly outcome: Outcome;
  /** Why there is no verdict, or what was wrong. */
  readonly reason: string;
  /** Of traits: their values, and why some have none. */
  readonly traits: { readonly [trait: string]: unknown };
}

const door = new URL("../../index.ts", import.meta.url).href;
const within = new URL("run-within.ts", import.meta.url).href;

/**
 * Runs an expression of the public door in a process of its own: its value, and the most memory that the process had
 * resident, in MB.
 *
 * @param code statements that set `value`; they have what the door exports as `karenina`
 */
export async function inChild<Value>(
  code: string,
): Promise<{ readonly value: Value; readonly peakMb: number }> {
  const program = `
import * as karenina from ${JSON.stringify(door)};
let value;
${code}
process.stdout.write(JSON.stringify({ value, peakMb: process.resourceUsage().maxRSS / 1024 }));`;
  const child = spawn(process.execPath, ["--input-type=module-typescript", "-e", program], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
  });
  const [out, complaints] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  if (child.exitCode !== 0)
    throw new Error(`the program ended with ${child.exitCode ?? child.signalCode}: ${complaints}`);
  return JSON.parse(out);
}

/** What became of a run in a process of its own, by question, and the most memory it had resident, in MB. */
export interface ChildRun {
  readonly results: ReadonlyMap<string, ChildResult>;
  readonly peakMb: number;
}

/**
 * Saves a benchmark and runs its file, as a stranger's, with templates and rubrics and a scripted model on both sides.
 *
 * @param limits of the file's code and patterns; default: those of every run
 */
export async function runStrangersFile(
  benchmark: Benchmark,
  chat: ChatScript,
  limits?: CodeLimits,
): Promise<ChildRun> {
  const folder = await mkdtemp(path.join(tmpdir(), "hostile-file-"));
  try {
    const file = await benchmark.save(path.join(folder, "stranger.jsonld"));
    await using server = await startOpenAiServer({ chat });
    const model = { modelName: "m", endpointBaseUrl: server.url };
    const config = {
      answeringModels: [model],
      parsingModels: [model],
      evaluationMode: "template_and_rubric",
    } as const;
    return await runInChild(file, config, limits);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Opens a benchmark file and runs it, in a process of its own: through the public door, or with limits that it does not take. */
export async function runInChild(
  file: string,
  config: VerificationConfig,
  limits?: CodeLimits,
): Promise<ChildRun> {
  const run =
    limits === undefined
      ? `benchmark.runVerification(${JSON.stringify(config)})`
      : `runWithin(${JSON.stringify(limits)}, benchmark, ${JSON.stringify(config)})`;
  const head = limits === undefined ? "" : `import { runWithin } from ${JSON.stringify(within)};`;
  const { value, peakMb } = await inChild<readonly ChildResult[]>(`${head}
const benchmark = await karenina.Benchmark.load(${JSON.stringify(file)});
const results = await ${run};
value = [...results].map((result) => ({
  question: result.metadata.questionId,
  outcome: karenina.outcomeOf(result),
  reason: result.metadata.failure?.reason ?? "",
  traits: {
    ...result.rubric?.traitFailures,
    ...result.rubric?.regexTraitScores,
    ...result.rubric?.callableTraitScores,
  },
}));`);
  return { results: new Map(value.map((result) => [result.question, result])), peakMb };
}
