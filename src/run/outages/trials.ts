import { type Clock, type TransportError, untilAborted } from "../../base/index.ts";

/** They have `begun`; one call may try (`open`); it has failed (`closed`), or had a reply (`over`); none may any more (`lost`). */
type TrialTurn = "begun" | "open" | "closed" | "over" | "lost";

/** What trials need from the watch whose calls they let in. */
interface TrialsOptions {
  readonly clock: Pick<Clock, "monotonic" | "sleep">;
  /** How long the first of them may lie back, in milliseconds. */
  readonly patienceMs: number;
  /** How long nobody is let in after so many failures, in milliseconds. */
  readonly delayAfter: (failed: number, error: TransportError) => number;
  readonly turned: (turn: TrialTurn, error: TransportError) => void;
  readonly cancelled: (cause: unknown) => Error;
}

/**
 * Lets one call after the other find out whether a server has calls again, with growing waits between them: for one that
 * answers the few words of a probe and nothing else.
 */
interface Trials {
  /** They have begun, and no call that tried has had a reply. */
  readonly isOn: boolean;
  /** Resolves when this call may be made. True: it is the one that tries. */
  turn(signal: AbortSignal | undefined): Promise<boolean>;
  /** The call that tried has failed, or one that makes the first trial necessary. */
  failed(error: TransportError): void;
  /** The call that tried had no chance to find out: the next may. */
  passOn(): void;
  /** It had a reply. */
  succeeded(): void;
  /** Ends them; nobody waits any more. */
  stop(): void;
}

/** No trials so far. */
export function createTrials({ clock, patienceMs, delayAfter, turned, cancelled }: TrialsOptions): Trials {
  let startedAt: number | undefined;
  let failures = 0;
  let last: TransportError | undefined;
  let isOpen = false;
  let waiting = new AbortController();
  let moved = Promise.withResolvers<void>();

  function move(): void {
    moved.resolve();
    moved = Promise.withResolvers();
  }

  function open(): void {
    if (last === undefined) return;
    isOpen = true;
    turned("open", last);
    move();
  }

  function stop(): void {
    startedAt = undefined;
    failures = 0;
    isOpen = false;
    waiting.abort();
    move();
  }

  return {
    get isOn() {
      return startedAt !== undefined;
    },
    async turn(signal) {
      while (startedAt !== undefined) {
        if (isOpen) {
          isOpen = false;
          return true;
        }
        await untilAborted(moved.promise, signal, cancelled);
      }
      return false;
    },
    failed(error) {
      last = error;
      failures += 1;
      const now = clock.monotonic();
      startedAt ??= now;
      const left = startedAt + patienceMs - now;
      if (left <= 0) {
        stop();
        return turned("lost", error);
      }
      turned(failures === 1 ? "begun" : "closed", error);
      waiting = new AbortController();
      clock.sleep(Math.min(delayAfter(failures, error), left), waiting.signal).then(open, () => undefined);
    },
    passOn: open,
    succeeded() {
      stop();
      if (last !== undefined) turned("over", last);
    },
    stop,
  };
}
