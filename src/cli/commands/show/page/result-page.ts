import type { TextIndex } from "../../../../evidence/index.ts";
import { getAllTraitScores, type VerificationResult } from "../../../../result/index.ts";
import { answerLines, legendText } from "../../../evidence/answer-lines.ts";
import { type EvidenceItem, evidenceOf } from "../../../evidence/evidence-item.ts";
import { itemLines } from "../../../evidence/item-lines.ts";
import { judgedTexts } from "../../../evidence/judged-text.ts";
import { ownEntry } from "../../../evidence/own-entry.ts";
import { paint } from "../../../report/terminal.ts";
import { checkLines } from "./checks.ts";
import { fieldLines } from "./fields.ts";
import { headingLines } from "./heading.ts";
import { labelledLines, type PageView, type SectionLines } from "./page-section.ts";
import { rulingLines } from "./rulings.ts";
import { usageLines } from "./spending.ts";
import { stageLines } from "./stages.ts";
import { traitLines } from "./traits.ts";
import { scoreText, valueText } from "./value-text.ts";

/** What of a result is shown, and how. */
export interface PageOptions extends PageView {
  /** Only the evidence of this attribute or trait. */
  readonly attribute?: string | undefined;
  readonly indexText: (text: string) => TextIndex;
}

const indent = "  ";

/**
 * The page of a result: what was asked, what it counts as, values beside the ground truth, the answer with the
 * passages that the judge quoted, the evidence behind each value, and how the verdict came about.
 */
export function resultPage(result: VerificationResult, options: PageOptions): readonly string[] {
  const { terminal, attribute } = options;
  const inner = { ...options, terminal: { rich: terminal.rich, columns: terminal.columns - indent.length } };
  const items = evidenceOf(result).filter(({ name }) => attribute === undefined || name === attribute);
  const judged = judgedTexts(result, items, options.indexText);

  const section = (title: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [] : ["", paint(terminal, "strong", title), ...lines.map((line) => indent + line)];
  const of = (title: string, lines: SectionLines) => section(title, lines(result, inner));

  return [
    ...headingLines(result, options),
    ...of("Fields", fieldLines),
    ...judged.texts.flatMap(({ title, ...text }) => {
      const tags = new Set(text.marks.map(({ item }) => item));
      const legend = legendText(
        items.filter(({ number }) => tags.has(number)),
        terminal,
      );
      return section(title, [
        ...answerLines(text, inner.terminal, options.full),
        ...(legend === "" ? [] : [legend]),
      ]);
    }),
    ...section(
      "Evidence",
      items.flatMap((item, at) => [
        ...(at > 0 ? [""] : []),
        ...itemLines(item, valueBehind(item, result, options.full), { ...inner, judged }),
      ]),
    ),
    ...of("Traits", traitLines),
    ...of("Checks", checkLines),
    ...of("Rulings", rulingLines),
    ...of("Stages", stageLines),
    ...of("Usage", usageLines),
    ...of("Notes", noteLines),
  ].map((line) => line.trimEnd());
}

/** The value that evidence stands for: what was extracted, or how a trait was judged. */
function valueBehind(item: EvidenceItem, { template, rubric }: VerificationResult, full: boolean): string {
  if (item.kind === "attribute") {
    const values = template?.parsedLlmResponse ?? null;
    return values === null ? "" : valueText(ownEntry(values, item.name), full);
  }
  if (rubric === null) return "";
  if (ownEntry(rubric.traitFailures, item.name) !== undefined) return "no value";
  const label = ownEntry(rubric.llmTraitLabels, item.name);
  const scores = Object.entries(getAllTraitScores(rubric));
  const whole = scores.find(([key]) => key === item.name);
  if (whole !== undefined) return label === undefined ? scoreText(whole[1], full) : valueText(label, full);
  return scores
    .filter(([key]) => key.startsWith(`${item.name}.`))
    .map(([key, score]) => `${key.slice(item.name.length + 1)} ${scoreText(score, full)}`)
    .join(", ");
}

/** Caveats, warnings, and what went wrong beside the verdict. */
function noteLines(result: VerificationResult, view: PageView): readonly string[] {
  const { caveats, warnings } = result.metadata;
  return [
    ...(caveats.length > 0 ? labelledLines("caveats: ", caveats.join(", "), view) : []),
    ...(result.traceExtractionError === null
      ? []
      : labelledLines("no final message: ", result.traceExtractionError, view)),
    ...warnings.flatMap((warning) => labelledLines("warning: ", warning, view)),
  ];
}
