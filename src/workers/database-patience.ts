import { type Clock, messageOf, readErrorCode } from "../base/index.ts";

/** Waits for a database that is away. */
export interface DatabasePatience {
  /** Does something with the database, again and again while it cannot be reached. Rejects for any other reason, and when aborted. */
  until<T>(work: () => Promise<T>): Promise<T>;
  /** For how long the database has been there, as far as is known here, in milliseconds. */
  steadyMs(): number;
}

/** Most time between two attempts, in milliseconds. */
const longestPauseMs = 500;

/**
 * Waits as long as it takes: a database that restarts stops nobody.
 *
 * @param tell told once that it is away, and once that it is back
 */
export function databasePatience({
  clock,
  signal,
  tell,
}: {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly tell: (text: string) => void;
}): DatabasePatience {
  let isAway = false;
  let steadySince = clock.monotonic();
  return {
    steadyMs: () => (isAway ? 0 : clock.monotonic() - steadySince),
    async until(work) {
      for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
        try {
          const value = await work();
          if (isAway) {
            tell("The database is back.");
            isAway = false;
            steadySince = clock.monotonic();
          }
          return value;
        } catch (error) {
          if (signal.aborted || !isOutage(error)) throw error;
          if (!isAway) tell(`The database cannot be reached, it is waited for: ${messageOf(error)}.`);
          isAway = true;
          await clock.sleep(pauseMs, signal);
        }
      }
    },
  };
}

/** Classes of SQLSTATE: connections, an operator's doing, too many of something, conflicts of transactions. */
const passing = /^(08|57P|53|40)/;
const ofNetwork = /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT)/;
const ofClient =
  /connection terminated|timeout exceeded when trying to connect|client has encountered|connection timeout|not queryable/i;

/** True for what may be well again by itself. */
export function isOutage(error: unknown): boolean {
  const code = readErrorCode(error);
  if (typeof code === "string" && (passing.test(code) || ofNetwork.test(code))) return true;
  if (error instanceof AggregateError) return error.errors.some(isOutage);
  return ofClient.test(messageOf(error));
}
