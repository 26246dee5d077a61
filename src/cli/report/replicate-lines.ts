import type { Interval, RunSummary } from "../../analysis/index.ts";
import { percentText, pluralize } from "../../base/index.ts";
import { pairTitles } from "./pair-titles.ts";
import { type Column, tableLines } from "./table.ts";
import { roomOn, type Terminal } from "./terminal.ts";

/**
 * What replicates say, a line per model: pass@k, how often at least one of k passes, and pass^k, how often all do, for the
 * most replicates there are, and how many questions differ in them. Empty without replicates.
 */
export function replicateLines(summary: RunSummary, terminal: Terminal): readonly string[] {
  const { pairs } = summary;
  const most = Math.max(0, ...pairs.map(({ replicates }) => replicates?.passOfK.at(-1)?.k ?? 0));
  if (most === 0) return [];
  const names = pairTitles(summary, terminal);
  const rows = pairs.flatMap(({ replicates }, at) => {
    const found = replicates?.passOfK.find(({ k }) => k === most);
    if (replicates === null || found === undefined) return [];
    const { questions, stable } = replicates;
    const shares = [
      shareText(found.passAtK, found.passAtKInterval, terminal),
      shareText(found.passPowerK, found.passPowerKInterval, terminal),
    ];
    return [[names[at] ?? "", ...shares, `${questions - stable} of ${pluralize(questions, "question")}`]];
  });
  const columns: readonly Column[] = [
    { title: "model", align: "left" },
    { title: `pass@${most}`, align: "right" },
    { title: `pass^${most}`, align: "right" },
    { title: "unstable", align: "left" },
  ];
  return ["", ...tableLines(columns, rows, { width: roomOn(terminal) })];
}

function shareText(share: number, interval: Interval | null, { rich }: Terminal): string {
  const text = `${percentText(share)} %`;
  if (interval === null) return text;
  return `${text} [${[interval.low, interval.high].map((end) => percentText(end)).join(rich ? "–" : "-")}]`;
}
