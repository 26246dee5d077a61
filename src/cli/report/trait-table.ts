import type { PairNumbers, RunSummary, TraitSummary } from "../../analysis/index.ts";
import { cutToColumns } from "./columns.ts";
import { pluralize } from "./format.ts";
import { oneLine } from "./harmless-text.ts";
import { type Column, tableLines } from "./table.ts";
import { paint, roomOn, type Terminal } from "./terminal.ts";
import { traitValuesText } from "./trait-text.ts";
import { wrapLine } from "./wrap-lines.ts";

const traitColumns = 32;
const valueColumns = 80;
const reasonColumns = 120;
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
  { title: "no\nvalue", needed: ({ failed }) => failed > 0, cell: ({ failed }) => String(failed) },
  { title: "did not\napply", needed: ({ skipped }) => skipped > 0, cell: ({ skipped }) => String(skipped) },
];

/** What the traits came to: a table per answering model and judge, and why traits have no value. */
export function traitLines({ pairs, overall }: RunSummary, terminal: Terminal): readonly string[] {
  if (overall.traits.length === 0) return [];
  const columns = countColumns.filter(({ needed }) => needed === undefined || overall.traits.some(needed));
  const tables = pairs
    .filter(({ traits }) => traits.length > 0)
    .flatMap((pair, at) => [
      ...(at > 0 ? [""] : []),
      ...(pairs.length > 1
        ? [paint(terminal, "strong", oneLine(`${pair.answering}, judge ${pair.parsing}`))]
        : []),
      ...tableOf(pair.traits, columns, terminal),
    ]);
  const notes = [...coverage(overall), ...reasonLines(overall.traits, terminal)];
  return [
    ...tables,
    ...(notes.length > 0 ? ["", ...notes.flatMap((note) => wrapLine(note, roomOn(terminal)))] : []),
  ];
}

function tableOf(
  traits: readonly TraitSummary[],
  columns: readonly TraitColumn[],
  terminal: Terminal,
): readonly string[] {
  const head: readonly Column[] = [
    { title: "trait", align: "left" },
    ...columns.map(({ title }): Column => ({ title, align: "right" })),
    { title: "values", align: "left" },
  ];
  const more = traits.length - mostTraits;
  return [
    ...tableLines(
      head,
      traits.slice(0, mostTraits).flatMap((trait) => rowsOf(trait, columns, terminal)),
      { width: roomOn(terminal) },
    ),
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
      cutToColumns(traitValuesText(values, terminal), valueColumns),
    ];
  });
}

function coverage({ results, rubricEvaluated }: PairNumbers): readonly string[] {
  return rubricEvaluated === results
    ? []
    : [`Traits were judged in ${rubricEvaluated} of ${pluralize(results, "result")}.`];
}

function reasonLines(traits: readonly TraitSummary[], terminal: Terminal): readonly string[] {
  const reasons = traits
    .filter(({ failed }) => failed > 0)
    .flatMap(({ trait, reasons: found }) => found.map((one) => ({ trait, ...one })));
  const shown = reasons.toSorted((left, right) => right.count - left.count).slice(0, mostReasons);
  const more = reasons.length - shown.length;
  return [
    ...shown.map(({ trait, reason, count }) => {
      const text = cutToColumns(oneLine(reason.slice(0, 1000)), reasonColumns);
      return `${paint(terminal, "warn", "No value")}: ${cutToColumns(oneLine(trait), traitColumns)} in ${pluralize(count, "result")}: ${text}`;
    }),
    ...(more > 0 ? [`and ${pluralize(more, "further reason")}; the results hold all of them`] : []),
  ];
}
