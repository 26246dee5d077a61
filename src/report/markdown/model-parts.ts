import type { PairNumbers, PairSummary, RunSummary, TraitValues } from "../../analysis/index.ts";
import { formatDuration, formatTotalCost, oneLine, pluralize } from "../../base/index.ts";
import { Outcome } from "../../result/index.ts";
import type { RunReport } from "../run-report.ts";
import { agentText } from "../text/agent-text.ts";
import { modelDifferenceTexts } from "../text/model-differences-text.ts";
import { outcomeWords } from "../text/outcome-words.ts";
import { pairNames } from "../text/pair-names.ts";
import { formatRate, shareText } from "../text/rate-text.ts";
import { leftOutTexts, mostReplicates } from "../text/replicate-text.ts";
import { runText } from "../text/run-text.ts";
import { sharedAnswersText } from "../text/shared-answers-text.ts";
import { traitValuesText } from "../text/trait-values-text.ts";
import { folded, list, type MarkdownColumn, named, shown, table } from "./markdown-blocks.ts";
import { markdownText } from "./markdown-text.ts";

const signs = { rich: true };
const dash = "–";
const mostTraits = 40;

/** A pair with what it is called. */
interface NamedPair {
  readonly name: string;
  readonly pair: PairSummary;
}

const model: MarkdownColumn<{ readonly name: string }> = {
  title: "model",
  align: "left",
  cell: ({ name }) => named(name),
};

/** What was run, a line per model, how models differ, what replicates and judges say, and the traits. */
export function modelParts({ summary, judges }: RunReport): readonly string[] {
  const names = pairNames(summary);
  const pairs = summary.pairs.map((pair, at) => ({ name: names[at] ?? "", pair }));
  const notes = [
    ...pairs.flatMap(({ name, pair: { agents } }) => {
      const text = agentText(agents);
      return text === undefined ? [] : [`${named(name)}: ${markdownText(text)}`];
    }),
    ...sharedAnswersText(summary.pairs),
    ...modelDifferenceTexts(summary, signs).map(shown),
    ...judges.map(shown),
  ];
  return [
    summary.overall.results === 0 ? "" : shown(runText(summary, signs)),
    modelTable(pairs, summary.overall),
    list(notes),
    replicateParts(pairs),
    traitParts(pairs, summary),
  ];
}

function modelTable(pairs: readonly NamedPair[], overall: PairNumbers): string {
  const outcomes = Outcome.options.filter((outcome) => outcome !== "pass" && overall.outcomes[outcome] > 0);
  const number = (title: string, cell: (pair: PairSummary) => string): MarkdownColumn<NamedPair> => ({
    title,
    align: "right",
    cell: ({ pair }) => cell(pair),
  });
  const columns = [
    model,
    overall.passRate.of === 0
      ? number("results", ({ results }) => String(results))
      : number("pass rate", ({ passRate }) => markdownText(formatRate(passRate, dash))),
    ...outcomes.map((outcome) => number(outcomeWords(outcome), (pair) => String(pair.outcomes[outcome]))),
    ...(overall.costUsd === null
      ? []
      : [
          number("cost", ({ costUsd, costKnown, results }) =>
            costUsd === null ? "" : markdownText(formatTotalCost(costUsd, costKnown < results, signs)),
          ),
        ]),
    number("time/task", ({ executionTime: { mean } }) => (mean === null ? "" : formatDuration(mean * 1000))),
  ];
  return table(columns, pairs);
}

/** pass@k and pass^k of the most replicates, over how many questions, and what is left out of them. */
function replicateParts(pairs: readonly NamedPair[]): string {
  const repeated = pairs.map(({ name, pair: { replicates } }) => ({ name, replicates }));
  const most = mostReplicates(repeated);
  const rows = repeated.flatMap(({ name, replicates }) => {
    const found = replicates?.passOfK.find(({ k }) => k === most);
    return replicates === null || found === undefined ? [] : [{ name, replicates, found }];
  });
  const columns: readonly MarkdownColumn<(typeof rows)[number]>[] = [
    model,
    {
      title: markdownText(`pass@${most}`),
      align: "right",
      cell: ({ found }) => markdownText(shareText(found.passAtK, found.passAtKInterval, dash)),
    },
    {
      title: markdownText(`pass^${most}`),
      align: "right",
      cell: ({ found }) => markdownText(shareText(found.passPowerK, found.passPowerKInterval, dash)),
    },
    {
      title: "questions",
      align: "right",
      cell: ({ found, replicates: { asked } }) => `${found.questions} of ${asked}`,
    },
    {
      title: "unstable",
      align: "right",
      cell: ({ replicates: { questions, stable } }) => `${questions - stable} of ${questions}`,
    },
  ];
  return folded(
    markdownText(`Replicates: at least one of ${most} passes (pass@${most}), all of them do (pass^${most})`),
    table(columns, rows),
    list(leftOutTexts(repeated).map(shown)),
  );
}

interface TraitRow {
  readonly trait: string;
  readonly name: string;
  readonly n: number;
  readonly failed: number;
  readonly values: TraitValues | null;
}

/** A row for each trait and model, and for each field of a template trait; folded beside a pass rate. */
function traitParts(pairs: readonly NamedPair[], { overall }: RunSummary): string {
  const rows = overall.traits.slice(0, mostTraits).flatMap(({ trait: title, higherIsBetter }) =>
    pairs.flatMap(({ name, pair }) =>
      pair.traits
        .filter(({ trait }) => trait === title)
        .flatMap(({ values, failed, n }) =>
          (values.length === 0 ? [null] : values).map((one): TraitRow => {
            const direction = higherIsBetter === false ? " (lower is better)" : "";
            const trait = `${named(one?.field ? `${title}.${one.field}` : title)}${direction}`;
            return { trait, name, n: one?.n ?? n, failed, values: one };
          }),
        ),
    ),
  );
  const columns: readonly MarkdownColumn<TraitRow>[] = [
    { title: "trait", align: "left", cell: ({ trait }) => trait },
    ...(pairs.length > 1 ? [model] : []),
    { title: "n", align: "right", cell: ({ n }) => String(n) },
    ...(overall.traits.some(({ failed }) => failed > 0)
      ? [{ title: "no value", align: "right", cell: ({ failed }: TraitRow) => String(failed) } as const]
      : []),
    {
      title: "values",
      align: "left",
      cell: ({ values }) =>
        values === null ? "" : markdownText(traitValuesText(values, { dash, label: oneLine })),
    },
  ];
  const more = overall.traits.length - mostTraits;
  const parts = [table(columns, rows), more > 0 ? `and ${pluralize(more, "more trait")}` : ""];
  if (overall.passRate.of > 0) return folded(pluralize(overall.traits.length, "trait"), ...parts);
  return parts.filter((part) => part !== "").join("\n\n");
}
