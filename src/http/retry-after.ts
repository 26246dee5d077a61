/**
 * Milliseconds a server asks to wait, from `retry-after-ms`, or from `retry-after` in seconds or as an HTTP date.
 * `nowMs` is the time since the epoch a date is measured from.
 */
export function retryAfterMs(
  headers: { readonly [name: string]: string | readonly string[] | undefined },
  nowMs: number,
): number | undefined {
  const first = (name: string) => {
    const value = headers[name];
    return typeof value === "string" ? value : value?.[0];
  };
  const milliseconds = Number.parseFloat(first("retry-after-ms") ?? "");
  if (Number.isFinite(milliseconds) && milliseconds >= 0) return milliseconds;
  const text = first("retry-after")?.trim();
  if (text === undefined || text === "") return undefined;
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}
