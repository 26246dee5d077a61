import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { backoffMs, defaultRetryPolicy, escalatedTimeoutMs, RetryPolicy } from "./retry-policy.ts";

describe("RetryPolicy", () => {
  it("has the documented defaults", () => {
    expect(defaultRetryPolicy).toEqual({
      connection: { maxAttempts: 3, backoffMin: 1, backoffMax: 10, backoffMultiplier: 2 },
      timeout: { maxAttempts: 3, backoffMin: 5, backoffMax: 30, backoffMultiplier: 2 },
      rateLimit: { maxAttempts: 5, backoffMin: 5, backoffMax: 30, backoffMultiplier: 2 },
      serverError: { maxAttempts: 2, backoffMin: 2, backoffMax: 15, backoffMultiplier: 2 },
      timeoutEscalation: null,
    });
  });

  it("completes a partial category from that category's defaults", () => {
    expect(RetryPolicy.parse({ rateLimit: { maxAttempts: 9 } }).rateLimit).toEqual({
      maxAttempts: 9,
      backoffMin: 5,
      backoffMax: 30,
      backoffMultiplier: 2,
    });
  });

  it.each([
    { connection: { maxAttempts: -1 } },
    { connection: { backoffMultiplier: 0.5 } },
    { timeoutEscalation: { strategy: "additive", increment: 0 } },
    { timeoutEscalation: { strategy: "multiplicative", multiplier: 1 } },
    { timeoutEscalation: { strategy: "linear" } },
    { unknown: 1 },
  ])("refuses %j", (policy) => {
    expect(RetryPolicy.safeParse(policy).success).toBe(false);
  });

  it("never waits longer than the bound", () => {
    fc.assert(
      fc.property(fc.nat(2000), fc.double({ min: 0, max: 1, noNaN: true }), (used, random) => {
        const ms = backoffMs(defaultRetryPolicy.timeout, used, () => random);
        expect(ms).toBeGreaterThanOrEqual(0);
        expect(ms).toBeLessThanOrEqual(30_000);
      }),
    );
  });

  it.each([
    [{ strategy: "additive", increment: 2 }, [10, 12, 14, 16]],
    [{ strategy: "multiplicative", multiplier: 2, maxTimeout: 30 }, [10, 20, 30, 30]],
    [{ strategy: "linear", maxTimeout: 40 }, [10, 20, 30, 40]],
  ])("escalates by %j", (timeoutEscalation, seconds) => {
    const policy = RetryPolicy.parse({ timeoutEscalation });
    expect([0, 1, 2, 3].map((count) => escalatedTimeoutMs(policy, 10_000, count))).toEqual(
      seconds.map((s) => s * 1000),
    );
    expect(escalatedTimeoutMs(policy, undefined, 2)).toBeUndefined();
  });
});

it("a stored escalation may name the settings of other strategies, and a cap never shortens the limit", () => {
  const policy = RetryPolicy.parse({
    timeoutEscalation: { strategy: "additive", increment: 5, multiplier: 1, maxTimeout: 3 },
  });
  expect(escalatedTimeoutMs(policy, 10_000, 2)).toBe(10_000);
});
