import { askNearest } from "../../base/index.ts";
import type { RunSummary } from "../summary/summary-tally.ts";
import type { Gate } from "./gate.ts";

/** The models of a name: as tables call them, in full, or in full without the interface; in full each. */
export function meantModels({ run }: Pick<RunSummary, "run">, wanted: string): ReadonlySet<string> {
  const meant = run.answering.filter(
    ({ model, name }) => wanted === "*" || [model, name, name.slice(name.indexOf(":") + 1)].includes(wanted),
  );
  return new Set(meant.map(({ name }) => name));
}

/** What is wrong with the model that a gate names; undefined: nothing. */
export function noSuchModel(summary: RunSummary, gate: Gate): string | undefined {
  if (!("model" in gate) || gate.model === undefined || meantModels(summary, gate.model).size > 0)
    return undefined;
  const names = summary.run.answering.map(({ model }) => model);
  return `no result is of the model ${gate.model}${askNearest(gate.model, names)}; there are ${names.join(", ")}`;
}
