import { ownEntry } from "../../../../base/index.ts";
import { getAllTraitScores, traitLabels, type VerificationResult } from "../../../../result/index.ts";
import { scoreText, valueText } from "./value-text.ts";

/** How a trait was judged, as one line: its value or class, or those of its fields. Empty where nothing is known. */
export function traitValue(name: string, rubric: VerificationResult["rubric"], full: boolean): string {
  if (rubric === null) return "";
  if (ownEntry(rubric.traitFailures, name) !== undefined) return "no value";
  const label = ownEntry(traitLabels(rubric), name);
  const scores = Object.entries(getAllTraitScores(rubric));
  const whole = scores.find(([key]) => key === name);
  if (whole !== undefined) return label === undefined ? scoreText(whole[1], full) : valueText(label, full);
  return scores
    .filter(([key]) => key.startsWith(`${name}.`))
    .map(([key, score]) => `${key.slice(name.length + 1)} ${scoreText(score, full)}`)
    .join(", ");
}
