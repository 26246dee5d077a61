import {
  type ChangedQuestion,
  type Comparison,
  emptySides,
  hasQuestions,
  type PairComparison,
} from "../../../analysis/index.ts";
import { oneLine, pluralize } from "../../../base/index.ts";
import {
  cautionTexts,
  changedText,
  clusterNoun,
  correctedPassesText,
  differenceText,
  familiesText,
  furtherFailures,
  matchedWalksText,
  priceCautions,
  walkCautions,
} from "../../../report/index.ts";
import { paint, roomOn, type Terminal, type Tone } from "../terminal.ts";
import { wrapText } from "../wrap-lines.ts";
import { changedLines } from "./changed-lines.ts";
import { changedWalkLines } from "./changed-walk-lines.ts";
import { keywordTable, type SideNames, sideTable, walkTable } from "./side-table.ts";

const indent = "  ";

/** What to show beside the numbers, and where. */
export interface ComparisonReport {
  readonly terminal: Terminal;
  /** What the sides are called in tables; default: their names. */
  readonly shortNames?: ReadonlyMap<string, string>;
  /** The place of a question, as `show --question` takes it. */
  readonly placeOf: (questionId: string) => number | undefined;
  /** The command that shows a question by its place. */
  readonly showCommand: string;
  /** Questions and keywords listed at most. */
  readonly limit: number;
}

/**
 * A comparison as text for people: who is compared over what, sides in columns, what would decide it, and the questions
 * that broke or were mended with both answers. Of more than two sides every pair has a line, and those with the first
 * all of it. Ends with a line end.
 */
export function renderComparison(comparison: Comparison, report: ComparisonReport): string {
  const { terminal, shortNames } = report;
  const inner = { ...terminal, columns: terminal.columns - indent.length };
  const nameOf = (side: string) => oneLine(shortNames?.get(side) ?? side);
  const [first] = comparison.sides;
  const whole = comparison.pairs.filter(({ a }) => a === first);
  const places = (id: string) => {
    const place = report.placeOf(id);
    return place === undefined ? "" : `#${place}`;
  };

  function section(title: string, lines: readonly string[], tone: Tone = "strong"): readonly string[] {
    if (lines.length === 0) return [];
    const head = wrapText(title, roomOn(terminal)).map((line) => paint(terminal, tone, line));
    return [[...head, ...lines.map((line) => (line === "" ? "" : indent + line))].join("\n")];
  }

  const wrapped = (text: string) => wrapText(oneLine(text), roomOn(inner));

  function pairSections(pair: PairComparison): readonly string[] {
    const names = { a: nameOf(pair.a), b: nameOf(pair.b) };
    const isOfWalks = pair.walks !== null && !hasQuestions(pair);
    return [...(isOfWalks ? [] : questionSections(pair, names)), ...walkSections(pair, names)];
  }

  function questionSections(pair: PairComparison, names: SideNames): readonly string[] {
    const listed = (questions: readonly ChangedQuestion[]) =>
      changedLines(questions, { names, terminal: inner, nameOf: places, limit: report.limit });
    const otherFailures = furtherFailures(pair);
    const title = (questions: readonly ChangedQuestion[], what: string) =>
      `${changedText(questions)} ${what}`;
    return [
      ...section(`${names.b} against ${names.a}`, [
        ...matchedText(pair, names, comparison).flatMap(wrapped),
        ...cautionTexts(pair, names)
          .flatMap(wrapped)
          .map((line) => paint(terminal, "warn", line)),
        ...spaced(sideTable(pair, names, inner)),
        ...(pair.passes.test === null
          ? []
          : spaced(wrapped(`Pass rate: ${differenceText(pair.passes, terminal, comparison)}`))),
        ...spaced(correctedPassesText(pair, names, terminal).flatMap(wrapped)),
      ]),
      ...section("By keyword", keywordTable(pair, names, { terminal: inner, limit: report.limit })),
      ...section(
        title(pair.broken, `that ${names.a} passes and ${names.b} does not`),
        listed(pair.broken),
        "bad",
      ),
      ...section(
        title(pair.mended, `that ${names.b} passes and ${names.a} does not`),
        listed(pair.mended),
        "good",
      ),
      ...section(
        `${changedText(otherFailures, "more question")} not passed by ${names.b}: new, or failed by judge or infrastructure`,
        listed(otherFailures),
        "warn",
      ),
    ];
  }

  function walkSections(pair: PairComparison, names: SideNames): readonly string[] {
    const { walks } = pair;
    if (walks === null) return [];
    const cautions = [
      ...(hasQuestions(pair) ? [] : cautionTexts(pair, names)),
      ...walkCautions(walks, names),
    ];
    const listed = (scenarios: typeof walks.broken) =>
      changedWalkLines(scenarios, { names, terminal: inner, limit: report.limit });
    const title = (scenarios: typeof walks.broken, what: string) =>
      `${changedText(scenarios, "scenario")} ${what}`;
    const counted = { ...comparison, counted: "walk" as const };
    return [
      ...section(`${hasQuestions(pair) ? "Walks: " : ""}${names.b} against ${names.a}`, [
        ...(emptySides(pair).length > 0 ? [] : matchedWalksText(walks, names).flatMap(wrapped)),
        ...cautions.flatMap(wrapped).map((line) => paint(terminal, "warn", line)),
        ...spaced(walkTable(walks, names, inner)),
        ...(walks.successful.test === null
          ? []
          : spaced(wrapped(`Successful: ${differenceText(walks.successful, terminal, counted)}`))),
      ]),
      ...section(
        title(walks.broken, `in which ${names.a} succeeds and ${names.b} does not`),
        listed(walks.broken),
        "bad",
      ),
      ...section(
        title(walks.mended, `in which ${names.b} succeeds and ${names.a} does not`),
        listed(walks.mended),
        "good",
      ),
    ];
  }

  const overview =
    comparison.pairs.length > 1
      ? section(
          "Every pair",
          comparison.pairs.flatMap((pair) =>
            overviewTexts(pair, terminal, comparison).flatMap((text) =>
              wrapped(`${nameOf(pair.b)} against ${nameOf(pair.a)}${text}`),
            ),
          ),
        )
      : [];
  const lists = whole.some((pair) =>
    [pair.broken, pair.mended, furtherFailures(pair)].some(({ length }) => length > 0),
  );
  const families = familiesText(comparison);
  const tested = families === "" ? "" : ` p by Holm's method over ${families}; seed ${comparison.seed}.`;
  const notes = [
    ...(whole.some(({ matched, walks }) => matched + (walks?.matched ?? 0) > 0)
      ? [
          `Differences are the second side's less the first's, over what both have${whole.some(({ matched }) => matched > 0) ? "; rates are of pass + wrong + no answer" : ""}, with ${level(comparison)} intervals.${tested}`,
        ]
      : []),
    ...(whole.some(({ walks }) => (walks?.matched ?? 0) > 0)
      ? [
          "Walks are successful that completed with no criterion false; those through one scenario are taken together. Turns to success are of walks in which both succeed.",
        ]
      : []),
    ...(comparison.sides.length > 2
      ? ["Of more than two sides those with the first are shown in full; any two by naming them."]
      : []),
    ...(lists ? [`Places are those of \`${report.showCommand} --question PLACE\`.`] : []),
  ];
  const lines = (text: string) => wrapText(oneLine(text), roomOn(terminal));
  const prices = priceCautions(comparison.pairs, nameOf)
    .flatMap(lines)
    .map((line) => paint(terminal, "warn", line));
  const noted = [...prices, ...notes.flatMap(lines)];
  const sections = [...overview, ...whole.flatMap(pairSections), noted.join("\n")];
  return `${sections.filter((text) => text !== "").join("\n\n")}\n`;
}

