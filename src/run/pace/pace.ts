import { type Clock, KareninaError, TransportError } from "../../base/index.ts";
import { createQueue } from "../queue.ts";

/** What a server says of its limits with a reply. */
export interface ToldLimits {
  /** Requests or tokens that it takes until the time is over; the smaller share counts. */
  readonly remaining: number;
  /** Milliseconds until it takes as many as ever. */
  readonly resetMs: number;
}

/** How fast a server may be asked. */
export interface PaceOptions {
  readonly clock: Clock;
  /** Null: as many as the server takes. */
  readonly requestsPerMinute: number | null;
  /** Tokens of prompts and replies together; null: as many as the server takes. */
  readonly tokensPerMinute: number | null;
  /** Others that ask the server with the same key. Default: there are none. */
  readonly shared?: SharedPace | undefined;
}

/** What others that ask a server with the same key leave to one. */
export interface SharedPace {
  /** The part of the limits per minute, above 0 to 1. */
  share(): number;
  /** So long, from now, the server wants to be left alone, as it has told one of them; milliseconds, 0: not. */
  pauseMs(): number;
  /** The server has told so here. */
  paused(ms: number): void;
}

const alone: SharedPace = { share: () => 1, pauseMs: () => 0, paused: () => undefined };

/** One call that keeps the pace. */
interface PacedCall<T> {
  /** Calls of one kind take about as long, such as those of one model for answers. */
  readonly kind: string;
  readonly signal?: AbortSignal | undefined;
  /** Makes it; `sent` may be called when it is sent, where that is later. */
  work(sent: () => void): Promise<T>;
  /** What came of it used so many tokens; undefined: nobody knows. */
  tokensOf(reply: T): number | undefined;
}

/** What became of the calls of one server. */
export interface PaceReport {
  readonly calls: number;
  /** Those that the server refused for now: too many requests, or too much to do. */
  readonly refused: number;
  /** So many were under way at once, at most. */
  readonly mostAtOnce: number;
  /** So many it may be asked at once at the end; null: more than there ever were. */
  readonly limit: number | null;
  /** Milliseconds that calls have waited for their turn, by what they waited for. */
  readonly waitedMs: { readonly [Cause in WaitingFor]: number };
}

/** `server`: it takes no more at once. `pause`: it asked for a pause. `rate`: the limit per minute that it was given. */
type WaitingFor = "server" | "pause" | "rate";

/** Finds out how many calls a server takes at once, and keeps to it. */
export interface Pace {
  /** Makes the call when its turn is. Rejects with code `cancelled` when the signal fires while it waits. */
  run<T>(call: PacedCall<T>): Promise<T>;
  told(limits: ToldLimits): void;
  report(): PaceReport;
}

/** So many calls at once are made of a server of which nothing is known. */
const firstLimit = 64;
/** Each reply lets so many more be under way, until the server shows that it has enough: four times as many after each round. */
const growthPerReply = 3;
/** From such a share of refused calls on, the server is asked less at once. */
const tooManyRefused = 0.12;
/** Replies that take so many times as long as at first show that more at once would only wait in the server. */
const tooSlow = 2;
/** A round ends after at least so many calls: fewer show nothing. */
const shortestRound = 10;
/** No more is asked for longer than this: a server that says so is asked whether it means it. */
const longestPauseMs = 5 * 60_000;

/**
 * Keeps to what one server takes. It begins with {@link firstLimit} calls at once and lets more be made as long as replies
 * come as fast as at first. Where many are refused (status 429, 503, 529), the number comes down to as many as the server was really
 * working on, which is the time of all replies over the time that has passed, and by half at most for each round of calls;
 * then it grows again, towards where that was. Whoever waits is served in the order of asking.
 */
