import path from "node:path";
import * as z from "zod";
import { functionLike, issueLines, KareninaError, onlyMembers, type ShapeOf } from "../../../base/index.ts";
import type { LogProblem } from "./log-problem.ts";

/** Where a living program logs to. */
export interface LogFileOptions {
  /** JSONL that grows; several processes may write to the same. It and its folder are made where they are missing. */
  readonly file: string;
  /** The share of events that is written, 0 to 1. Default 1. */
  readonly sampleRate?: number | undefined;
  /** With it the same keys are kept in every process, and in every run of it. Default: one of each process. */
  readonly seed?: number | string | undefined;
  /** Also keep events in memory, for `evaluate`. Default false: a program may run for months. */
  readonly keep?: boolean | undefined;
  /** The most that may wait in memory for a file that cannot be written; further events are lost. Default 16 MB. */
  readonly maxWaitingBytes?: number | undefined;
  /** How long an event waits at most to be written together with others, in milliseconds. Default 100. */
  readonly flushIntervalMs?: number | undefined;
  /** Told of the first problem of each kind; what it throws is ignored. */
  readonly onProblem?: ((problem: LogProblem) => void) | undefined;
}

/** The same filled in. */
export type LogSettings = Required<Omit<LogFileOptions, "onProblem">> & Pick<LogFileOptions, "onProblem">;

export const LogFileShape = onlyMembers(
  {
    file: z.string().min(1),
    sampleRate: z.number().min(0).max(1).optional(),
    seed: z.union([z.number(), z.string()]).optional(),
    keep: z.boolean().optional(),
    maxWaitingBytes: z.int().positive().optional(),
    flushIntervalMs: z.number().min(0).max(3_600_000).optional(),
    onProblem: functionLike.optional(),
  } satisfies ShapeOf<LogFileOptions>,
  "option",
);

/**
 * Fills in where events are logged to.
 *
 * @throws KareninaError `configuration` that names each wrong option: a program learns of it when it starts.
 */
export function logSettings(options: LogFileOptions): LogSettings {
  const { error } = LogFileShape.safeParse(options, { reportInput: true });
  if (error !== undefined)
    throw new KareninaError(
      "configuration",
      `Events cannot be logged to a file: ${issueLines(error.issues).join("; ")}.`,
      { hint: `There are ${Object.keys(LogFileShape.shape).join(", ")}.` },
    );
  return {
    file: path.resolve(options.file),
    sampleRate: options.sampleRate ?? 1,
    seed: options.seed ?? Math.random(),
    keep: options.keep ?? false,
    maxWaitingBytes: options.maxWaitingBytes ?? 16 * 1024 * 1024,
    flushIntervalMs: options.flushIntervalMs ?? 100,
    onProblem: options.onProblem,
  };
}
