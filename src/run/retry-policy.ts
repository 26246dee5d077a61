import * as z from "zod";
import type { TransportCategory } from "../base/index.ts";

const CategoryRetry = z.strictObject({
  maxAttempts: z.int().nonnegative().describe("Retries, not calls."),
  backoffMin: z.number().nonnegative().describe("Upper bound of the first wait, in seconds."),
  backoffMax: z.number().nonnegative().describe("Upper bound of every wait, in seconds."),
  backoffMultiplier: z.number().min(1).describe("Growth of the upper bound from retry to retry."),
});
/** How one category of failure is retried. */
type CategoryRetry = z.infer<typeof CategoryRetry>;

/** A part of the settings may be given; the rest comes from this category's own defaults. */
const categoryWith = (failure: string, maxAttempts: number, backoffMin: number, backoffMax: number) =>
  z
    .strictObject({
      maxAttempts: CategoryRetry.shape.maxAttempts.default(maxAttempts),
      backoffMin: CategoryRetry.shape.backoffMin.default(backoffMin),
      backoffMax: CategoryRetry.shape.backoffMax.default(backoffMax),
      backoffMultiplier: CategoryRetry.shape.backoffMultiplier.default(2),
    })
    .prefault({})
    .describe(
      `${failure}; retried ${maxAttempts} times, with waits of at most ${backoffMin} to ${backoffMax} seconds, unless said otherwise.`,
    );

const strategy = <Name extends string>(name: Name) =>
  z.literal(name).describe("How it grows: by a sum, by a factor, or evenly up to the limit.");
const limit = z.number().positive().describe("Longest time limit, in seconds.");
const maxTimeout = limit.nullable().default(null).describe("Longest time limit, in seconds; null: none.");
const increment = z.number().positive().describe("Seconds that each timeout retry adds.");
const multiplier = z.number().gt(1).describe("Factor of each timeout retry.");

/** Stored files name the settings of every strategy; those of the others are of no use. */
const ofAnotherStrategy = z.number().nullish().describe("Of no use with this strategy.");

/** How the time limit grows from one timeout retry to the next; increments and limits in seconds. */
const TimeoutEscalation = z.discriminatedUnion("strategy", [
  z.strictObject({
    strategy: strategy("additive"),
    increment,
    multiplier: ofAnotherStrategy,
    maxTimeout,
  }),
  z.strictObject({
    strategy: strategy("multiplicative"),
    multiplier,
    increment: ofAnotherStrategy,
    maxTimeout,
  }),
  z.strictObject({
    strategy: strategy("linear"),
    increment: ofAnotherStrategy,
    multiplier: ofAnotherStrategy,
    maxTimeout: limit,
  }),
]);

/**
 * Retries per category of transport failure, each with a budget of its own. Permanent failures are never retried.
 *
 * @example
 * RetryPolicy.parse({ connection: { maxAttempts: 5 } }).connection.backoffMax; // 10
 */
export const RetryPolicy = z.strictObject({
  connection: categoryWith("No connection, or one that broke", 3, 1, 10),
  timeout: categoryWith("No reply within the time limit", 3, 5, 30),
  rateLimit: categoryWith("Too many requests, as the server says", 5, 5, 30),
  serverError: categoryWith("An error of the server", 2, 2, 15),
  timeoutEscalation: TimeoutEscalation.nullable()
    .default(null)
    .describe("How the time limit grows from one timeout retry to the next; null: it stays."),
});
export type RetryPolicy = z.infer<typeof RetryPolicy>;

/** The policy of a run that says nothing about retries. */
export const defaultRetryPolicy: RetryPolicy = RetryPolicy.parse({});

/** The retries of a category; undefined for failures that are never retried. */
export function retriesOf(policy: RetryPolicy, category: TransportCategory): CategoryRetry | undefined {
  const byCategory: { readonly [category in TransportCategory]: CategoryRetry | undefined } = {
    connection: policy.connection,
    timeout: policy.timeout,
    rate_limit: policy.rateLimit,
    server_error: policy.serverError,
    permanent: undefined,
  };
  return byCategory[category];
}

/**
 * Milliseconds to wait before a retry, after `used` retries of the category: full jitter,
 * uniform(0, min(min · multiplier^used, max)). `random` gives numbers in 0..1.
 */
export function backoffMs(retries: CategoryRetry, used: number, random: () => number): number {
  const bound = Math.min(retries.backoffMin * retries.backoffMultiplier ** used, retries.backoffMax);
  return random() * bound * 1000;
}

/** The time limit after `timeouts` timeout retries, in milliseconds, never below the first; no limit stays no limit. */
export function escalatedTimeoutMs(
  policy: RetryPolicy,
  baseMs: number | undefined,
  timeouts: number,
): number | undefined {
  const escalation = policy.timeoutEscalation;
  if (baseMs === undefined || escalation === null || timeouts === 0) return baseMs;
  const capMs = escalation.maxTimeout === null ? Number.POSITIVE_INFINITY : escalation.maxTimeout * 1000;
  const share = Math.min(timeouts / Math.max(policy.timeout.maxAttempts, 1), 1);
  const grownMs =
    escalation.strategy === "additive"
      ? baseMs + escalation.increment * 1000 * timeouts
      : escalation.strategy === "multiplicative"
        ? baseMs * escalation.multiplier ** timeouts
        : baseMs + (capMs - baseMs) * share;
  return Math.max(baseMs, Math.min(grownMs, capMs));
}