export function createPace({ clock, requestsPerMinute, tokensPerMinute, shared = alone }: PaceOptions): Pace {
  const waiting = createQueue<Waiter>();
  let left = 0;
  let limit = firstLimit;
  let underWay = 0;
  let isStarting = true;
  /** Where refusals began last. */
  let knownTop = Number.POSITIVE_INFINITY;
  let round = { begun: clock.monotonic(), replies: 0, refused: 0, repliesMs: 0, slowness: 0, atOnce: 0 };
  let pausedUntil = 0;
  let requestsFrom = 0;
  let tokensFrom = 0;
  let wake: AbortController | undefined;
  const usualMs = new Map<string, { ms: number; count: number }>();
  const usualTokens = { sum: 0, count: 0 };
  const report = { calls: 0, refused: 0, mostAtOnce: 0, waitedMs: { server: 0, pause: 0, rate: 0 } };

  interface Waiter {
    start: (() => void) | undefined;
    readonly since: number;
    cause: WaitingFor;
  }

  /** Why nothing may be asked now, and when that is over; undefined: it may. */
  function obstacle(): { readonly cause: WaitingFor; readonly until?: number } | undefined {
    if (underWay >= Math.max(1, Math.floor(limit))) return { cause: "server" };
    const now = clock.monotonic();
    const pause = Math.max(pausedUntil, now + shared.pauseMs());
    if (pause > now) return { cause: "pause", until: pause };
    const rate = Math.max(requestsFrom, tokensFrom);
    return rate > now ? { cause: "rate", until: rate } : undefined;
  }

  function begin(): void {
    underWay += 1;
    report.calls += 1;
    report.mostAtOnce = Math.max(report.mostAtOnce, underWay);
    round.atOnce = Math.max(round.atOnce, underWay);
    const now = clock.monotonic();
    if (requestsPerMinute !== null)
      requestsFrom = Math.max(now, requestsFrom) + 60_000 / (requestsPerMinute * shared.share());
    if (tokensPerMinute !== null) tokensFrom = Math.max(now, tokensFrom) + minutesOf(expectedTokens());
  }

  const minutesOf = (tokens: number) =>
    (tokens * 60_000) / ((tokensPerMinute ?? Number.POSITIVE_INFINITY) * shared.share());
  const expectedTokens = () => (usualTokens.count === 0 ? 0 : usualTokens.sum / usualTokens.count);

  function serve(): void {
    for (;;) {
      if (left === 0) return;
      const why = obstacle();
      if (why !== undefined) {
        if (why.until !== undefined) wakeAt(why.until);
        return;
      }
      const waiter = waiting.shift();
      if (waiter?.start === undefined) continue;
      left -= 1;
      report.waitedMs[waiter.cause] += clock.monotonic() - waiter.since;
      begin();
      waiter.start();
    }
  }

  function wakeAt(time: number): void {
    if (wake !== undefined) return;
    const controller = new AbortController();
    wake = controller;
    clock.sleep(Math.max(1, time - clock.monotonic()), controller.signal).then(
      () => {
        wake = undefined;
        serve();
      },
      () => undefined,
    );
  }

  function turn(signal: AbortSignal | undefined): Promise<void> | undefined {
    if (signal?.aborted) return Promise.reject(cancelled(signal));
    const why = obstacle();
    if (why === undefined && left === 0) {
      begin();
      return undefined;
    }
    return new Promise((resolve, reject) => {
      const waiter: Waiter = { start: undefined, since: clock.monotonic(), cause: why?.cause ?? "server" };
      const onAbort = () => {
        if (waiter.start === undefined) return;
        waiter.start = undefined;
        left -= 1;
        if (left === 0) wake = wake?.abort() as undefined;
        reject(cancelled(signal));
      };
      waiter.start = () => {
        signal?.removeEventListener("abort", onAbort);
        waiter.start = undefined;
        resolve();
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      waiting.push(waiter);
      left += 1;
      serve();
    });
  }

  function replied(kind: string, ms: number): void {
    round.replies += 1;
    round.repliesMs += ms;
    const usual = usualMs.get(kind) ?? { ms, count: 0 };
    usualMs.set(kind, usual);
    round.slowness += usual.ms > 0 ? ms / usual.ms : 1;
    // what it takes when nothing is in the way is what the first calls take, and later the fastest rounds
    usual.count += 1;
    if (usual.count <= shortestRound) usual.ms += (ms - usual.ms) / usual.count;
    if (isStarting && isUsed()) limit += growthPerReply;
    endRound();
  }

  /** Only what was tried can be said to work. */
  const isUsed = () => round.atOnce >= limit / 2;

  function endRound(): void {
    const { replies, refused, slowness, repliesMs } = round;
    const calls = replies + refused;
    const passedMs = clock.monotonic() - round.begun;
    const replyMs = replies === 0 ? 0 : repliesMs / replies;
    if (calls < shortestRound || passedMs < replyMs) return;
    if (refused / calls > tooManyRefused) {
      isStarting = false;
      knownTop = Math.max(1, Math.min(limit, round.atOnce));
      const atWork = passedMs > 0 ? repliesMs / passedMs : (knownTop * replies) / calls;
      limit = Math.max(1, knownTop / 2, Math.min(knownTop, atWork));
    } else if (replies > 0 && slowness / replies > tooSlow) isStarting = false;
    else if (!isStarting && isUsed() && refused === 0)
      limit += limit < knownTop ? Math.max(1, (knownTop - limit) / 4) : Math.max(1, limit / 20);
    round = {
      ...{ begun: clock.monotonic(), replies: 0, refused: 0, repliesMs: 0 },
      ...{ slowness: 0, atOnce: underWay },
    };
  }

  function refused(): void {
    report.refused += 1;
    round.refused += 1;
    endRound();
  }

  return {
    async run({ kind, signal, work, tokensOf }) {
      const wait = turn(signal);
      if (wait !== undefined) await wait;
      let startedAt = clock.monotonic();
      const expected = expectedTokens();
      try {
        const reply = await work(() => {
          startedAt = clock.monotonic();
        });
        const tokens = tokensOf(reply);
        if (tokensPerMinute !== null && tokens !== undefined) {
          usualTokens.sum += tokens;
          usualTokens.count += 1;
          tokensFrom += minutesOf(tokens - expected);
        }
        replied(kind, clock.monotonic() - startedAt);
        return reply;
      } catch (error) {
        if (TransportError.isInstance(error) && isRefusal(error)) refused();
        throw error;
      } finally {
        underWay -= 1;
        serve();
      }
    },
    told({ remaining, resetMs }) {
      if (remaining > 0 || !(resetMs > 0)) return;
      const ms = Math.min(resetMs, longestPauseMs);
      pausedUntil = Math.max(pausedUntil, clock.monotonic() + ms);
      shared.paused(ms);
    },
    report: () => ({ ...report, limit: limit > report.mostAtOnce ? null : Math.max(1, Math.floor(limit)) }),
  };
}

/** The server has too much to do, or was asked too often; other faults say nothing of how much it takes. */
const isRefusal = ({ category, status }: TransportError): boolean =>
  category === "rate_limit" || status === 503 || status === 529;

const cancelled = (signal: AbortSignal | undefined) =>
  new KareninaError("cancelled", "Cancelled while waiting for its turn to ask the model.", {
    cause: signal?.reason,
  });
