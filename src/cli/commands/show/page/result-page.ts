import { ownEntry } from "../../../../base/index.ts";
import type { TextIndex } from "../../../../evidence/index.ts";
import {
  investigationsOf,
  isAbout,
  judgedTexts,
  listEvidence,
  originText,
  type ShownEvidence,
} from "../../../../report/index.ts";
import type { VerificationResult } from "../../../../result/index.ts";
import type { InvestigationDepth } from "../../../evidence/investigation-lines.ts";
import { itemLines } from "../../../evidence/item-lines.ts";
import { paint } from "../../../report/terminal.ts";
import { answerSections } from "./answers.ts";
import { checkLines } from "./checks.ts";
import { conversationLines, promptedLines } from "./conversation.ts";
import { extensionLines } from "./extensions.ts";
import { fieldLines } from "./fields.ts";
import { headingLines } from "./heading.ts";
import { investigationSection } from "./investigations.ts";
import { logLines } from "./log.ts";
import { labelledLines, type PageView, type SectionLines } from "./page-section.ts";
import { retrievedLines } from "./retrieved.ts";
import { rulingLines } from "./rulings.ts";
import { usageLines } from "./spending.ts";
import { stageLines } from "./stages.ts";
import { traitValue } from "./trait-value.ts";
import { traitLines } from "./traits.ts";
import { valueText } from "./value-text.ts";

/** What of a result is shown, and how. */
export interface PageOptions extends PageView {
  /** Only the evidence of this attribute or trait. */
  readonly attribute?: string | undefined;
  /** True: only what stands behind the attribute or trait, not how the verdict came about. */
  readonly brief?: boolean;
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
  const items = listEvidence(result).filter(({ name }) => attribute === undefined || name === attribute);
  const judged = judgedTexts(result, items, options.indexText);

  const depth = depthOf(options);
  const withReport =
    attribute === undefined ||
    investigationsOf(result).some((one) => one.kind === "template" && isAbout(one, attribute));
  const answers = answerSections(result, { ...inner, judged, items, withReport, depth });

  const section = (title: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [] : ["", paint(terminal, "strong", title), ...lines.map((line) => indent + line)];
  const of = (title: string, lines: SectionLines) => section(title, lines(result, inner));

  return [
    ...headingLines(result, options),
    ...(options.brief ? [] : of("Before the question", conversationLines)),
    ...(options.brief ? [] : of("What the model was sent", promptedLines)),
    ...section("Fields", fieldLines(result, inner, options.brief ? attribute : undefined)),
    ...answers.flatMap(({ title, lines }) => section(title, lines)),
    ...(options.brief ? [] : of("Retrieved contexts", retrievedLines)),
    ...section(
      "Evidence",
      items.flatMap((item, at) => [
        ...(at > 0 ? [""] : []),
        ...itemLines(item, valueBehind(item, result, options.full), { ...inner, judged }),
      ]),
    ),
    ...section("Investigations", investigationSection(result, inner, { attribute, depth })),
    ...(options.brief ? [] : verdictSections()),
  ].map((line) => line.trimEnd());

  function verdictSections(): readonly string[] {
    return [
      ...of("Traits", traitLines),
      ...of("Checks", checkLines),
      ...of("Own stages", extensionLines),
      ...of("Rulings", rulingLines),
      ...of("Stages", stageLines),
      ...of("Usage", usageLines),
      ...of("Log of the application", logLines),
      ...of("Notes", noteLines),
    ];
  }
}

function depthOf({ full, attribute, brief }: PageOptions): InvestigationDepth {
  if (full) return "full";
  return attribute === undefined || brief ? "end" : "steps";
}

/** The value that evidence stands for: what was extracted, or how a trait was judged. */
function valueBehind(item: ShownEvidence, { template, rubric }: VerificationResult, full: boolean): string {
  if (item.kind === "attribute") {
    const values = template?.parsedLlmResponse ?? null;
    return values === null ? "" : valueText(ownEntry(values, item.name), full);
  }
  return traitValue(item.name, rubric, full);
}

/** Where it comes from, caveats, warnings, and what went wrong beside the verdict. */
function noteLines(result: VerificationResult, view: PageView): readonly string[] {
  const { caveats, warnings, reused } = result.metadata;
  return [
    ...(reused === null ? [] : labelledLines("origin: ", originText(reused), view)),
    ...(caveats.length > 0 ? labelledLines("caveats: ", caveats.join(", "), view) : []),
    ...(result.traceExtractionError === null
      ? []
      : labelledLines("no final message: ", result.traceExtractionError, view)),
    ...warnings.flatMap((warning) => labelledLines("warning: ", warning, view)),
  ];
}
