import { type Clock, KareninaError, TransportError, untilAborted } from "../../base/index.ts";
import { withNote } from "../retry.ts";
import { causeOf, failureMeaning } from "./failure-meaning.ts";
import type { Probe } from "./probe.ts";
import { createTrials } from "./trials.ts";

/** `reachable`, or as far as anybody knows. `paused`: calls wait for it. `lost`: it has been given up for this run. */
export type ServerState = "reachable" | "paused" | "lost";

/** What a watch needs from outside. */
export interface WatchOptions {
  readonly probe: Probe;
  /** Limit of one probe, in milliseconds. */
  readonly probeTimeoutMs: number;
  readonly clock: Clock;
  /** How long an outage is waited for, in milliseconds. */
  readonly patienceMs: number;
  /** The state has changed; with what the server said last. */
  readonly changed: (state: ServerState, reason: TransportError) => void;
  /** Within a pause: one call may find out how it is (`reachable`), and has found that nothing is better (`paused`). */
  readonly turned?: (state: ServerState) => void;
}

/** Watches the server of one model, as its calls find it. */
export interface ServerWatch {
  readonly state: ServerState;
  /**
   * Makes a call. One that fails because the server cannot be reached waits, and is made again when it can. Rejects with
   * the call's own failure where the server answers others, and with the server's where it has been given up.
   *
   * @param work tells when it has failed and goes on trying
   * @param failureOf why a reply is none
   */
  call<T>(
    work: (retried: () => void) => Promise<T>,
    signal: AbortSignal | undefined,
    failureOf?: (reply: T) => TransportError | undefined,
  ): Promise<T>;
  /** Finds out whether a failure that no new call can mend was the server's, and resolves when that is known. */
  failed(error: TransportError, signal: AbortSignal | undefined): Promise<void>;
  /** Gives up waiting, at the end of a run. */
  stop(): void;
}

/** A probe that fails once may have had bad luck; a call that met a limit has asked more than once already. */
const failuresUntilPause = 2;
const firstDelayMs = 1000;
const longestDelayMs = 60_000;
/** Refusals are asked again for so long: a server that is being restarted refuses for a moment. */
const refusalPatienceMs = 10_000;
/** A call that meets one outage after the other fails in the end. */
const mostOutagesOfCall = 3;
/** A model that answers probes but failed in one way at each of its first calls, so many of them, fails at all. */
const mostFirstFailures = 25;

/** So many calls that give up at a limit, one after the other and without a reply in between, are not about their prompts. */
const mostLimited = 3;

/** How long a server that says this is asked again, at most. */
export function patienceWith(reason: TransportError, patienceMs: number): number {
  return failureMeaning(reason) === "refusal" ? Math.min(refusalPatienceMs, patienceMs) : patienceMs;
}

/** `answers`: it was there all the time. `back`: it was away. */
type Finding = "answers" | "back" | "lost";

