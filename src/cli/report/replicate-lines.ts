import type { RunSummary } from "../../analysis/index.ts";
import { leftOutTexts, mostReplicates, shareText } from "../../report/index.ts";
import { pairTitles } from "./pair-titles.ts";
import { type Column, tableLines } from "./table.ts";
import { roomOn, type Terminal } from "./terminal.ts";

/**
 * What replicates say, a line per model: pass@k, how often at least one of k passes, and pass^k, how often all do, for the
 * most replicates there are, over how many questions of how many, and how many of those with two verdicts differ in them; then which
 * questions are left out, and why. Empty without replicates.
 */
export function replicateLines(summary: RunSummary, terminal: Terminal): readonly string[] {
  const { pairs } = summary;
  const most = mostReplicates(pairs);
  if (most === 0) return [];
  const dash = terminal.rich ? "–" : "-";
  const names = pairTitles(summary, terminal);
  const rows = pairs.flatMap(({ replicates }, at) => {
    const found = replicates?.passOfK.find(({ k }) => k === most);
    if (replicates === null || found === undefined) return [];
    const { asked, questions, stable } = replicates;
    const shares = [
      shareText(found.passAtK, found.passAtKInterval, dash),
      shareText(found.passPowerK, found.passPowerKInterval, dash),
    ];
    return [
      [names[at] ?? "", ...shares, `${found.questions} of ${asked}`, `${questions - stable} of ${questions}`],
    ];
  });
  const columns: readonly Column[] = [
    { title: "model", align: "left" },
    { title: `pass@${most}`, align: "right" },
    { title: `pass^${most}`, align: "right" },
    { title: "questions", align: "right" },
    { title: "unstable", align: "right" },
  ];
  const notes = leftOutTexts(pairs.map(({ replicates }, at) => ({ name: names[at] ?? "", replicates })));
  return [
    "",
    ...tableLines(columns, rows, { width: roomOn(terminal) }),
    ...(notes.length > 0 ? ["", ...notes] : []),
  ];
}
