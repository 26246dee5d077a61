import type { TraitValues } from "../../analysis/index.ts";
import { isJsonObject, type JsonValue, oneLine, ownEntry } from "../../base/index.ts";
import { shortNumber, traitValuesText } from "../../report/index.ts";
import { getAllTraitScores, traitLabels, type VerificationResultRubric } from "../../result/index.ts";
import { cutToColumns } from "./columns.ts";
import type { Terminal } from "./terminal.ts";

const labelColumns = 24;
const mostTraits = 10;

/** The figures of a trait's values as one short line. */
export const valuesText = (values: TraitValues, { rich }: Pick<Terminal, "rich">): string =>
  traitValuesText(values, { dash: rich ? "–" : "-", label: labelText });

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
  if (typeof value === "number") return shortNumber(value);
  if (typeof value === "string") return labelText(value);
  if (!isJsonObject(value)) return labelText(JSON.stringify(value));
  return Object.entries(value)
    .map(([metric, score]) => `${labelText(metric)} ${scoreText(score)}`)
    .join(", ");
}

function labelText(text: string): string {
  return cutToColumns(oneLine(text.slice(0, 1000)), labelColumns);
}
