import type { TraitValues } from "../../analysis/index.ts";
import { isJsonObject, type JsonValue, oneLine, ownEntry } from "../../base/index.ts";
import { formatRate } from "../../report/index.ts";
import { getAllTraitScores, traitLabels, type VerificationResultRubric } from "../../result/index.ts";
import { cutToColumns } from "./columns.ts";
import type { Terminal } from "./terminal.ts";

const labelColumns = 24;
const mostLabels = 4;
const mostTraits = 10;

type Texts = { readonly [Values in TraitValues as Values["kind"]]: (values: Values, dash: string) => string };

const texts: Texts = {
  boolean: ({ true: passed, n, rate, interval }, dash) =>
    `true ${formatRate({ passed, of: n, rate, interval }, dash)}`,
  score({ mean, min, max, lowest, highest }, dash) {
    const isKnown = min !== null && max !== null;
    const range = isKnown
      ? `(scale ${min}${dash}${max})`
      : `(found ${numberText(lowest)}${dash}${numberText(highest)})`;
    return `mean ${mean.toFixed(2)} ${range}`;
  },
  literal({ counts, others }) {
    const found = counts.filter(({ count }) => count > 0);
    const shown = found.slice(0, mostLabels);
    const rest = others + found.slice(mostLabels).reduce((sum, { count }) => sum + count, 0);
    return [
      ...shown.map(({ label, count }) => `${labelText(label)} ${count}`),
      ...(rest > 0 ? [`others ${rest}`] : []),
    ].join(", ");
  },
  metric: ({ metrics }) =>
    metrics.map(({ metric, mean }) => `${labelText(metric)} ${mean.toFixed(2)}`).join(", "),
  other: () => "lists or objects",
};

/** The figures of a trait's values as one short line. */
export function traitValuesText(values: TraitValues, terminal: Pick<Terminal, "rich">): string {
  // Each entry of the table is given values of its own kind.
  const text = texts[values.kind] as (given: TraitValues, dash: string) => string;
  return text(values, terminal.rich ? "–" : "-");
}

/** The traits of one result: `clear: true; tone: Formal; depth: no value`. Empty without any. */
export function resultTraitsText(rubric: VerificationResultRubric | null): string {
  if (rubric === null) return "";
  const failures = rubric.traitFailures ?? {};
  const labels = traitLabels(rubric);
  const judged = Object.entries(getAllTraitScores(rubric))
    .filter(([key]) => !Object.hasOwn(failures, key))
    .map(([key, value]) => {
      const label = ownEntry(labels, key);
      return `${labelText(key)}: ${label === undefined ? scoreText(value) : labelText(label)}`;
    });
  const all = [...judged, ...Object.keys(failures).map((trait) => `${labelText(trait)}: no value`)];
  const more = all.length - mostTraits;
  return [...all.slice(0, mostTraits), ...(more > 0 ? [`and ${more} more`] : [])].join("; ");
}

function scoreText(value: JsonValue): string {
  if (typeof value === "number") return numberText(value);
  if (typeof value === "string") return labelText(value);
  if (!isJsonObject(value)) return labelText(JSON.stringify(value));
  return Object.entries(value)
    .map(([metric, score]) => `${labelText(metric)} ${scoreText(score)}`)
    .join(", ");
}

/** At most two decimals, none that say nothing. */
function numberText(value: number): string {
  return String(Math.round(value * 100) / 100);
}

function labelText(text: string): string {
  return cutToColumns(oneLine(text.slice(0, 1000)), labelColumns);
}
