import type { RunSummary } from "../../analysis/index.ts";
import { oneLine } from "../../base/index.ts";
import { apartText } from "./caution-texts.ts";
import { differenceText } from "./difference-text.ts";

/** How the models of a run differ, a paragraph per pair; empty for one model, and where nothing is to be compared. */
export function modelDifferenceTexts(
  { differences, run }: Pick<RunSummary, "differences" | "run">,
  signs: { readonly rich: boolean },
): readonly string[] {
  const short = new Map(run.answering.map(({ name, model }) => [name, model]));
  return differences
    .filter(({ passes, judges }) => passes.pairs > 0 || judges === "apart")
    .map(({ passes, judges, ...pair }) => {
      const [a, b] = [short.get(pair.a) ?? pair.a, short.get(pair.b) ?? pair.b];
      if (judges === "apart") return oneLine(apartText("judges", { a, b }));
      const own =
        judges === "each" ? " Each was judged by a judge of its own: differences may come of that, too." : "";
      return oneLine(`${b} against ${a}: ${differenceText(passes, signs)}${own}`);
    });
}
