import { type Clock, KareninaError, TransportError } from "../../base/index.ts";
import { createQueue } from "../queue.ts";
import { createCapacity, type Sent } from "./capacity.ts";

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
  /** Told when the server asks to be left alone for long, once until that is over: milliseconds. */
  readonly paused?: ((ms: number) => void) | undefined;
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
  /** Whether it may be made again where the server was asked too fast. Default: it may. */
  readonly isRepeatable?: boolean;
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
  /** So many it takes in a second; null: as many as it was asked for. */
  readonly perSecond: number | null;
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

/** No more is asked for longer than this: a server that says so is asked whether it means it. */
const longestPauseMs = 5 * 60_000;

/** Shorter pauses are over before anybody asks. */
const worthTellingMs = 5000;

/** A server that asks for a longer pause after a refusal has not only been asked too fast. */
const longestRepeatMs = 2000;
/** So often a call is sent again that is refused while others are taken, and while nothing comes of any. */
const mostRepeats = 5;
const mostInVain = 20;

/**
 * Keeps to what one server takes, as `capacity.ts` finds it out, and to limits per minute. Whoever waits is served in the order of
 * asking, and first of all calls that were refused because the server was asked too fast: they are sent again when their
 * turn is. A call that is refused again and again while others are taken, or when none is, rejects with its failure.
 */
