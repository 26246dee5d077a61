const thousands = [
  { from: 999_500, per: 1_000_000, letter: "M" },
  { from: 1000, per: 1000, letter: "k" },
] as const;

/** A count in few characters: `950`, `12.3k`, `4.1M`. */
export function formatCount(count: number): string {
  const unit = thousands.find(({ from }) => count >= from);
  if (unit === undefined) return String(Math.round(count));
  const scaled = count / unit.per;
  return `${scaled < 99.95 ? scaled.toFixed(1) : Math.round(scaled)}${unit.letter}`;
}

/** A duration in milliseconds as `0.4 s`, `12 s`, `3:12` or `1:02:03`. */
export function formatDuration(ms: number): string {
  if (ms < 9950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const clock = [Math.floor((seconds % 3600) / 60), seconds % 60].map((part) =>
    String(part).padStart(2, "0"),
  );
  const hours = Math.floor(seconds / 3600);
  const text = hours > 0 ? [String(hours), ...clock].join(":") : clock.join(":");
  return text.replace(/^0(?=\d:)/, "");
}

/** An amount in US dollars: cents from one dollar on, below four decimals, or as many as show two digits; never an exponent. */
export function formatCost(dollars: number): string {
  return `$${dollars.toFixed(costDecimals(dollars))}`;
}

/**
 * Amounts that stand beside each other, such as the ends of an interval: all with the decimals that the smallest needs, none
 * that are zero in all of them.
 *
 * @example
 * [0, 0.00005, 0.0001].map(costFormat([0, 0.00005, 0.0001])) // ['$0.00000', '$0.00005', '$0.00010']
 */
export function costFormat(amounts: readonly number[]): (dollars: number) => string {
  const most = Math.max(...amounts.map((amount) => costDecimals(Math.abs(amount))));
  const texts = amounts.map((amount) => amount.toFixed(most));
  const isNeeded = (decimals: number) => texts.some((text) => text.at(decimals - most - 1) !== "0");
  let decimals = most;
  while (decimals > 2 && !isNeeded(decimals)) decimals -= 1;
  return (dollars) => `$${dollars.toFixed(decimals)}`;
}

const mostDecimals = 12;

function costDecimals(dollars: number): number {
  // what sums of fractions are off by is nothing
  if (dollars < 10 ** -mostDecimals / 2 || dollars >= 1) return 2;
  return Math.min(mostDecimals, Math.max(4, 1 - Math.floor(Math.log10(dollars))));
}

/** `≥ $0.0042` where a part of it is not known. */
export const formatTotalCost = (
  dollars: number,
  isPartial: boolean,
  { rich }: { readonly rich: boolean },
): string => `${isPartial ? (rich ? "≥ " : ">= ") : ""}${formatCost(dollars)}`;

/**
 * A share in 0..1 in percent, rounded to `digits` decimals; 0 and 100 are kept for nothing and all. All shares are
 * rounded here, so that a rate never lies outside of its own interval.
 */
export function percentText(share: number, digits = 0): string {
  if (share <= 0) return "0";
  if (share >= 1) return "100";
  const step = 10 ** -digits;
  return Math.min(100 - step, Math.max(step, share * 100)).toFixed(digits);
}

/** A share in 0..1 as whole percent. */
export function formatShare(share: number): string {
  return `${percentText(share)} %`;
}

/** `1 task`, `2 tasks`. */
export function pluralize(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** `p = 0.03`, `p < 0.001`. */
export function pText(p: number): string {
  if (p < 0.001) return "p < 0.001";
  return `p = ${p.toFixed(p < 0.1 ? 3 : 2)}`;
}

/** A difference of shares in points, with its sign. */
export function pointsText(share: number, { rich }: { readonly rich: boolean }): string {
  const points = share * 100;
  const digits = Math.abs(points) < 0.05 || Math.abs(points) >= 10 ? 0 : 1;
  const text = Math.abs(points).toFixed(digits);
  if (Number(text) === 0) return "0";
  return `${points < 0 ? (rich ? "−" : "-") : "+"}${text}`;
}
