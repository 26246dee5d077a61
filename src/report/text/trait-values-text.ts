import type { Interval, TraitValues } from "../../analysis/index.ts";
import { formatRate } from "./rate-text.ts";

const mostLabels = 4;
const mostMetrics = 10;

/** How values are shown. */
interface Shown {
  /** Between the ends of an interval. */
  readonly dash: string;
  /** A class or a metric as it is named in a list. */
  readonly label: (name: string) => string;
}

type Texts = { readonly [Values in TraitValues as Values["kind"]]: (values: Values, shown: Shown) => string };

const texts: Texts = {
  boolean: ({ true: passed, n, rate, interval }, { dash }) =>
    `true ${formatRate({ passed, of: n, rate, interval }, dash)}`,
  score({ min, max, lowest, highest, ...values }, { dash }) {
    const isKnown = min !== null && max !== null;
    const range = isKnown
      ? `(scale ${endsText(min, max, { dash, show: String })})`
      : `(found ${endsText(lowest, highest, { dash, show: shortNumber })})`;
    return `mean ${meanText(values, dash)} ${range}`;
  },
  literal({ counts, others }, { label }) {
    const found = counts.filter(({ count }) => count > 0);
    const shown = found.slice(0, mostLabels);
    const rest = others + found.slice(mostLabels).reduce((sum, { count }) => sum + count, 0);
    return [
      ...shown.map(({ label: name, count }) => `${label(name)} ${count}`),
      ...(rest > 0 ? [`others ${rest}`] : []),
    ].join(", ");
  },
  metric({ metrics }, { dash, label }) {
    const more = metrics.length - mostMetrics;
    return [
      ...metrics
        .slice(0, mostMetrics)
        .map(({ metric, ...values }) => `${label(metric)} ${meanText(values, dash)}`),
      ...(more > 0 ? [`and ${more} more`] : []),
    ].join(", ");
  },
  other: () => "lists or objects",
};

/**
 * The figures of a trait's values as one short line.
 *
 * @example
 * traitValuesText(values, { dash: "–", label: oneLine }) // 'mean 3.07 [2.58–3.53] (scale 1–5)'
 */
export function traitValuesText(values: TraitValues, shown: Shown): string {
  // Each entry of the table is given values of its own kind.
  const text = texts[values.kind] as (given: TraitValues, shown: Shown) => string;
  return text(values, shown);
}

/** `3.07 [2.58–3.53]`; without an interval, the mean alone. */
function meanText(
  { mean, interval }: { readonly mean: number; readonly interval: Interval | null },
  dash: string,
): string {
  const show = (end: number) => end.toFixed(2);
  const ends = interval === null ? "" : ` [${endsText(interval.low, interval.high, { dash, show })}]`;
  return `${show(mean)}${ends}`;
}

/** `1–5`; `-1 to 1`, as a minus sign beside a dash is easily read over. */
function endsText(
  low: number,
  high: number,
  { dash, show }: { readonly dash: string; readonly show: (end: number) => string },
): string {
  return `${show(low)}${low < 0 || high < 0 ? " to " : dash}${show(high)}`;
}

/** At most two decimals, none that say nothing. */
export function shortNumber(value: number): string {
  return String(Math.round(value * 100) / 100);
}
