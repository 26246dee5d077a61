import { KareninaError, TransportError } from "../../base/index.ts";
import { createPace, type PaceReport } from "../pace/pace.ts";
import { withRetries } from "../retry.ts";
import { defaultRetryPolicy } from "../retry-policy.ts";
import { jumpingClock } from "./jumping-clock.ts";

/** What a server makes of a request: it takes it, or refuses it and may say for how long. */
type Ruling = "taken" | { readonly retryAfterMs?: number | undefined };

/** Decides about one request after the other, with so many under way. */
export type Limiter = (now: number, underWay: number) => Ruling;

const refused: Ruling = {};

/** Numbers from 0 to 1, the same ones each time. */
export function seeded(state = 1): () => number {
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** So many in any second that has passed. */
export function slidingWindow(
  perSecond: number,
  says: "when" | "nothing" = "nothing",
  counts: "taken" | "all" = "taken",
): Limiter {
  const taken: number[] = [];
  return (now) => {
    const isFull = now - (taken.at(-perSecond) ?? Number.NEGATIVE_INFINITY) < 1000;
    if (!isFull || counts === "all") taken.push(now);
    return isFull ? (says === "when" ? { retryAfterMs: 1000 } : refused) : "taken";
  };
}

/** So many within each window. */
export function fixedWindow(count: number, windowMs: number, says: "when" | "nothing" = "nothing"): Limiter {
  let window = -1;
  let taken = 0;
  return (time) => {
    const now = time + 0.37 * windowMs;
    if (Math.floor(now / windowMs) !== window) {
      window = Math.floor(now / windowMs);
      taken = 0;
    }
    if (taken === count)
      return says === "when"
        ? { retryAfterMs: Math.ceil(((window + 1) * windowMs - now) / 1000) * 1000 }
        : refused;
    taken += 1;
    return "taken";
  };
}

/** So many a second, and as many at once as have been saved up. */
export function tokenBucket(perSecond: number, burst: number): Limiter {
  let tokens = burst;
  let at = 0;
  return (now) => {
    tokens = Math.min(burst, tokens + ((now - at) * perSecond) / 1000);
    at = now;
    if (tokens < 1) return refused;
    tokens -= 1;
    return "taken";
  };
}

/** Refuses a share of what comes, whatever comes, and of the rest what another does. */
export function byChance(share: number, rest: Limiter = () => "taken"): Limiter {
  const random = seeded(11);
  return (now, underWay) => (random() < share ? refused : rest(now, underWay));
}

/** So many at once. */
export const atOnce =
  (count: number): Limiter =>
  (_, underWay) =>
    underWay < count ? "taken" : refused;

/** What came of a simulated run. */
interface SimulatedRun {
  /** Requests that the server took in each second. */
  readonly taken: readonly number[];
  readonly refused: number;
  /** Calls whose retries were used up. */
  readonly failed: number;
  readonly report: PaceReport;
  readonly calls: readonly { readonly at: number; readonly isTaken: boolean }[];
}

/** So many ask one call after the other, with the usual retries, for so many seconds. */
export async function simulated(
  limiter: Limiter,
  {
    askers,
    seconds,
    latencyMs,
    refusalMs = 2,
    jitter = 0,
  }: {
    readonly askers: number;
    readonly seconds: number;
    /** Of a reply. */
    readonly latencyMs: number;
    /** Of a refusal. Default: 2. */
    readonly refusalMs?: number;
    /** By such a share replies take more or less time. */
    readonly jitter?: number;
  },
): Promise<SimulatedRun> {
  const clock = jumpingClock();
  const pace = createPace({ clock, requestsPerMinute: null, tokensPerMinute: null });
  const random = seeded(5);
  const over = new AbortController();
  const taken = Array<number>(seconds).fill(0);
  const calls: { at: number; isTaken: boolean }[] = [];
  let failed = 0;
  let atWork = 0;

  async function work(): Promise<void> {
    const now = clock.monotonic();
    const ruling = limiter(now, atWork);
    calls.push({ at: now, isTaken: ruling === "taken" });
    if (ruling !== "taken") {
      await clock.sleep(refusalMs);
      throw new TransportError("rate_limit", "too many requests", { status: 429, ...ruling });
    }
    const second = Math.floor(now / 1000);
    taken[second] = (taken[second] ?? 0) + 1;
    atWork += 1;
    await clock.sleep(latencyMs * (1 + jitter * (2 * random() - 1)));
    atWork -= 1;
  }

  async function ask(): Promise<void> {
    while (!over.signal.aborted)
      await withRetries({ policy: defaultRetryPolicy, clock, random }, { signal: over.signal }, () =>
        pace.run({ kind: "", signal: over.signal, work, tokensOf: () => undefined }),
      ).catch((error) => {
        if (!KareninaError.isInstance(error)) throw error;
        if (TransportError.isInstance(error)) failed += 1;
      });
  }
  for (let asker = 0; asker < askers; asker += 1) void ask();
  await clock.pass(seconds * 1000);
  const report = pace.report();
  over.abort();
  await clock.pass(latencyMs * 3);
  return { taken, refused: calls.filter(({ isTaken }) => !isTaken).length, failed, report, calls };
}
