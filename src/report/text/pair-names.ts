import type { PairSummary, RunSummary } from "../../analysis/index.ts";
import { oneLine } from "../../base/index.ts";

/** Pairs of models by their display strings. */
export interface NamedPairs extends Pick<RunSummary, "run"> {
  readonly pairs: readonly Pick<PairSummary, "answering" | "parsing">[];
}

/** What tables call each pair: the model, and `by` its judge where there are several. */
export function pairNames({ pairs, run }: NamedPairs): readonly string[] {
  const models = new Map(run.answering.map(({ name, model }) => [name, model]));
  const judges = new Map(run.parsing.map(({ name, model }) => [name, model]));
  return pairs.map(({ answering, parsing }) => {
    const model = models.get(answering) ?? answering;
    return oneLine(judges.size > 1 ? `${model} by ${judges.get(parsing) ?? parsing}` : model);
  });
}
