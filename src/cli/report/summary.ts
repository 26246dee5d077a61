import type { CategoryFailures, RunSummary, ScenarioSummary } from "../../analysis/index.ts";
import { oneLine, pluralize } from "../../base/index.ts";
import { modelDifferenceTexts, runText, sharedAnswersText, wrongText } from "../../report/index.ts";
import {
  sumOutcomes,
  unfinishedText,
  unpassedOutcomes,
  type VerificationResult,
} from "../../result/index.ts";
import type { BreakdownKey } from "../grouping-option.ts";
import { agentNotes } from "./agent-notes.ts";
import { breakdownLines } from "./breakdown-lines.ts";
import { cutShortLines, failedLines } from "./failed-lines.ts";
import { pairLines, verifiesNothing } from "./pair-table.ts";
import { type QuestionLine, questionLineOf, questionLines, shortened } from "./question-lines.ts";
import { replicateLines } from "./replicate-lines.ts";
import { failedWalkLines, pathLines, scenarioLines } from "./scenario-lines.ts";
import { paint, roomOn, type Terminal } from "./terminal.ts";
import { traitLines } from "./trait-table.ts";
import { wrapHanging, wrapLine } from "./wrap-lines.ts";

/** So many results have a line each; of more, only those that are wrong or without an answer. */
export const mostQuestionLines = 30;
/** So many wrong or missing answers are listed where not all results are. */
const mostWrongLines = 20;

const indent = "  ";

/** What to show beside the numbers, and where. */
interface SummaryReport {
  readonly terminal: Terminal;
  /** The results the summary is made of; left out, or more than {@link mostQuestionLines}: no lines for what passed. */
  readonly results?: readonly VerificationResult[];
  /** The place of a question, as `show --question` takes it. Left out: in order of first appearance, where results are given. */
  readonly placeOf?: (questionId: string) => number | undefined;
  /** The command that lists what is not listed here, as `npx karenina show results.json`. */
  readonly showCommand?: string | undefined;
  /** How far judges agree, see `judgeNotes`. */
  readonly judges?: readonly string[];
  /** What else it is broken down by. */
  readonly by?: readonly BreakdownKey[];
}

/**
 * A run's summary as text for people: what was run, a line per model, traits, each reason of failures once, and a line per result
 * where they are few, else the first wrong answers with what was expected. Ends with a line end. Only ASCII where the
 * terminal is not rich, except in names and texts that come from the benchmark or a model.
 *
 * @example
 * process.stdout.write(renderSummary(await summarize(results), { terminal: terminalOn(process.stdout, process.env) }));
 */
export function renderSummary(summary: RunSummary, report: SummaryReport): string {
  const { overall, run, scenarios } = summary;
  const unfinished = unfinishedText(run);
  if (overall.results === 0 && scenarios === null)
    return unfinished === null ? "No results.\n" : `No results: ${unfinished}.\n`;
  const { terminal, judges = [], by = [] } = report;
  const inner = { ...terminal, columns: terminal.columns - indent.length };
  const all = (report.results ?? []).filter(({ metadata }) => metadata.scenarioId === null);
  const few = all.length <= mostQuestionLines ? all : [];
  const nameOf = questionNames(report);
  const begin = unfinished === null ? [] : [paint(inner, "strong", `${unfinished}.`)];
  const sections = [
    ...(overall.results === 0 ? [] : [resultsSection()]),
    ...(scenarios === null ? [] : scenarioSections(scenarios)),
    ...(overall.results === 0 ? [] : by.map((key) => breakdown("By", key, summary))),
    ...(scenarios === null
      ? []
      : by.map((key) => breakdown("Turns by", key, { ...summary, ...scenarios.turns }))),
    section(
      "Without a verdict",
      failedLines([...summary.failures, ...(scenarios?.turns.failures ?? [])], { terminal: inner, nameOf }),
    ),
    few.length > 0
      ? section("Questions", questionLines(few.map(questionLineOf), { terminal: inner, nameOf }))
      : wrongSection(),
  ];

  function breakdown(title: string, key: BreakdownKey, of: RunSummary): string {
    return section(
      `${title} ${oneLine(key.replace(/^(?:property|adele):/, ""))}`,
      breakdownLines(of, key, inner),
    );
  }

  function resultsSection(): string {
    const lines = [
      ...begin,
      runText(summary, inner),
      "",
      ...pairLines(summary, inner),
      ...replicateLines(summary, inner),
      ...spaced(modelDifferenceTexts(summary, inner).flatMap((text) => wrapHanging(text, roomOn(inner)))),
      ...spaced(agentNotes(summary)),
      ...spaced(judges),
      ...spaced(notes(summary)),
    ];
    return [section("Results", lines), section("Traits", traitLines(summary, inner))]
      .filter((text) => text !== "")
      .join("\n\n");
  }

  function scenarioSections(found: ScenarioSummary): readonly string[] {
    const ofTurns = { ...summary, ...found.turns };
    const isFirst = overall.results === 0;
    const { turns } = found;
    return [
      section("Scenarios", [...(isFirst ? begin : []), ...scenarioLines(summary, found, inner)]),
      section(
        "Walks cut short",
        cutShortLines(found.cutShort, { terminal: inner, showCommand: report.showCommand }),
      ),
      section(
        "Walks that failed",
        failedWalkLines(summary, found, { terminal: inner, showCommand: report.showCommand }),
      ),
      section("Ways", pathLines(found, inner)),
      section("Turns", [
        `${pluralize(turns.overall.results, "turn")}, each judged as a question is`,
        "",
        ...pairLines(ofTurns, inner),
        ...spaced(agentNotes(ofTurns)),
        ...(isFirst ? spaced(judges) : []),
        ...spaced(notes(ofTurns, "turns of a scenario")),
      ]),
      section("Traits of turns", traitLines(ofTurns, inner)),
    ];
  }

  function wrongSection(): string {
    const wrong = summary.failures.flatMap(wrongOf);
    const count = sumOutcomes(summary.overall.outcomes, unpassedOutcomes);
    const shown = inOrder(wrong, report.placeOf).slice(0, mostWrongLines);
    const more = count - shown.length;
    const rest =
      report.showCommand === undefined
        ? "the results hold all of them"
        : `all of them: ${report.showCommand} --outcome ${unpassedOutcomes.join(",")}`;
    return section("Wrong or unanswered", [
      ...questionLines(shown, { terminal: inner, nameOf }),
      ...(more > 0 ? [`and ${more} more; ${rest}`] : []),
    ]);
  }

  function section(title: string, lines: readonly string[]): string {
    if (lines.length === 0) return "";
    const wrapped = lines.flatMap((line) => wrapLine(line, roomOn(inner)));
    return [paint(terminal, "strong", title), ...wrapped.map(indentLine)].join("\n");
  }

  return `${sections.filter((text) => text !== "").join("\n\n")}\n`;
}

