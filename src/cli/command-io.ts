import type { Clock, Environment } from "../base/index.ts";
import { harmlessJson } from "../base/index.ts";
import type { ModelConfig } from "../config/index.ts";
import type { RunExtensions } from "../verify/index.ts";
import type { Prompts } from "./interactive/prompts.ts";

/** A stream of text that a command writes to; `process.stdout` fits. */
export interface OutputStream {
  write(text: string): unknown;
  /** Writes in the place of lines at the end, where `write` lets no command to the terminal through. */
  rewrite?(lines: number, text: string): void;
  /** Writes a line that whoever watches the stream is to obey, such as an annotation of a workflow. */
  command?(line: string): void;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Everything a command sees of the world outside. */
export interface CommandIo {
  /** What was asked for: summaries, tables, JSON. */
  readonly stdout: OutputStream;
  /** Progress, warnings, errors. */
  readonly stderr: OutputStream;
  readonly environment: Environment;
  readonly workingDirectory: string;
  readonly clock: Clock;
  /** Undefined where nobody can answer. */
  readonly prompts: Prompts | undefined;
  /** Aborted by an interrupt. */
  readonly interrupted: AbortSignal;
  /** Aborted by the first Ctrl-C while somebody listens: what is under way is finished. */
  readonly stopping?: AbortSignal;
  /** Called, each without being waited for, where somebody leaves at once: what must be said is written here and now. */
  readonly lastWords?: Set<() => void>;
  /** What is to be put away when the command is over. */
  readonly atEnd?: AsyncDisposableStack;
  /** Ways to reach models that modules of the user's own have added. */
  readonly interfaces?: RunExtensions["interfaces"];
  /** Applications to be tested that modules of the user's own have exported; they take the place of other models under test. */
  readonly apps?: readonly ModelConfig[];
  /** Searches that they have added, by name. */
  readonly searchTools?: RunExtensions["searchTools"];
}

/** The same before a command is known: what only commands need is made when one is called. */
export interface ProgramIo extends Omit<CommandIo, "clock"> {
  readonly clock: () => Promise<Clock>;
}

/** How a command ended: done, could not, wrongly called, interrupted. */
export type ExitCode = 0 | 1 | 2 | 130;

/** Writes a line to what was asked for. */
export function print(io: Pick<CommandIo, "stdout">, line: string): void {
  io.stdout.write(`${line}\n`);
}

/** Writes a JSON value to what was asked for. */
export function printJson(io: Pick<CommandIo, "stdout">, value: unknown): void {
  io.stdout.write(`${harmlessJson(value)}\n`);
}

/** Writes a warning. */
export function warn(io: Pick<CommandIo, "stderr">, line: string): void {
  io.stderr.write(`warning: ${line}\n`);
}
