import {
  type ChangedQuestion,
  type ChangedScenario,
  type Comparison,
  emptySides,
  hasQuestions,
  type PairComparison,
} from "../../analysis/index.ts";
import { pluralize } from "../../base/index.ts";
import { questionTitle, type RunReport } from "../run-report.ts";
import { cautionTexts, priceCautions } from "../text/caution-texts.ts";
import { matchedWalksText, walkCautions, walkRows, walkSideText } from "../text/compared-walks-text.ts";
import { correctedPassesText } from "../text/corrected-passes-text.ts";
import { differenceText, familiesText } from "../text/difference-text.ts";
import { keywordRows, type SideRow, sideRows } from "../text/side-rows.ts";
import { changedText, furtherFailures, sideText, whoseText } from "../text/side-text.ts";
import { folded, foldedList, type MarkdownColumn, named, shown, table } from "./markdown-blocks.ts";
import { markdownText } from "./markdown-text.ts";

const signs = { rich: true };

interface Compared {
  readonly comparison: Comparison;
  readonly report: RunReport;
  /** Entries of a list at most. */
  readonly limit: number;
}

/** The comparison with a baseline: what changed in numbers, and folded the questions that broke or were mended. */
export function comparisonParts(compared: Compared): readonly string[] {
  const { pairs } = compared.comparison;
  return [
    ...pairs.flatMap((pair) => [
      ...(pair.walks !== null && !hasQuestions(pair) ? [] : pairParts(pair, compared)),
      ...walkPairParts(pair, compared),
    ]),
    ...priceCautions(pairs).map(shown),
  ];
}

function pairParts(pair: PairComparison, compared: Compared): readonly string[] {
  const { comparison, limit } = compared;
  const { passes, matched, unmatchedA, unmatchedB } = pair;
  const others = furtherFailures(pair);
  const [a, b] = [named(pair.a), named(pair.b)];
  const lonely =
    unmatchedA + unmatchedB === 0
      ? ""
      : `; ${unmatchedA} only in ${a} and ${unmatchedB} only in ${b} left out`;
  const families = familiesText(comparison);
  const { verdicts, classes, spent } = sideRows(pair, signs);
  const keywords = keywordRows(pair, signs);
  const more = keywords.length - limit;
  return [
    `### ${b} against ${a}`,
    sideTable("", verdicts, pair),
    ...(passes.test === null ? [] : [markdownText(`Pass rate ${differenceText(passes, signs, comparison)}`)]),
    ...correctedPassesText(pair, pair, signs).map(shown),
    ...(emptySides(pair).length > 0
      ? []
      : [
          `${pluralize(matched, "result")} matched by question and replicate${lonely}.${families === "" ? "" : ` p by Holm's method over ${families}.`}`,
        ]),
    ...cautionTexts(pair, pair).map(shown),
    changedList(`${changedText(pair.broken)} broken`, pair.broken, compared),
    changedList(`${changedText(pair.mended)} mended`, pair.mended, compared),
    changedList(`${changedText(others)} failed or new, and not passed`, others, compared),
    folded(
      `Pass rates by keyword`,
      sideTable("keyword", keywords.slice(0, limit), pair),
      more > 0 ? `and ${pluralize(more, "more keyword")}` : "",
    ),
    folded("Shares of classes", sideTable("", classes, pair)),
    folded("Cost, time and tokens", sideTable("", spent, pair)),
  ];
}

function walkPairParts(pair: PairComparison, { comparison, limit }: Compared): readonly string[] {
  const { walks } = pair;
  if (walks === null) return [];
  const { verdicts, spent } = walkRows(walks, signs);
  const families = familiesText(comparison);
  const cautions = [...(hasQuestions(pair) ? [] : cautionTexts(pair, pair)), ...walkCautions(walks, pair)];
  const listed = (title: string, scenarios: readonly ChangedScenario[]) =>
    foldedList(
      `${changedText(scenarios, "scenario")} ${title}`,
      scenarios.map((one) =>
        [
          `**${shown(`${one.scenario}${whoseText(one)}`)}**`,
          `${named(pair.a)}: ${shown(walkSideText(one.a, signs))}`,
          `${named(pair.b)}: ${shown(walkSideText(one.b, signs))}`,
        ].join("<br>"),
      ),
      { limit },
    );
  return [
    `### ${hasQuestions(pair) ? "Walks: " : ""}${named(pair.b)} against ${named(pair.a)}`,
    sideTable("", verdicts, pair),
    ...(walks.successful.test === null
      ? []
      : [
          markdownText(
            `Successful ${differenceText(walks.successful, signs, { ...comparison, counted: "walk" })}`,
          ),
        ]),
    ...(emptySides(pair).length > 0 ? [] : matchedWalksText(walks, pair).map(shown)),
    ...(families === "" || hasQuestions(pair) ? [] : [`p by Holm's method over ${families}.`]),
    ...cautions.map(shown),
    listed("broken", walks.broken),
    listed("mended", walks.mended),
    folded("Turns, time and cost of walks", sideTable("", spent, pair)),
  ];
}

function sideTable(first: string, rows: readonly SideRow[], { a, b }: PairComparison): string {
  const column = (
    title: string,
    key: keyof SideRow,
    align: "left" | "right" = "right",
  ): MarkdownColumn<SideRow> => ({ title, align, cell: (row) => markdownText(row[key]) });
  const columns = [
    { ...column(first, "label", "left"), cell: ({ label }: SideRow) => named(label) },
    column("n", "n"),
    column(named(a), "a"),
    column(named(b), "b"),
    column("difference", "difference"),
    ...(rows.some(({ interval }) => interval !== "") ? [column("interval", "interval", "left")] : []),
    ...(rows.some(({ p }) => p !== "") ? [column("p", "p")] : []),
  ];
  return table(columns, rows);
}

function changedList(
  title: string,
  questions: readonly ChangedQuestion[],
  { comparison, report, limit }: Compared,
): string {
  const [a = "", b = ""] = comparison.sides;
  return foldedList(
    title,
    questions.map((question) =>
      [
        `**${shown(questionTitle(question, report))}**${whoseText(question) === "" ? "" : ` ${shown(whoseText(question))}`}`,
        ...(question.expected === null ? [] : [`expected ${shown(question.expected)}`]),
        `${named(a)}: ${shown(sideText(question.a))}`,
        `${named(b)}: ${shown(sideText(question.b))}`,
      ].join("<br>"),
    ),
    { limit },
  );
}
