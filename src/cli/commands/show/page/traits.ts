import { oneLine, ownEntry } from "../../../../base/index.ts";
import {
  readTraitLists,
  traitLabels,
  traitOfKey,
  traitScoresByType,
  type VerificationResult,
} from "../../../../result/index.ts";
import { paint } from "../../../report/terminal.ts";
import { labelledLines, type PageView } from "./page-section.ts";
import { scoreText } from "./value-text.ts";

/** Each trait with its score or class, its kind and where it comes from; why traits have no value. */
export function traitLines({ rubric }: VerificationResult, view: PageView): readonly string[] {
  if (rubric === null) return [];
  const failures = rubric.traitFailures ?? {};
  const labels = traitLabels(rubric);
  const judged = traitScoresByType(rubric).flatMap(([type, scores]) =>
    Object.entries(scores ?? {})
      .filter(([name]) => !Object.hasOwn(failures, name))
      .flatMap(([name, score]) => {
        const label = ownEntry(labels, name);
        const value = scoreText(score, view.full);
        const from = ownEntry(rubric.traitProvenance, traitOfKey(rubric, name))?.replace("_", " ");
        const about = [type, ...(from === undefined ? [] : [from])].join(", ");
        const text = `${label === undefined ? value : `${label} (${value})`}  [${about}]`;
        return labelledLines(`${oneLine(name)}: `, text, view);
      }),
  );
  return [
    ...judged,
    ...readTraitLists(rubric).flatMap(({ trait, title, entries }) =>
      labelledLines(`  ${title} for ${oneLine(trait)}: `, entries.map(oneLine).join("; "), view),
    ),
    ...Object.entries(failures).flatMap(([name, reason]) =>
      labelledLines("", `${oneLine(name)}: no value: ${reason}`, view).map((line) =>
        paint(view.terminal, "warn", line),
      ),
    ),
    ...Object.entries(rubric.dynamicRubricSkippedTraits ?? {}).flatMap(([name, reason]) =>
      labelledLines(`${oneLine(name)}: `, `did not apply: ${reason}`, view),
    ),
  ];
}
