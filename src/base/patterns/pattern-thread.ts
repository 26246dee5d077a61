import { type ErrorCode, KareninaError, messageOf } from "../errors.ts";
import { createGuardedThread } from "../guarded-thread.ts";
import type { PatternFlags } from "./pattern.ts";
import { shownPattern } from "./shown-pattern.ts";
import type { FoundSpans } from "./spans.ts";

/** A search as the thread is asked for it. */
export interface PatternRequest {
  readonly pattern: string;
  readonly flags: PatternFlags;
  readonly text: string;
  readonly limit: number;
}

/** What was found, or what went wrong, as data that crosses threads. */
export type PatternReply =
  | { readonly found: FoundSpans | undefined }
  | {
      readonly failure: {
        readonly code: ErrorCode;
        readonly message: string;
        readonly hint: string | undefined;
      };
    };

/** Searches where a search can be stopped. */
type StoppableSearch = (request: PatternRequest, signal: AbortSignal | undefined) => Promise<FoundSpans>;

/** Memory of the thread: about ten of the largest programs. */
const MEMORY_MB = 400;
const IDLE_MS = 10_000;

/** A thread for long searches: started by the first, ended with one that takes longer than `searchMs`, or when idle. */
export function createPatternThread(searchMs: number): StoppableSearch {
  const extension = import.meta.url.endsWith(".ts") ? ".ts" : ".js";
  const thread = createGuardedThread<PatternRequest, PatternReply>({
    module: new URL(`./pattern-worker${extension}`, import.meta.url),
    memoryMb: MEMORY_MB,
    idleMs: IDLE_MS,
  });
  return async (request, signal) => {
    const outcome = await thread.ask(request, { withinMs: searchMs, signal }).catch((error: unknown) => {
      signal?.throwIfAborted();
      throw beyondLimit(request, `cannot be searched: ${messageOf(error)}`, error);
    });
    if (outcome.kind === "late") throw tooLong(request, searchMs);
    if (outcome.kind !== "reply") throw beyondLimit(request, `takes more than ${MEMORY_MB} MB of memory`);
    const { reply } = outcome;
    if ("failure" in reply) {
      const { code, message, hint } = reply.failure;
      throw new KareninaError(code, message, hint === undefined ? {} : { hint });
    }
    if (reply.found === undefined) throw tooLong(request, searchMs);
    return reply.found;
  };
}

/** The error of a search that was stopped. */
export function tooLong(
  { pattern, text }: Pick<PatternRequest, "pattern" | "text">,
  ms: number,
): KareninaError {
  return beyondLimit({ pattern, text }, `takes longer than ${ms / 1000} s`);
}

function beyondLimit(
  { pattern, text }: Pick<PatternRequest, "pattern" | "text">,
  what: string,
  cause?: unknown,
): KareninaError {
  return new KareninaError(
    "sandbox_limit",
    `Regular expression ${shownPattern(pattern)} ${what} on a text of ${text.length} characters.`,
    {
      hint: "Write it so that there is one way to match: nested and large repetitions are the usual cause.",
      ...(cause === undefined ? {} : { cause }),
    },
  );
}
