import { basename } from "node:path";
import {
  KareninaError,
  messageOf,
  readErrorCode,
  type TransportCategory,
  TransportError,
} from "../../base/index.ts";
import { networkCode, shownUrl } from "../../http/index.ts";
import type { McpServer } from "../servers/mcp-server.ts";
import { maskedCause, maskedMessage } from "../servers/server-secrets.ts";
import { NotSentError } from "../transport/not-sent-error.ts";
import type { ServerComplaint } from "../transport/server-line.ts";
import { TimeLimitError } from "./within-limits.ts";

const longestDetail = 500;

/** Codes of the network that mean that a request never left. */
const unreachable = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);
/** Codes of the operating system that mean that a program cannot be started at all. */
const notStarted: { readonly [code: string]: string } = {
  ENOENT: "the program, or its working directory, does not exist",
  EACCES: "the program may not be executed",
  ENOTDIR: "the program, or its working directory, does not exist",
};

/** The HTTP status that an error of the protocol's transports stands for. */
export function statusOf(error: unknown): number | undefined {
  if (isServerError(error) || !(error instanceof Error) || !("code" in error)) return undefined;
  const { code } = error;
  return typeof code === "number" && code >= 100 && code <= 599 ? code : undefined;
}

/** The server answered, with an error of the protocol in place of a result. */
function isServerError(error: unknown): error is Error {
  return error instanceof Error && error.name === "McpError";
}

/** The protocol's own error for a connection that ended. */
const isConnectionClosed = (error: Error): boolean => "code" in error && error.code === -32000;

/**
 * What was asked was certainly not done: it never left, or the server did not know the session. Servers should answer
 * 404 then; many answer 400.
 */
export function neverRan(error: unknown): boolean {
  if (error instanceof NotSentError) return true;
  const status = statusOf(error);
  return status === undefined ? unreachable.has(networkCode(error) ?? "") : status === 404 || status === 400;
}

/**
 * The error of a server that could not be connected, or would not list its tools; `configuration` for a program that is not
 * there or may not be executed.
 */
export function connectError(
  server: McpServer,
  cause: unknown,
  complaint: ServerComplaint | undefined,
): KareninaError {
  const { category, what, hint } = reasonOf(server, cause, complaint);
  const where =
    server.transport === "http"
      ? `at ${shownUrl(server.url)}`
      : `(${maskedMessage(server, basename(server.command))})`;
  const message = `MCP server "${server.name}" ${where} ${what}${quoteComplaint(server, complaint)}`;
  const options = { cause: maskedCause(server, cause), hint };
  if (category === "configuration") return new KareninaError("configuration", message, options);
  return new TransportError(category, message, { ...options, status: statusOf(cause) });
}

/** One line about a program that ended in the middle of a session; undefined where it is no program, or still runs. */
export function describeEnd(server: McpServer, complaint: ServerComplaint | undefined): string | undefined {
  if (complaint?.ended === undefined) return undefined;
  return `MCP server "${server.name}" ended (${complaint.ended})${quoteComplaint(server, complaint)}`;
}

function quoteComplaint(server: McpServer, complaint: ServerComplaint | undefined): string {
  const wrote = complaint?.errorOutput.trim();
  return wrote ? `; it wrote: ${maskedMessage(server, wrote)}` : "";
}

interface Reason {
  readonly category: TransportCategory | "configuration";
  readonly what: string;
  readonly hint?: string;
}

function reasonOf(server: McpServer, cause: unknown, complaint: ServerComplaint | undefined): Reason {
  if (cause instanceof TimeLimitError)
    return { category: "timeout", what: `gave no answer within ${cause.limitMs / 1000} s` };
  const code = readErrorCode(cause) ?? "";
  const problem = server.transport === "stdio" ? notStarted[code] : undefined;
  if (problem !== undefined)
    return {
      category: "configuration",
      what: `could not be started: ${problem}`,
      hint: "Check the command line; the program is looked up in PATH.",
    };
  if (complaint?.ended !== undefined)
    return { category: "connection", what: `ended before it answered (${complaint.ended})` };
  const status = statusOf(cause);
  if (status !== undefined) return reasonOfStatus(server, status, detailOf(server, cause));
  if (isServerError(cause) && !isConnectionClosed(cause))
    return { category: "permanent", what: `refused: ${detailOf(server, cause)}` };
  const network = networkCode(cause);
  const timeout = network === "ETIMEDOUT" || network?.endsWith("_TIMEOUT");
  return {
    category: timeout ? "timeout" : "connection",
    what: `could not be reached: ${network ?? detailOf(server, cause)}`,
    hint: network === "ECONNREFUSED" ? "Is the server running at this address?" : undefined,
  };
}

function reasonOfStatus(server: McpServer, status: number, detail: string): Reason {
  const what = `answered with status ${status}: ${detail}`;
  if (status === 401 || status === 403) return { category: "permanent", what, hint: headerHint(server) };
  if (status === 429) return { category: "rate_limit", what };
  if (status === 408) return { category: "timeout", what };
  return { category: status >= 500 ? "server_error" : "permanent", what };
}

function headerHint(server: McpServer): string {
  const { setting = "the server's setting" } = server;
  const names = server.transport === "http" ? Object.keys(server.headers ?? {}) : [];
  return names.length > 0
    ? `Check what ${setting} sends: ${names.join(", ")}.`
    : `Write the header that the server asks for behind its address in ${setting}, such as -H "Authorization: Bearer $TOKEN".`;
}

/** What a model is told about a call that gave no result. */
export function callFailure(
  server: McpServer,
  tool: string,
  error: unknown,
  connectionLost: boolean,
): string {
  const subject = `The tool "${tool}" of the MCP server "${server.name}"`;
  if (error instanceof TimeLimitError) {
    const seconds = error.limitMs / 1000;
    return error.limit === "silence"
      ? `${subject} gave no sign of life for ${seconds} s and was stopped.`
      : `${subject} did not end within ${seconds} s and was stopped.`;
  }
  if (KareninaError.isInstance(error)) return error.message;
  if (connectionLost || (!isServerError(error) && networkCode(error) !== undefined && !neverRan(error)))
    return `The connection to the MCP server "${server.name}" broke off while its tool "${tool}" ran; what was asked may or may not have been done.`;
  const detail = isServerError(error) ? maskedMessage(server, error.message) : detailOf(server, error);
  return `${subject} failed: ${detail}`;
}

function detailOf(server: McpServer, error: unknown): string {
  const text = maskedMessage(server, networkCode(error) ?? messageOf(error));
  return text.length > longestDetail ? `${text.slice(0, longestDetail)}…` : text;
}
