import type { CategoryFailures, RunSummary } from "../../analysis/index.ts";
import { failureOutcome, type VerificationResult } from "../../result/index.ts";
import { cutToColumns } from "./columns.ts";
import { failureLines } from "./failure-lines.ts";
import { pluralize } from "./format.ts";
import { pairLines, verifiesNothing } from "./pair-table.ts";
import { questionLines } from "./question-lines.ts";
import { paint, roomOn, type Terminal } from "./terminal.ts";
import { traitLines } from "./trait-table.ts";
import { wrapLine } from "./wrap-lines.ts";

/** So many results have a line each; of more, only numbers and failures are shown. */
export const mostQuestionLines = 30;

const indent = "  ";

/** What to show beside the numbers, and where. */
interface SummaryReport {
  readonly terminal: Terminal;
  /** The results the summary is made of; left out, or more than {@link mostQuestionLines}: no lines per question. */
  readonly results?: readonly VerificationResult[];
}

/**
 * A run's summary as text for people: a table by answering model and judge, one of traits, a line per result where they are few, and
 * failures by category. Ends with a line end. Only ASCII where the terminal is not rich, except in names and texts
 * that come from the benchmark or a model.
 *
 * @example
 * process.stdout.write(renderSummary(await summarize(results), { terminal: terminalOn(process.stdout, process.env) }));
 */
export function renderSummary(summary: RunSummary, { terminal, results = [] }: SummaryReport): string {
  if (summary.overall.results === 0) return "No results.\n";
  const inner = { ...terminal, columns: terminal.columns - indent.length };
  const few = results.length <= mostQuestionLines ? results : [];
  const sections = [
    section("Results", [
      ...pairLines(summary, inner),
      ...notes(summary).flatMap((note) => wrapLine(note, roomOn(inner))),
    ]),
    section("Traits", traitLines(summary, inner)),
    section("Questions", questionLines(few, inner)),
    section(
      "Not passed, by category",
      failureLines(summary.failures, {
        terminal: inner,
        counted: (failures) => few.length > 0 && isAboutModel(failures),
      }),
    ),
  ];

  function section(title: string, lines: readonly string[]): string {
    if (lines.length === 0) return "";
    return [paint(terminal, "strong", title), ...lines.map((line) => indentLine(line, inner))].join("\n");
  }

  return `${sections.filter((text) => text !== "").join("\n\n")}\n`;
}

/** Wrong answers and missing ones: their reasons stand in the lines per question. */
function isAboutModel({ category }: CategoryFailures): boolean {
  const outcome = failureOutcome(category);
  return outcome === "wrong" || outcome === "no_answer";
}

function notes({ overall }: RunSummary): readonly string[] {
  const { outcomes, nothingToVerify, passRate, usageUnavailable } = overall;
  const nothing = verifiesNothing(overall);
  return [
    "",
    ...(nothing
      ? []
      : [
          "Pass rate: pass of pass + wrong + no answer, with its 95 % Wilson interval; failures are not in it.",
        ]),
    ...(nothingToVerify > 0 ? unverifiedNotes(overall) : []),
    ...(outcomes.auto_failed > 0
      ? ["Auto-failed: nothing was to be verified, and the answer failed by itself; the reasons stand below."]
      : []),
    ...(passRate.of === 0 && !nothing ? ["No result reached a verdict."] : []),
    ...(usageUnavailable > 0
      ? [`Tokens are incomplete: ${pluralize(usageUnavailable, "result")} came without token counts.`]
      : []),
  ];
}

function unverifiedNotes(overall: RunSummary["overall"]): readonly string[] {
  const { outcomes, nothingToVerify } = overall;
  if (verifiesNothing(overall)) {
    const text =
      "Unscored: there was nothing to verify, so there is no pass rate; what was judged stands under the traits.";
    return outcomes.unscored > 0 ? [text] : [];
  }
  const title = nothingToVerify === outcomes.unscored ? "Unscored" : "No template";
  const are = nothingToVerify === 1 ? "is" : "are";
  return [
    `${title}: ${pluralize(nothingToVerify, "result")} had nothing to verify and ${are} not in the pass rate.`,
  ];
}

const widestPlainLine = 240;

function indentLine(line: string, terminal: Terminal): string {
  if (line === "") return "";
  return indent + cutToColumns(line, Math.min(roomOn(terminal), widestPlainLine));
}