export function createPace(options: PaceOptions): Pace {
  const { clock, requestsPerMinute, tokensPerMinute, shared = alone } = options;
  const capacity = createCapacity(clock.monotonic());
  const waiting = createQueue<Waiter>();
  /** Those whose calls were refused. */
  const repeating = createQueue<Waiter>();
  let left = 0;
  let pausedUntil = 0;
  let toldUntil = 0;
  let requestsFrom = 0;
  let tokensFrom = 0;
  let wake: { readonly at: number; readonly controller: AbortController } | undefined;
  const usualTokens = { sum: 0, count: 0 };
  let lastReplyAt: number | undefined;
  let underWay = 0;
  const report = { calls: 0, refused: 0, mostAtOnce: 0, waitedMs: { server: 0, pause: 0, rate: 0 } };

  interface Waiter {
    start: ((sent: Sent) => void) | undefined;
    /** Nothing is taken: its call has failed. */
    readonly giveUp: () => void;
    readonly since: number;
    cause: WaitingFor;
  }

  /** Why nothing may be asked now, and when that is over; undefined: it may. */
  function obstacle(): { readonly cause: WaitingFor; readonly until?: number | undefined } | undefined {
    const now = clock.monotonic();
    const pause = Math.max(pausedUntil, now + shared.pauseMs());
    if (pause > now) return { cause: "pause", until: pause };
    const rate = Math.max(requestsFrom, tokensFrom);
    if (rate > now) return { cause: "rate", until: rate };
    // one goes ahead, to show what a call uses
    if (tokensPerMinute !== null && lastReplyAt === undefined && underWay > 0) return { cause: "rate" };
    return capacity.obstacle(now);
  }

  function begin(): Sent {
    const now = clock.monotonic();
    underWay += 1;
    report.calls += 1;
    report.mostAtOnce = Math.max(report.mostAtOnce, underWay);
    if (requestsPerMinute !== null)
      requestsFrom = Math.max(now, requestsFrom) + 60_000 / (requestsPerMinute * shared.share());
    if (tokensPerMinute !== null) tokensFrom = Math.max(now, tokensFrom) + minutesOf(expectedTokens());
    return capacity.sent(now);
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
      const waiter = repeating.shift() ?? waiting.shift();
      if (waiter?.start === undefined) continue;
      left -= 1;
      report.waitedMs[waiter.cause] += clock.monotonic() - waiter.since;
      waiter.start(begin());
    }
  }

  function wakeAt(time: number): void {
    if (wake !== undefined && wake.at <= time) return;
    wake?.controller.abort();
    const controller = new AbortController();
    const own = { at: time, controller };
    wake = own;
    clock.sleep(Math.max(1, time - clock.monotonic()), controller.signal).then(
      () => {
        if (wake === own) wake = undefined;
        serve();
      },
      () => undefined,
    );
  }

  /** @param refusal the failure of a call that is to be repeated */
  function turn(signal: AbortSignal | undefined, refusal?: TransportError): Sent | Promise<Sent> {
    if (signal?.aborted) return Promise.reject(cancelled(signal));
    const why = obstacle();
    if (why === undefined && left === 0) return begin();
    return new Promise((resolve, reject) => {
      const leave = (reason: unknown) => {
        if (waiter.start === undefined) return;
        waiter.start = undefined;
        signal?.removeEventListener("abort", onAbort);
        left -= 1;
        if (left === 0) wake = wake?.controller.abort() as undefined;
        reject(reason);
      };
      const onAbort = () => leave(cancelled(signal));
      const waiter: Waiter = {
        start(sent) {
          signal?.removeEventListener("abort", onAbort);
          waiter.start = undefined;
          resolve(sent);
        },
        giveUp: () => leave(refusal),
        ...{ since: clock.monotonic(), cause: why?.cause ?? "server" },
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      (refusal === undefined ? waiting : repeating).push(waiter);
      left += 1;
      serve();
    });
  }

  /** Waits until the call may be made again. False: its failure is final here. */
  async function isRepeated(error: TransportError, signal: AbortSignal | undefined): Promise<boolean> {
    const { category, retryAfterMs = 0 } = error;
    if (category !== "rate_limit" || retryAfterMs > longestRepeatMs) return false;
    if (capacity.isTaking(clock.monotonic())) {
      if (retryAfterMs > 0)
        await clock.sleep(retryAfterMs, signal).catch((cause) => {
          throw signal?.aborted ? cancelled(signal) : cause;
        });
      return true;
    }
    for (let waiter = repeating.shift(); waiter !== undefined; waiter = repeating.shift()) waiter.giveUp();
    return false;
  }

  function noteRefusal(call: Sent, { retryAfterMs }: TransportError): void {
    report.refused += 1;
    const now = clock.monotonic();
    const ms = retryAfterMs === undefined ? undefined : Math.min(retryAfterMs, longestPauseMs);
    const before = capacity.pausedUntil;
    capacity.refused(call, now, ms);
    // others hear of it after a second
    if (capacity.pausedUntil > Math.max(before, now + longestRepeatMs)) pausedFor(capacity.pausedUntil - now);
  }

  function pausedFor(ms: number): void {
    shared.paused(ms);
    const now = clock.monotonic();
    if (ms < worthTellingMs || now < toldUntil) return;
    toldUntil = now + ms;
    options.paused?.(ms);
  }

  return {
    async run({ kind, signal, work, tokensOf, isRepeatable = true }) {
      let refusal: TransportError | undefined;
      let refusedAt = Number.POSITIVE_INFINITY;
      let inVain = 0;
      for (let repeats = 0; ; ) {
        const turned = turn(signal, refusal);
        const call = turned instanceof Promise ? await turned : turned;
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
          lastReplyAt = clock.monotonic();
          capacity.replied(call, lastReplyAt, kind, lastReplyAt - startedAt);
          return reply;
        } catch (error) {
          if (!TransportError.isInstance(error) || !isRefusal(error)) {
            capacity.ended(call);
            throw error;
          }
          noteRefusal(call, error);
          inVain = lastReplyAt !== undefined && lastReplyAt > refusedAt ? 0 : inVain + 1;
          if (inVain === 0) repeats += 1;
          refusedAt = clock.monotonic();
          const isTooOften = repeats > mostRepeats || inVain > mostInVain;
          if (!isRepeatable || isTooOften || !(await isRepeated(error, signal))) throw error;
          refusal = error;
        } finally {
          underWay -= 1;
          serve();
        }
      }
    },
    told({ remaining, resetMs }) {
      if (remaining > 0 || !(resetMs > 0)) return;
      const ms = Math.min(resetMs, longestPauseMs);
      pausedUntil = Math.max(pausedUntil, clock.monotonic() + ms);
      pausedFor(ms);
    },
    report() {
      const { atOnce, perSecond } = capacity;
      return {
        ...report,
        limit: atOnce > report.mostAtOnce ? null : Math.max(1, Math.floor(atOnce)),
        perSecond: perSecond === Number.POSITIVE_INFINITY ? null : perSecond,
      };
    },
  };
}

/** The server has too much to do, or was asked too often; other faults say nothing of how much it takes. */
const isRefusal = ({ category, status }: TransportError): boolean =>
  category === "rate_limit" || status === 503 || status === 529;

const cancelled = (signal: AbortSignal | undefined) =>
  new KareninaError("cancelled", "Cancelled while waiting for its turn to ask the model.", {
    cause: signal?.reason,
  });
