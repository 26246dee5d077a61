import { describe, expect, it } from "vitest";
import { normalCdf, normalQuantile } from "./normal.ts";
import { studentTQuantile } from "./student-t.ts";

/** How far apart two numbers are, of the second. */
const relative = (found: number, wanted: number) => Math.abs(found - wanted) / Math.abs(wanted);

describe("distributions, against scipy 1.17", () => {
  it.each([
    [0.6, 0.2533471031357997],
    [0.975, 1.959963984540054],
    [0.995, 2.5758293035489004],
    [0.9999, 3.719016485455709],
    [1e-10, -6.361340902404056],
    [0.01, -2.3263478740408408],
    [0.42, -0.20189347914185088],
  ])("normal quantile of %d", (p, z) => {
    expect(relative(normalQuantile(p), z)).toBeLessThan(1e-14);
  });

  it.each([
    [-8, 6.22096057427174e-16],
    [-3, 0.0013498980316300933],
    [-1.2, 0.11506967022170822],
    [0, 0.5],
    [0.3, 0.6179114221889526],
    [5, 0.9999997133484281],
    [-9, 0],
    [9, 1],
  ])("normal distribution at %d", (x, share) => {
    expect(Math.abs(normalCdf(x) - share)).toBeLessThan(1e-14);
  });

  it.each([
    [0.975, 1, 12.706204736174694],
    [0.975, 2, 4.302652729749462],
    [0.975, 9, 2.262157162798205],
    [0.995, 4, 4.604094871349992],
    [0.9, 30, 1.3104150253913955],
    [0.975, 999, 1.9623414611334493],
    [0.6, 2.5, 0.2814595127485477],
    [0.025, 7, -2.3646242515927844],
    [0.975, 100_000, 1.9599877075346095],
  ])("Student's t quantile of %d with %d degrees of freedom", (p, df, t) => {
    expect(relative(studentTQuantile(p, df), t)).toBeLessThan(1e-9);
  });

  it("are infinite and normal at their ends", () => {
    expect(normalQuantile(0)).toBe(-Infinity);
    expect(normalQuantile(1)).toBe(Infinity);
    expect(normalQuantile(0.5)).toBe(0);
    expect(studentTQuantile(0.975, Infinity)).toBe(normalQuantile(0.975));
    expect(studentTQuantile(0.5, 3)).toBeCloseTo(0, 10);
  });
});
