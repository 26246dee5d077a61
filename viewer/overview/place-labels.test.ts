import { expect, test } from "vitest";
import { placeLabels } from "./place-labels.ts";

test("labels of dots that are near one another stand below each other, others where their dots are", () => {
  const dots = [
    { x: 0.8, y: 0.62 },
    { x: 0.83, y: 0.64 },
    { x: 0.88, y: 0.55 },
    { x: 0.1, y: 0.63 },
  ];
  const placed = placeLabels(dots, { height: 0.075, width: 0.4 });
  expect(placed[1]).toBe(0.64);
  expect(placed[3]).toBe(0.63);
  expect(placed[0]).toBeCloseTo(0.565);
  expect(placed[2]).toBeCloseTo(0.49);
});

test("labels that have no room below stand above", () => {
  const dots = [0.02, 0.01, 0].map((y) => ({ x: 0.5, y }));
  const placed = placeLabels(dots, { height: 0.1, width: 0.4 });
  expect(Math.min(...placed)).toBeGreaterThanOrEqual(0);
  expect(new Set(placed.map((y) => y.toFixed(3))).size).toBe(3);
});
