import { KareninaError, LruCache, maskSecrets, messageOf, untilAborted } from "../base/index.ts";
import { cancelledError } from "../http/index.ts";
import type { SearchOutcome, SearchPort, SearchResult } from "../ports/index.ts";
import { createLimiter } from "../run/index.ts";

/** The part of a search that differs from service to service. */
interface QueryTool {
  /** The results of one query; whatever it throws becomes the problem of that query. */
  ask(query: string, signal: AbortSignal): Promise<readonly SearchResult[]>;
  /** Closes what was opened. */
  close?(): Promise<void>;
  /** Never to appear in a problem. */
  readonly secrets?: readonly string[];
}

const atOnce = 5;
const remembered = 1000;
const longestProblem = 500;

/** One query on its way, or answered. */
interface Inquiry {
  readonly outcome: Promise<SearchOutcome>;
  readonly stop: AbortController;
  /** Callers still waiting; when the last one leaves, the query is stopped. */
  waiting: number;
}

/**
 * Makes a port of a tool that answers single queries: at most 5 are on their way at once, a query that was answered is
 * not asked again (the last 1,000 are kept), one that failed is.
 */
export function queryPort(tool: QueryTool): SearchPort {
  const limiter = createLimiter(atOnce);
  const inquiries = new LruCache<string, { current?: Inquiry | undefined }>(remembered);
  const running = new Set<AbortController>();
  let closing: Promise<void> | undefined;

  const start = (query: string, forget: (inquiry: AbortController) => void): Inquiry => {
    const stop = new AbortController();
    running.add(stop);
    const outcome = limiter
      .run(() => tool.ask(query, stop.signal), stop.signal)
      .then(
        (results): SearchOutcome => ({ ok: true, results }),
        (error: unknown) => {
          forget(stop);
          return closing === undefined ? failure(error, tool.secrets) : closed;
        },
      )
      .finally(() => running.delete(stop));
    return { outcome, stop, waiting: 0 };
  };

  const outcomeOf = async (query: string, signal: AbortSignal | undefined): Promise<SearchOutcome> => {
    if (query.trim() === "") return { ok: false, problem: "The query is blank." };
    const slot = inquiries.getOrCreate(query, () => ({}));
    const forget = (stop: AbortController) => {
      if (slot.current?.stop === stop) slot.current = undefined;
    };
    slot.current ??= start(query, forget);
    const inquiry = slot.current;
    inquiry.waiting += 1;
    try {
      return await untilAborted(inquiry.outcome, signal, cancelledError);
    } finally {
      inquiry.waiting -= 1;
      if (inquiry.waiting === 0 && running.has(inquiry.stop)) {
        forget(inquiry.stop);
        inquiry.stop.abort(signal?.reason);
      }
    }
  };

  return {
    async search(queries, { signal } = {}) {
      if (signal?.aborted) throw cancelledError(signal.reason);
      if (closing !== undefined) return queries.map(() => closed);
      return Promise.all(queries.map((query) => outcomeOf(query, signal)));
    },
    [Symbol.asyncDispose]() {
      closing ??= Promise.resolve().then(() => tool.close?.());
      for (const stop of running) stop.abort();
      return closing;
    },
  };
}

const closed: SearchOutcome = { ok: false, problem: "The search was closed." };

function failure(error: unknown, secrets: readonly string[] = []): SearchOutcome {
  const hint = KareninaError.isInstance(error) ? error.hint : undefined;
  const text = maskSecrets([messageOf(error), hint].filter(Boolean).join(" "), secrets);
  return { ok: false, problem: text.length > longestProblem ? `${text.slice(0, longestProblem)}…` : text };
}
