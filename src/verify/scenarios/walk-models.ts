import { KareninaError, nearestName } from "../../base/index.ts";
import type { BenchmarkScenario } from "../../benchmark/index.ts";
import { distinctModels, type ResolvedConfig } from "../../config/index.ts";
import type { ResolvedModel } from "../../models/definition/index.ts";
import { asJudge } from "../agents/trait-models.ts";
import { listedNames } from "../listed-names.ts";

/** Models under test that judge at single nodes or speak for simulated users, by id. */
export type WalkJudges = ReadonlyMap<string, ResolvedModel>;

/**
 * Finds the models that nodes of scenarios name.
 *
 * @throws KareninaError `configuration` that lists every name that no model of the run has.
 */
export function planWalkJudges(
  scenarios: readonly BenchmarkScenario[],
  { answeringModels, parsingModels }: Pick<ResolvedConfig, "answeringModels" | "parsingModels">,
): WalkJudges {
  const answering = distinctModels(answeringModels);
  const tested = [...new Set([...answering, ...answeringModels].map(({ id }) => id))];
  const others = answering.filter(
    ({ id, reachedBy }) =>
      reachedBy.answeringOnly !== true && parsingModels.every((judge) => judge.id !== id),
  );
  const judging = [...parsingModels, ...others].map(({ id }) => id);
  const found = new Map<string, ResolvedModel>();
  const problems: string[] = [];
  const require = (place: string, name: string | undefined, known: readonly string[]) => {
    if (name === undefined || known.includes(name)) return;
    const nearest = nearestName(name, known);
    const question = nearest === undefined ? "" : ` (did you mean "${nearest}"?)`;
    problems.push(`${place} names "${name}"${question}; there are ${listedNames(known)}`);
  };
  for (const { name, nodes } of scenarios)
    for (const { id, models, user } of nodes) {
      const place = `${name}, node ${id}`;
      require(`${place}: its model under test`, models?.answering, tested);
      require(`${place}: its judge`, models?.parsing, judging);
      require(`${place}: the model of its simulated user`, user?.model, judging);
      for (const wanted of [models?.parsing, user?.model]) {
        const other = others.find((model) => model.id === wanted);
        if (other !== undefined) found.set(other.id, asJudge(other, parsingModels));
      }
    }
  if (problems.length === 0) return found;
  throw new KareninaError(
    "configuration",
    `Scenarios name models that the run does not have:\n${problems.map((line) => `  - ${line}`).join("\n")}`,
    { hint: "Nodes name models by the ids that the configuration gives them; a file brings none with it." },
  );
}
