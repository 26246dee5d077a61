import type { RunSummary } from "../../analysis/index.ts";
import { oneLine } from "../../base/index.ts";
import { differenceText } from "../../report/index.ts";
import { roomOn, type Terminal } from "./terminal.ts";
import { wrapText } from "./wrap-lines.ts";

/** How the models differ, a paragraph per pair; empty for one model, and where nothing is to be compared. */
export function differenceLines({ differences, run }: RunSummary, terminal: Terminal): readonly string[] {
  const short = new Map(run.answering.map(({ name, model }) => [name, model]));
  return differences
    .filter(({ passes }) => passes.pairs > 0)
    .flatMap(({ a, b, passes }) => {
      const text = `${short.get(b) ?? b} against ${short.get(a) ?? a}: ${differenceText(passes, terminal)}`;
      return wrapText(oneLine(text), roomOn(terminal)).map((line, at) => (at === 0 ? line : `  ${line}`));
    });
}
