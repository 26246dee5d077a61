import { KareninaError, messageOf } from "../base/index.ts";
import type { ExitCode, OutputStream } from "./command-io.ts";
import { harmlessText } from "./report/harmless-text.ts";

/** A command was called wrongly; ends with exit code 2. */
export function usageError(message: string, hint?: string): KareninaError {
  return new KareninaError("configuration", message, { hint });
}

/** The exit code that an error stands for. */
export function exitCodeOf(error: unknown): ExitCode {
  if (!KareninaError.isInstance(error)) return 1;
  if (error.code === "configuration") return 2;
  return error.code === "cancelled" ? 130 : 1;
}

/** Says what went wrong and what to do; the stack only for whoever asked for it. */
export function reportFailure(error: unknown, stderr: OutputStream, debug: boolean): void {
  stderr.write(`error: ${harmlessText(messageOf(error))}\n`);
  if (KareninaError.isInstance(error)) {
    if (error.hint !== undefined) stderr.write(`hint: ${harmlessText(error.hint)}\n`);
  } else if (!debug) {
    stderr.write("hint: This was not expected. Run again with --debug to see where it happened.\n");
  }
  if (debug) stderr.write(`${harmlessText(stackOf(error))}\n`);
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = error.stack ?? error.message;
  return error.cause === undefined ? own : `${own}\ncaused by ${stackOf(error.cause)}`;
}
