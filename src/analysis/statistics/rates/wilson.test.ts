import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wilsonInterval } from "./wilson.ts";

describe("wilsonInterval", () => {
  // the worked examples of R. G. Newcombe, Statistics in Medicine 17, 1998, 857–872, method 3
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])("of %d in %d is %d to %d", (successes, trials, low, high) => {
    const interval = wilsonInterval(successes, trials);
    expect(interval?.low).toBeCloseTo(low, 4);
    expect(interval?.high).toBeCloseTo(high, 4);
  });

  // statsmodels 0.15 proportion_confint(method="wilson")
  it.each([
    [7, 10, 0.95, 0.39677814746114537, 0.8922087325936989],
    [3, 50, 0.9, 0.02423125703121838, 0.14094194646069935],
    [0, 12, 0.99, 0, 0.35604686964872206],
    [198, 200, 0.95, 0.9642782382838231, 0.9972533418664555],
  ])("of %d in %d at the level %d is what statsmodels says", (successes, trials, level, low, high) => {
    const interval = wilsonInterval(successes, trials, { level });
    expect(interval?.low).toBeCloseTo(low, 13);
    expect(interval?.high).toBeCloseTo(high, 13);
  });

  it("is unknown without trials", () => {
    expect(wilsonInterval(0, 0)).toBeNull();
  });

  it("holds the share, stays within 0..1 and mirrors", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), fc.nat(), (trials, pick) => {
        const successes = pick % (trials + 1);
        const interval = wilsonInterval(successes, trials);
        const mirrored = wilsonInterval(trials - successes, trials);
        expect(interval?.low).toBeGreaterThanOrEqual(0);
        expect(interval?.low).toBeLessThanOrEqual(successes / trials);
        expect(interval?.high).toBeGreaterThanOrEqual(successes / trials);
        expect(interval?.high).toBeLessThanOrEqual(1);
        expect((interval?.low ?? 0) + (mirrored?.high ?? 0)).toBeCloseTo(1, 10);
      }),
    );
  });
});
