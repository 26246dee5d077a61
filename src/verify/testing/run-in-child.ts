import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import type { VerificationConfig } from "../../config/verification/verification-config.ts";
import type { Outcome } from "../../result/index.ts";

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
    env: { PATH: process.env.PATH },
  });
  const [out, complaints] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  if (child.exitCode !== 0)
    throw new Error(`the program ended with ${child.exitCode ?? child.signalCode}: ${complaints}`);
  return JSON.parse(out);
}

/** Opens a benchmark file through the public door and runs it, in a process of its own. */
export async function runInChild(
  file: string,
  config: VerificationConfig,
): Promise<{ readonly results: ReadonlyMap<string, ChildResult>; readonly peakMb: number }> {
  const { value, peakMb } = await inChild<readonly ChildResult[]>(`
const benchmark = await karenina.Benchmark.load(${JSON.stringify(file)});
const results = await benchmark.runVerification(${JSON.stringify(config)});
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
