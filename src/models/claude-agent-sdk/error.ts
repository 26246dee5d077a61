import {
  KareninaError,
  maskedError,
  maskSecrets,
  messageOf,
  readErrorCode,
  type TransportCategory,
  TransportError,
} from "../../base/index.ts";
import { type CallSite, statusError } from "../../http/index.ts";
import type { Program } from "./program/program.ts";
import type { ResultMessage } from "./transcript/stream-message.ts";

/** Categories of the errors the program tells apart; all others will not go away by themselves. */
const categories: { readonly [kind: string]: TransportCategory } = {
  rate_limit: "rate_limit",
  overloaded: "server_error",
  server_error: "server_error",
  unknown: "server_error",
};
/** What it tells about calls without any answer. */
const unanswered: { readonly [kind: string]: TransportCategory } = {
  connection_failed: "connection",
  no_response: "timeout",
  stream_idle_timeout: "timeout",
};

/** The error that a run's last word stands for; undefined for a run that ended as it may. */
export function errorOfResult(
  site: CallSite,
  result: ResultMessage,
  kind: string | undefined,
): KareninaError | undefined {
  const limits = ["error_max_turns", "error_max_structured_output_retries"];
  if (!result.is_error || limits.includes(result.subtype) || isOwnEnd(result)) return undefined;
  const said = maskSecrets(result.result ?? result.errors?.join(" ") ?? "", site.secrets);
  if (result.startup_failure_reason) return startFailure(result.startup_failure_reason, said);
  if (typeof result.api_error_status === "number")
    return statusError(site, { status: result.api_error_status, body: said, retryAfterMs: undefined });
  const category = unanswered[result.api_error ?? ""] ?? categories[kind ?? ""] ?? "permanent";
  return new TransportError(category, `Model "${site.modelName}" at ${site.url} gave no answer: ${said}`, {
    hint: kind === "authentication_failed" ? `Check the credential in ${site.keyName}.` : undefined,
  });
}

/** The model refused or reached its length limit: the program takes that for an error, it is what the model did. */
const isOwnEnd = ({ stop_reason, api_error }: ResultMessage): boolean =>
  stop_reason === "refusal" || api_error === "max_output_tokens";

function startFailure(reason: string, said: string): KareninaError {
  const hint =
    reason === "sandbox_required_unavailable"
      ? "Install what the sandbox needs (on Linux: bubblewrap and socat), or turn it off by name."
      : undefined;
  return new KareninaError("configuration", `The Claude agent did not start (${reason}): ${said}`, { hint });
}

/** The error of a run that ended without a last word: no program, no start, or an end in the middle. */
export function errorOfProgram(site: CallSite, thrown: unknown, program: Program): KareninaError {
  if (KareninaError.isInstance(thrown)) return thrown;
  const error = program.startError ?? thrown;
  const cause = maskedError(error, site.secrets);
  if (program.ending === "" && (readErrorCode(error) === "ENOENT" || error instanceof ReferenceError)) {
    return new KareninaError("missing_dependency", "The program of the Claude Agent SDK is not installed.", {
      hint: "Run: npm install @anthropic-ai/claude-agent-sdk (with optional packages)",
      cause,
    });
  }
  const told = [program.complaint, messageOf(error)].find((text) => text !== "") ?? "";
  const how = program.ending === "" ? "could not be run" : `ended ${program.ending} before its work was done`;
  return new TransportError(
    program.ending === "" ? "permanent" : "connection",
    `The program of the Claude agent ${how}: ${maskSecrets(told, site.secrets)}`,
    { cause },
  );
}