/** A line for the questions of two sides, and one for their walks. */
function overviewTexts(pair: PairComparison, terminal: Terminal, comparison: Comparison): readonly string[] {
  const { passes, walks } = pair;
  const both = walks !== null && hasQuestions(pair);
  return [
    ...(walks === null || both ? [`: ${differenceText(passes, terminal, comparison)}`] : []),
    ...(walks === null
      ? []
      : [
          `${both ? ", walks" : ""}: ${differenceText(walks.successful, terminal, { ...comparison, counted: "walk" })}`,
        ]),
  ];
}

const spaced = (lines: readonly string[]) => (lines.length === 0 ? [] : ["", ...lines]);

const level = ({ level: share }: Comparison): string => `${Number((share * 100).toFixed(2))} %`;

function matchedText(
  pair: PairComparison,
  { a, b }: { readonly a: string; readonly b: string },
  { clusteredBy }: Pick<Comparison, "clusteredBy">,
): readonly string[] {
  if (emptySides(pair).length > 0) return [];
  const { matched, unmatchedA, unmatchedB, passes } = pair;
  const { withoutVerdictA, withoutVerdictB, withoutVerdictBoth } = pair;
  const lonely =
    unmatchedA + unmatchedB === 0
      ? "none is in one side only"
      : `${unmatchedA} only in ${a} and ${unmatchedB} only in ${b} are in no figure`;
  const lacking = withoutVerdictA + withoutVerdictB + withoutVerdictBoth;
  const without =
    lacking === 0
      ? ""
      : ` ${lacking} have none, for judge or infrastructure or a broken template: ${withoutVerdictA} of ${a}, ${withoutVerdictB} of ${b}, ${withoutVerdictBoth} of both.`;
  return [
    `${pluralize(matched, "result")} matched by question and replicate; ${lonely}.`,
    ...(passes.pairs + lacking === 0
      ? []
      : [
          `${passes.pairs} have a verdict on both sides, of ${pluralize(passes.clusters, clusterNoun(clusteredBy))}${clusteredBy === "question" ? "" : ` by ${clusteredBy}`}.${without}`,
        ]),
  ];
}
