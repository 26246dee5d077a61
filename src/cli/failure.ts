import { harmlessText, KareninaError, maskSecrets, messageOf, namedSecrets } from "../base/index.ts";
import type { CommandIo, ExitCode } from "./command-io.ts";
import { indentFurtherLines } from "./named-stream.ts";

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

/** Says what went wrong and what to do, without keys; the stack only for whoever asked for it. */
export function reportFailure(
  error: unknown,
  { stderr, environment, debug }: Pick<CommandIo, "stderr" | "environment"> & { readonly debug: boolean },
): void {
  const keys = namedSecrets(environment);
  const shown = (text: string) => indentFurtherLines(harmlessText(maskSecrets(text, keys)));
  stderr.write(`error: ${shown(messageOf(error))}\n`);
  if (KareninaError.isInstance(error)) {
    if (error.hint !== undefined) stderr.write(`hint: ${shown(error.hint)}\n`);
  } else if (!debug) {
    stderr.write("hint: This was not expected. Run again with --debug to see where it happened.\n");
  }
  if (debug) stderr.write(`${shown(stackOf(error))}\n`);
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return messageOf(error);
  const own = error.stack ?? error.message;
  return error.cause === undefined ? own : `${own}\ncaused by ${stackOf(error.cause)}`;
}
