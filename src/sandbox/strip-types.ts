import { stripTypeScriptTypes } from "node:module";
import { SandboxError } from "./sandbox-protocol.ts";
import { type SandboxSubject, subjects } from "./sandbox-subject.ts";

/**
 * The JavaScript of TypeScript source, with types replaced by blanks so that lines and columns stay.
 *
 * @throws SandboxError with the subject's code for mistakes and the line, for a syntax error and for syntax that is
 * more than types, such as `enum` and `namespace`
 */
export function stripTypes(source: string, subject: SandboxSubject): string {
  const emitWarning = process.emitWarning;
  process.emitWarning = withoutStripWarning(emitWarning);
  try {
    return stripTypeScriptTypes(source);
  } catch (error) {
    const { title, mistake, advice } = subjects[subject];
    if (!isSyntaxProblem(error)) {
      throw new SandboxError({
        code: mistake,
        message: `${title} source is nested too deeply for its types to be read.`,
        hint: advice,
        brokenThread: true,
      });
    }
    const line = /^[^\n]*:(\d+)\n/.exec(error.stack ?? "")?.[1];
    throw new SandboxError({
      code: mistake,
      message: `${title} source cannot be read${line === undefined ? "" : ` at line ${line}`}: ${error.message}`,
      hint: "Use TypeScript whose types can simply be erased.",
    });
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Every other error is the type stripper's own distress, after which it reads nothing more. */
function isSyntaxProblem(error: unknown): error is Error {
  return error instanceof Error && "code" in error && String(error.code).endsWith("_TYPESCRIPT_SYNTAX");
}

/** Node warns once that stripping is experimental; nothing an author of templates can act on. */
function withoutStripWarning(emitWarning: typeof process.emitWarning): typeof process.emitWarning {
  return ((warning: string | Error, ...rest: []) => {
    if (!String(warning instanceof Error ? warning.message : warning).startsWith("stripTypeScriptTypes "))
      emitWarning.call(process, warning, ...rest);
  }) as typeof process.emitWarning;
}
