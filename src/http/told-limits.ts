type Headers = { readonly [name: string]: string | readonly string[] | undefined };

/** What a server still takes, by its headers: `remaining` requests or tokens until `resetMs` milliseconds are over. */
interface ToldLimits {
  readonly remaining: number;
  readonly resetMs: number;
}

/** Headers that say what is left, and when there is as much as ever. */
const pairs = [
  ["x-ratelimit-remaining-requests", "x-ratelimit-reset-requests"],
  ["x-ratelimit-remaining-tokens", "x-ratelimit-reset-tokens"],
  ["anthropic-ratelimit-requests-remaining", "anthropic-ratelimit-requests-reset"],
  ["anthropic-ratelimit-tokens-remaining", "anthropic-ratelimit-tokens-reset"],
  ["ratelimit-remaining", "ratelimit-reset"],
] as const;

/**
 * What the headers of a reply say of the server's limits, where nothing is left of one: of several, the one that lasts longest.
 * Undefined: there is something left of all, or nothing is said.
 *
 * @param nowMs the time since the epoch that dates are measured from
 * @example
 * toldLimits({ "x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "1m2s" }, Date.now()) // { remaining: 0, resetMs: 62_000 }
 */
export function toldLimits(headers: Headers, nowMs: number): ToldLimits | undefined {
  let longest: ToldLimits | undefined;
  for (const [left, reset] of pairs) {
    const remaining = first(headers[left]);
    if (remaining === undefined || Number.parseFloat(remaining) !== 0) continue;
    const resetMs = durationMs(first(headers[reset]) ?? "", nowMs);
    if (resetMs !== undefined && resetMs > (longest?.resetMs ?? 0)) longest = { remaining: 0, resetMs };
  }
  return longest;
}

const first = (value: Headers[string]): string | undefined =>
  typeof value === "string" ? value : value?.[0];

const unitMs: { readonly [unit: string]: number } = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** `6m0s`, `12ms`, seconds, or a date. */
function durationMs(text: string, nowMs: number): number | undefined {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  if (/^(\d+(\.\d+)?(ms|s|m|h))+$/.test(text)) {
    const parts = text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g);
    return [...parts].reduce((sum, [, count, unit]) => sum + Number(count) * (unitMs[unit ?? ""] ?? 0), 0);
  }
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}
