import { limitExceeded, memoryExceeded, SandboxError, type SandboxRequest } from "./sandbox-protocol.ts";
import { subjects } from "./sandbox-subject.ts";

/** An error as it left the sandbox. */
export interface GuestError {
  readonly name: string;
  readonly message: string;
  readonly stack?: string | undefined;
}

/** The failure for what went wrong inside, with the line of the file where it is known. */
export function guestFailure(error: GuestError, request: SandboxRequest): SandboxError {
  const { subject, source } = request;
  const line = lineOf(error, source);
  const where = line === undefined ? "" : ` at line ${line}`;
  if (isOutOfMemory(error)) return memoryExceeded(request, where);
  const exceeded = exceededLimit(error);
  if (exceeded !== undefined) return limitExceeded(subject, exceeded + where);
  const what = error.name === "Thrown" ? error.message : `${error.name}: ${error.message}`;
  const { title, mistake } = subjects[subject];
  return isAuthorMistake(error)
    ? new SandboxError({ code: mistake, message: `${title} source is not valid${where}: ${what}` })
    : new SandboxError({ code: "sandbox_error", message: `${title} code failed${where}: ${what}` });
}

function isOutOfMemory({ name, message }: GuestError): boolean {
  return name === "InternalError" && message === "out of memory";
}

function exceededLimit({ name, message }: GuestError): string | undefined {
  if (message === "stack overflow") return "called itself or nested data too deeply";
  return name === "InternalError" && message === "out of output"
    ? "returned more than 1,000,000 characters"
    : undefined;
}

/** Errors that say the file is written wrongly, not that its code met a bad value. */
function isAuthorMistake({ name, message }: GuestError): boolean {
  return (
    name === "SyntaxError" ||
    /^(cannot import|zod's|a (template|trait|scenario) file must|field "|the (fields|options) of|verify(Granular)? must|JSON Schema cannot carry)/.test(
      message,
    ) ||
    /expects a zod schema$|keys must be z\.string\(\)$|only one regex\(\)/.test(message)
  );
}

function lineOf({ message, stack = "" }: GuestError, source: string): number | undefined {
  const inStack = /source\.ts:(\d+)/.exec(stack)?.[1];
  if (inStack !== undefined) return Number(inStack);
  const imported = /^cannot import ("(?:[^"\\]|\\.)*")/.exec(message)?.[1];
  const index =
    imported === undefined ? -1 : source.split("\n").findIndex((line) => line.includes(JSON.parse(imported)));
  return index < 0 ? undefined : index + 1;
}
