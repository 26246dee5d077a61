import * as z from "zod";
import { type Clock, startDeadline, systemClock } from "../../base/index.ts";
import { createHttpClient, endpointConnection } from "../../http/index.ts";
import type { SearchPort } from "../../ports/index.ts";
import { defaultRetryPolicy, type RetryPolicy, withRetries } from "../../run/index.ts";
import { queryPort } from "../query-port.ts";
import { resultsOfRows, rowsIn } from "../search-results.ts";
import { defaultQueryTimeoutMs } from "../within-time.ts";
import { refusal, unreachable, unreadable } from "./tavily-error.ts";

/** How to reach Tavily, or a server that speaks its interface. */
export interface TavilySearchOptions {
  readonly apiKey: string;
  /** Default `https://api.tavily.com`. */
  readonly baseUrl?: string;
  /** Most results of one query, 1 to 20. Default 3. */
  readonly maxResults?: number;
  /** `advanced` costs twice as much. Default `basic`. */
  readonly searchDepth?: "basic" | "advanced";
  /** Limit of one attempt in milliseconds. Default 60,000. */
  readonly timeoutMs?: number;
  /** Default: that of model calls. */
  readonly retryPolicy?: RetryPolicy;
  readonly clock?: Clock;
  /** Uniform in 0..1, for backoff. Default: `Math.random`. */
  readonly random?: () => number;
}

/** Tavily refuses longer queries with status 400. */
const longestQuery = 400;

/** The parts of a reply that are read; anything but a list is no results. */
const TavilyReply = z.object({ results: z.unknown() }).catch({ results: [] });

/**
 * A search by Tavily: POST `{base}/search`, one request per query, its failures retried like those of a model. A query
 * of more than 400 characters is cut at the last word that fits.
 *
 * @throws KareninaError `configuration` for a base URL that is none.
 */
export function tavilySearch(options: TavilySearchOptions): SearchPort {
  const { clock = systemClock, random = Math.random, maxResults = 3 } = options;
  const { apiKey, searchDepth = "basic", timeoutMs = defaultQueryTimeoutMs } = options;
  const { url, headers, site } = endpointConnection(
    {
      baseUrl: options.baseUrl ?? "https://api.tavily.com",
      baseUrlMode: "raw",
      apiKey,
      keyName: "TAVILY_API_KEY",
      modelName: "Tavily",
    },
    "search",
  );
  const client = createHttpClient();
  const retrying = { policy: options.retryPolicy ?? defaultRetryPolicy, clock, random };

  const post = async (query: string, signal: AbortSignal): Promise<unknown> => {
    using deadline = startDeadline(timeoutMs, signal);
    const body = JSON.stringify({ query, search_depth: searchDepth, max_results: maxResults });
    const reply = await client.post(url, { headers, body, signal: deadline.signal }).catch((error) => {
      throw unreachable(site, error, { deadline, timeoutMs });
    });
    if (reply.status < 200 || reply.status > 299) throw refusal(site, reply, clock.now());
    try {
      return JSON.parse(reply.text);
    } catch (cause) {
      throw unreadable(site, cause);
    }
  };

  return queryPort({
    secrets: [apiKey],
    async ask(query, signal) {
      const reply = await withRetries(retrying, { signal }, () => post(shortenQuery(query), signal));
      return resultsOfRows(rowsIn(TavilyReply.parse(reply).results) ?? []).slice(0, maxResults);
    },
    close: () => client[Symbol.asyncDispose](),
  });
}

function shortenQuery(query: string): string {
  const letters = [...query];
  if (letters.length <= longestQuery) return query;
  const lastGap = letters.slice(0, longestQuery + 1).findLastIndex((letter) => letter.trim() === "");
  return letters
    .slice(0, lastGap < longestQuery / 2 ? longestQuery : lastGap)
    .join("")
    .trimEnd();
}
