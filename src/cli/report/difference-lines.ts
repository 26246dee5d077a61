import type { RunSummary } from "../../analysis/index.ts";
import { apartText, differenceText } from "../../report/index.ts";
import { roomOn, type Terminal } from "./terminal.ts";
import { wrapHanging } from "./wrap-lines.ts";

/** How the models differ, a paragraph per pair; empty for one model, and where nothing is to be compared. */
export function differenceLines({ differences, run }: RunSummary, terminal: Terminal): readonly string[] {
  const short = new Map(run.answering.map(({ name, model }) => [name, model]));
  return differences
    .filter(({ passes, judges }) => passes.pairs > 0 || judges === "apart")
    .flatMap(({ passes, judges, ...pair }) => {
      const [a, b] = [short.get(pair.a) ?? pair.a, short.get(pair.b) ?? pair.b];
      const text =
        judges === "apart"
          ? apartText("judges", { a, b })
          : `${b} against ${a}: ${differenceText(passes, terminal)}${judges === "each" ? " Each was judged by a judge of its own: differences may come of that, too." : ""}`;
      return wrapHanging(text, roomOn(terminal));
    });
}
