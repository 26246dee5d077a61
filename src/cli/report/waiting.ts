import type { Clock, TransportCategory } from "../../base/index.ts";
import { formatDuration, pluralize } from "../../base/index.ts";
import type { CallRetried, Outage } from "../../run/index.ts";

/** Knows what a run waits for. Keeps a number per call that is waiting. */
interface Waiting {
  retried(event: CallRetried): void;
  changed(outage: Outage): void;
  /** How many calls are being repeated for this reason at this moment. */
  repeated(category: TransportCategory): string;
  /** Everything that is waited for at this moment, in one line; empty: nothing. */
  status(): string;
}

/** Looks at repeated calls and at servers that cannot be reached. */
export function watchWaiting(clock: Pick<Clock, "monotonic">): Waiting {
  // when each call will have been repeated, at most
  const calls = new Map<TransportCategory, readonly number[]>();
  const away = new Map<string, { readonly since: number; readonly patienceMs: number }>();

  function waitingFor(category: TransportCategory): readonly number[] {
    const until = (calls.get(category) ?? []).filter((end) => end > clock.monotonic());
    calls.set(category, until);
    return until;
  }

  function repeated(category: TransportCategory): string {
    const { length } = waitingFor(category);
    return `${pluralize(length, "call")} ${length === 1 ? "is" : "are"} being repeated (${category})`;
  }

  return {
    retried({ category, delayMs }) {
      calls.set(category, [...waitingFor(category), clock.monotonic() + delayMs]);
    },
    changed({ names, state, patienceMs }) {
      const name = names.join(", ");
      if (state === "paused") away.set(name, { since: clock.monotonic(), patienceMs });
      else away.delete(name);
    },
    repeated,
    status: () =>
      [
        ...Array.from(away, ([name, { since, patienceMs }]) => {
          const waited = formatDuration(clock.monotonic() - since);
          return `waiting for ${name} for ${waited}, ${formatDuration(patienceMs)} at most`;
        }),
        ...[...calls.keys()].filter((category) => waitingFor(category).length > 0).map(repeated),
      ].join("; "),
  };
}

/** What has happened to a server, as a line. */
export function outageText({ names, state, reason, durationMs, patienceMs }: Outage): string {
  const name = names.join(", ");
  if (state === "paused")
    return `waiting: ${name} cannot be used: ${reason.message}. Trying again for up to ${formatDuration(patienceMs)}.`;
  const after = formatDuration(durationMs);
  return state === "reachable"
    ? `${name} can be used again after ${after}.`
    : `given up: ${name} after ${after}: ${reason.message}. Its tasks are left.`;
}
