import type { NamedModel, RunSummary } from "../../analysis/index.ts";
import { formatTotalCost, oneLine, pluralize } from "../../base/index.ts";

const mostNamed = 5;

/** What was run, in a line: questions, models, replicates, mode, judge and what it has cost in all. */
export function runText({ run, overall, pairs }: RunSummary, signs: { readonly rich: boolean }): string {
  const parts = [
    `${pluralize(overall.results, "result")} of ${pluralize(run.questions, "question")}`,
    ...modelsText(run),
    ...(pairs.length > 1 && overall.costUsd !== null
      ? [`${formatTotalCost(overall.costUsd, overall.costKnown < overall.results, signs)} in all`]
      : []),
  ];
  return oneLine(parts.join(", "));
}

/** What was asked and by whom it was judged: a single model in full, replicates, judges, modes. */
export function modelsText({
  answering,
  replicates,
  parsing,
  evaluationModes,
}: RunSummary["run"]): readonly string[] {
  const [only] = answering;
  return [
    ...(answering.length === 1 && only !== undefined && only.model !== only.name
      ? [`model ${only.name}`]
      : []),
    ...(replicates > 1 ? [pluralize(replicates, "replicate")] : []),
    judgesText(parsing),
    ...evaluationModes,
  ];
}

function judgesText(judges: readonly NamedModel[]): string {
  const named = judges.slice(0, mostNamed).map(({ name }) => name);
  const more = judges.length - named.length;
  return `${judges.length === 1 ? "judge" : "judges"} ${named.join(" and ")}${more > 0 ? ` and ${more} more` : ""}`;
}
