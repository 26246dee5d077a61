import type { PairNumbers, RunSummary, TraitSummary } from "../../analysis/index.ts";
import { oneLine, pluralize } from "../../base/index.ts";
import { cutToColumns } from "./columns.ts";
import { pairTitles } from "./pair-titles.ts";
import { type Column, tableLines } from "./table.ts";
import { roomOn, type Terminal } from "./terminal.ts";
import { valuesText } from "./trait-text.ts";

const traitColumns = 32;
const mostTraits = 40;
const mostReasons = 10;

interface TraitColumn {
  readonly title: string;
  /** Left out where no trait has anything to say. Default: always there. */
  readonly needed?: (trait: TraitSummary) => boolean;
  readonly cell: (trait: TraitSummary) => string;
}

const countColumns: readonly TraitColumn[] = [
  { title: "n", cell: ({ n }) => String(n) },
  { title: "no value", needed: ({ failed }) => failed > 0, cell: ({ failed }) => String(failed) },
  { title: "did not apply", needed: ({ skipped }) => skipped > 0, cell: ({ skipped }) => String(skipped) },
];

/** What the traits came to, a row per trait and model with the models of a trait under each other, and why traits have no value. */
export function traitLines(summary: RunSummary, terminal: Terminal): readonly string[] {
  const { overall } = summary;
  if (overall.traits.length === 0) return [];
  const notes = [...coverage(overall), ...reasonLines(overall.traits)];
  return [...tableOf(summary, terminal), ...(notes.length > 0 ? ["", ...notes] : [])];
}

function tableOf(summary: RunSummary, terminal: Terminal): readonly string[] {
  const { pairs, overall } = summary;
  const columns = countColumns.filter(({ needed }) => needed === undefined || overall.traits.some(needed));
  const severalPairs = pairs.length > 1;
  const head: readonly Column[] = [
    { title: "trait", align: "left" },
    ...(severalPairs ? [{ title: "model", align: "left" as const }] : []),
    ...columns.map(({ title }): Column => ({ title, align: "right" })),
    { title: "values", align: "left" },
  ];
  const shown = overall.traits.slice(0, mostTraits);
  const more = overall.traits.length - shown.length;
  const names = pairTitles(summary, terminal);
  const rows = shown.flatMap(({ trait: name }) => {
    const ofPairs = pairs.flatMap((pair, at) =>
      pair.traits
        .filter(({ trait }) => trait === name)
        .flatMap((trait) => rowsOf(trait, columns, terminal))
        .map(([title = "", ...cells]) => [title, ...(severalPairs ? [names[at] ?? ""] : []), ...cells]),
    );
    return ofPairs.map((row, at) =>
      at > 0 && row[0] === ofPairs[at - 1]?.[0] ? ["", ...row.slice(1)] : row,
    );
  });
  return [
    ...tableLines(head, rows, { width: roomOn(terminal) }),
    ...(more > 0 ? [`and ${pluralize(more, "more trait")}; the summary as JSON holds all of them`] : []),
  ];
}

/** A trait has a row; one with several kinds of values, or fields, a row for each with the counts in the first. */
function rowsOf(
  trait: TraitSummary,
  columns: readonly TraitColumn[],
  terminal: Terminal,
): readonly (readonly string[])[] {
  const counts = columns.map(({ cell }) => cell(trait));
  const name = cutToColumns(oneLine(trait.trait), traitColumns);
  const direction = trait.higherIsBetter === false ? " (lower is better)" : "";
  if (trait.values.length === 0) return [[name + direction, ...counts, ""]];
  return trait.values.map((values, at) => {
    const field = values.field === null ? "" : `.${values.field}`;
    return [
      `${cutToColumns(oneLine(`${trait.trait}${field}`), traitColumns)}${direction}`,
      ...(at === 0 ? counts : columns.map(() => "")),
      valuesText(values, terminal),
    ];
  });
}

function coverage({ results, rubricEvaluated }: PairNumbers): readonly string[] {
  return rubricEvaluated === results
    ? []
    : [`Traits were judged in ${rubricEvaluated} of ${pluralize(results, "result")}.`];
}

function reasonLines(traits: readonly TraitSummary[]): readonly string[] {
  const reasons = traits
    .filter(({ failed }) => failed > 0)
    .flatMap(({ trait, reasons: found }) => found.map((one) => ({ trait, ...one })));
  const shown = reasons.toSorted((left, right) => right.count - left.count).slice(0, mostReasons);
  const more = reasons.length - shown.length;
  return [
    ...shown.map(({ trait, reason, count }) =>
      oneLine(`No value: ${trait.slice(0, 1000)} in ${pluralize(count, "result")}: ${reason}`),
    ),
    ...(more > 0 ? [`and ${pluralize(more, "further reason")}; the results hold all of them`] : []),
  ];
}