const spaced = (lines: readonly string[]) => (lines.length === 0 ? [] : ["", ...lines]);

/** `#12`, or nothing where no place is known. */
function questionNames({ results = [], placeOf }: SummaryReport): (questionId: string) => string {
  const places = new Map(
    [...new Set(results.map(({ metadata }) => metadata.questionId))].map((id, at) => [id, at]),
  );
  const find = placeOf ?? ((id: string) => places.get(id));
  return (id) => {
    const place = find(id);
    return place === undefined ? "" : `#${place}`;
  };
}

function wrongOf({ items }: CategoryFailures): readonly QuestionLine[] {
  return items
    .filter(({ outcome }) => unpassedOutcomes.includes(outcome))
    .map(({ reason, fields, ...item }) => ({
      ...item,
      credit: null,
      detail: wrongText(fields, reason, shortened),
    }));
}

function inOrder(lines: readonly QuestionLine[], placeOf: SummaryReport["placeOf"]): readonly QuestionLine[] {
  if (placeOf === undefined) return lines;
  const place = ({ questionId }: QuestionLine) => placeOf(questionId) ?? Number.POSITIVE_INFINITY;
  return lines.toSorted((left, right) => place(left) - place(right) || 0);
}

/** @param together what intervals take together where that is not the replicates of a question */
function notes({ overall, pairs }: RunSummary, together?: string): readonly string[] {
  const { outcomes, nothingToVerify, passRate, usageUnavailable } = overall;
  const nothing = verifiesNothing(overall);
  const isClustered = pairs.some(({ replicates }) => replicates !== null);
  const pieces = together ?? (isClustered ? "replicates of a question" : undefined);
  const interval = pieces === undefined ? "Wilson interval" : `interval, ${pieces} taken together`;
  return [
    ...(nothing
      ? []
      : [`Pass rate: pass of pass + wrong + no answer, with its 95 % ${interval}; failures are not in it.`]),
    ...(isClustered
      ? [
          "pass@k: at least one of k replicates passes; pass^k: all of them do; unstable: not all alike, of questions with two verdicts or more.",
        ]
      : []),
    ...(nothingToVerify > 0 ? unverifiedNotes(overall) : []),
    ...(outcomes.auto_failed > 0
      ? ["Auto-failed: nothing was to be verified, and the answer failed by itself; the reasons stand below."]
      : []),
    ...(passRate.of === 0 && !nothing ? ["No result reached a verdict."] : []),
    ...reusedNotes(overall),
    ...sharedAnswersText(pairs),
    ...(overall.costUsd !== null && overall.costKnown < overall.results
      ? [
          `Cost is incomplete: it is known of ${overall.costKnown} of ${pluralize(overall.results, "result")}.`,
        ]
      : []),
    ...(usageUnavailable > 0
      ? [`Tokens are incomplete: ${pluralize(usageUnavailable, "result")} came without token counts.`]
      : []),
  ];
}

function reusedNotes({ reused: { results, answers, replies } }: RunSummary["overall"]): readonly string[] {
  const parts = [
    ...(results > 0 ? [pluralize(results, "result")] : []),
    ...(answers > 0
      ? [`the ${answers === 1 ? "answer" : "answers"} of ${pluralize(answers, "result")}`]
      : []),
    ...(replies > 0 ? [replies === 1 ? "1 stored reply" : `${replies} stored replies`] : []),
  ];
  if (parts.length === 0) return [];
  return [
    `Taken over, not asked for in this run: ${parts.join(" and ")}; what that took is not in cost and time.`,
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

const indentLine = (line: string): string => (line === "" ? "" : indent + line);