/** Starts watching. Makes no call by itself while all is well. */
export function watchServer(options: WatchOptions): ServerWatch {
  const { clock, changed } = options;
  let state: ServerState = "reachable";
  let givenUp: TransportError | undefined;
  let examination: Promise<Finding> | undefined;
  let examining = new AbortController();
  let known = Promise.withResolvers<void>();
  let isOver = false;
  let isLimited = false;
  let replies = 0;
  let limited = 0;
  const failures = { cause: "", count: 0 };
  const trials = createTrials({
    ...{ clock, patienceMs: options.patienceMs, delayAfter, cancelled },
    turned(turn, error) {
      if (turn === "lost") return enter("lost", error);
      if (turn === "begun") return enter("paused", error);
      if (turn === "over") return enter("reachable", error);
      state = turn === "open" ? "reachable" : "paused";
      options.turned?.(state);
    },
  });

  function enter(next: ServerState, reason: TransportError): void {
    state = next;
    if (next === "lost") givenUp = reason;
    known.resolve();
    changed(next, reason);
  }

  /** A reply came: whatever is waited for is over, but for a limit, which lets pass what it had let in before. */
  function noteReply(): void {
    replies += 1;
    limited = 0;
    if (!examining.signal.aborted && (state === "reachable" || !isLimited)) examining.abort();
  }

  /** A call has failed though its server answers. */
  function noteFailure(error: TransportError): void {
    const cause = causeOf(error);
    failures.count = failures.cause === cause ? failures.count + 1 : 1;
    failures.cause = cause;
    if (replies === 0 && failures.count >= mostFirstFailures && state === "reachable") enter("lost", error);
  }

  /** A call has given up at a limit though its server answers a probe. */
  function noteLimit(error: TransportError): void {
    if (trials.isOn || isOver || givenUp !== undefined) return;
    limited += 1;
    if (limited >= mostLimited) trials.failed(error);
  }

  /** Makes the call that tries, and takes from its end how it is. */
  async function tried<T>(
    work: () => Promise<T>,
    failureOf: (reply: T) => TransportError | undefined,
  ): Promise<T> {
    state = "paused";
    let found: "reply" | "nothing" | TransportError = "nothing";
    try {
      const reply = await work();
      found = failureOf(reply) ?? "reply";
      if (found === "reply") noteReply();
      return reply;
    } catch (error) {
      if (TransportError.isInstance(error) && failureMeaning(error) !== "own") found = error;
      throw givenUp ?? error;
    } finally {
      if (trials.isOn) {
        if (found === "reply") trials.succeeded();
        else if (found === "nothing") trials.passOn();
        else trials.failed(found);
      }
    }
  }

  async function examine(first: TransportError): Promise<Finding> {
    examining = new AbortController();
    const { signal } = examining;
    const startedAt = clock.monotonic();
    let reason = first;
    let refusedSince: number | undefined;
    isLimited = failureMeaning(first) === "limit";
    for (let failed = isLimited ? 1 : 0; ; failed += 1) {
      const now = clock.monotonic();
      const left = Math.max(startedAt + options.patienceMs - now, firstDelayMs);
      const delayMs = failed === 0 ? 0 : Math.min(delayAfter(failed, reason), left);
      const isLong = failed >= failuresUntilPause || delayMs > longestDelayMs;
      if (isLong && state === "reachable") enter("paused", reason);
      if (failed >= failuresUntilPause) {
        const isRefused = refusedSince !== undefined && now - refusedSince >= refusalPatienceMs;
        if (isRefused || now - startedAt >= options.patienceMs) enter("lost", reason);
      }
      if (state === "lost") return "lost";
      if (delayMs > 0) await clock.sleep(delayMs, signal).catch(() => undefined);
      const found = signal.aborted ? undefined : await probed(options, signal);
      if (found === undefined || signal.aborted) break;
      const meaning = failureMeaning(found);
      if (meaning === "own" || (meaning === "limit" && !isLimited)) break;
      reason = found;
      refusedSince = meaning === "refusal" ? (refusedSince ?? clock.monotonic()) : undefined;
    }
    // given up from outside
    if (givenUp !== undefined) return "lost";
    if (state === "reachable") return "answers";
    enter("reachable", reason);
    return "back";
  }

  async function examined(error: TransportError, signal: AbortSignal | undefined): Promise<Finding> {
    if (isOver) return givenUp === undefined ? "answers" : "lost";
    if (examination === undefined) {
      known = Promise.withResolvers();
      examination = examine(error).finally(() => {
        examination = undefined;
        known.resolve();
      });
    }
    return untilAborted(examination, signal, cancelled);
  }

  /** Waits while the server is paused. True: the call is to find out whether it still must be. */
  async function reachable(signal: AbortSignal | undefined): Promise<boolean> {
    if (state === "paused" && examination !== undefined) await untilAborted(examination, signal, cancelled);
    const isTrial = await trials.turn(signal);
    if (givenUp !== undefined) throw givenUp;
    return isTrial;
  }

  return {
    get state() {
      return state;
    },
    async call(work, signal, failureOf = () => undefined) {
      let retries = 0;
      for (let times = 1; ; times += 1) {
        const isTrial = await reachable(signal);
        if (isTrial) return tried(() => work(() => undefined), failureOf);
        let repliesBefore: number | undefined;
        try {
          const reply = await work(() => {
            retries += 1;
            repliesBefore ??= replies;
          });
          if (failureOf(reply) === undefined) noteReply();
          return reply;
        } catch (error) {
          if (!TransportError.isInstance(error)) throw error;
          const meaning = failureMeaning(error);
          if (meaning !== "own" && !trials.isOn) {
            // where nobody had a reply while it was tried again and again, the server may just have come back
            const wasSilent = meaning !== "refusal" && times === 1 && replies === repliesBefore;
            const finding = await examined(error, signal);
            if (finding === "back" && times <= mostOutagesOfCall) continue;
            if (finding === "answers" && wasSilent && !isOver) continue;
            if (finding === "answers" && meaning === "limit") noteLimit(error);
            else if (finding === "answers") noteFailure(error);
          }
          if (givenUp !== undefined || times === 1 || retries === 0) throw givenUp ?? error;
          throw withNote(error, `the call was made ${times} times, with ${retries} retries in all`);
        }
      }
    },
    async failed(error, signal) {
      const meaning = failureMeaning(error);
      if (meaning === "own" || state !== "reachable" || trials.isOn) return;
      const finding = await Promise.race([examined(error, signal), known.promise]);
      if (finding === "answers" && meaning === "limit") noteLimit(error);
    },
    stop() {
      isOver = true;
      if (examination === undefined && !trials.isOn) return;
      givenUp ??= new TransportError("connection", "The run ended while the server was waited for.");
      state = "lost";
      examining.abort();
      trials.stop();
    },
  };
}

/** The longer it is away, the more seldom it is asked, and never before the time that it names. */
function delayAfter(failed: number, { retryAfterMs = 0 }: TransportError): number {
  return Math.max(Math.min(firstDelayMs * 2 ** (failed - 1), longestDelayMs), retryAfterMs);
}

/** Why a probe has failed; undefined where it was answered. */
async function probed(
  { probe, probeTimeoutMs }: WatchOptions,
  signal: AbortSignal,
): Promise<TransportError | undefined> {
  try {
    await untilAborted(probe({ signal, timeoutMs: probeTimeoutMs }), signal);
    return undefined;
  } catch (error) {
    return TransportError.isInstance(error) ? error : undefined;
  }
}

const cancelled = (cause: unknown) =>
  new KareninaError("cancelled", "Cancelled while waiting for a server that cannot be reached.", { cause });
