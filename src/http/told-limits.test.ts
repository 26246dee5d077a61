import { expect, test } from "vitest";
import { toldLimits } from "./told-limits.ts";

const at = Date.parse("2026-01-01T00:00:00Z");

test.each([
  [{ "x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "1m2s" }, 62_000],
  [{ "x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": "120ms" }, 120],
  [
    {
      "anthropic-ratelimit-requests-remaining": "0",
      "anthropic-ratelimit-requests-reset": "2026-01-01T00:00:05Z",
    },
    5000,
  ],
  [{ "ratelimit-remaining": "0", "ratelimit-reset": "7" }, 7000],
])("%o asks for a pause", (headers, resetMs) => {
  expect(toldLimits(headers, at)).toEqual({ remaining: 0, resetMs });
});

test("of several limits the one that lasts longest counts", () => {
  const headers = {
    "x-ratelimit-remaining-requests": "0",
    "x-ratelimit-reset-requests": "1s",
    "x-ratelimit-remaining-tokens": "0",
    "x-ratelimit-reset-tokens": "9s",
  };
  expect(toldLimits(headers, at)?.resetMs).toBe(9000);
});

test.each([
  [{}],
  [{ "x-ratelimit-remaining-requests": "3", "x-ratelimit-reset-requests": "1s" }],
  [{ "x-ratelimit-remaining-requests": "0" }],
  [{ "x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "soon" }],
  [{ "x-ratelimit-remaining-requests": "zero", "x-ratelimit-reset-requests": "1s" }],
])("%o asks for nothing", (headers) => {
  expect(toldLimits(headers, at)).toBeUndefined();
});
