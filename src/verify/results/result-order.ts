import type { BenchmarkScenario } from "../../benchmark/index.ts";
import type { ResolvedConfig } from "../../config/index.ts";
import { replicateNumber, taskKey, walkKey } from "../../pipeline/index.ts";
import { walkLimit } from "../../scenario/index.ts";

/** The part of a configuration that the order depends on. */
interface OrderedBy extends Pick<ResolvedConfig, "replicateCount" | "scenarioTurnLimit"> {
  readonly answeringModels: readonly { readonly id: string }[];
  readonly parsingModels: readonly { readonly id: string }[];
}

/**
 * The keys of a run's tasks in the order in which people read results: by question, answering model, judge and replicate,
 * as benchmark and configuration list them, whichever task was faster; then the turns of scenarios, walk by walk.
 */
export function* resultOrder(
  questions: readonly { readonly id: string }[],
  given: OrderedBy,
  scenarios: readonly BenchmarkScenario[] = [],
): Generator<string> {
  const { answeringModels, parsingModels, replicateCount: replicates } = given;
  for (const question of questions) {
    for (const answering of answeringModels) {
      for (const parsing of parsingModels) {
        for (let place = 0; place < replicates; place += 1)
          yield taskKey({ question, answering, parsing, replicate: replicateNumber(place, replicates) });
      }
    }
  }
  for (const { scenario, turn, replicate } of walkPlaces(scenarios, given)) {
    const limit = walkLimit(scenario, given.scenarioTurnLimit);
    for (let number = 0; number < limit; number += 1)
      yield taskKey({ ...nobody, replicate, turn: { ...turn, number } });
  }
}

/** The keys of a run's walks, in the same order. */
export function* walkKeys(
  scenarios: readonly BenchmarkScenario[],
  models: Omit<OrderedBy, "scenarioTurnLimit">,
): Generator<string> {
  for (const place of walkPlaces(scenarios, models)) yield walkKey(place) ?? "";
}

/** Keys of turns name the models of the walk. */
const nobody = { question: { id: "" }, answering: { id: "" }, parsing: { id: "" } };

function* walkPlaces(
  scenarios: readonly BenchmarkScenario[],
  { answeringModels, parsingModels, replicateCount }: Omit<OrderedBy, "scenarioTurnLimit">,
) {
  for (const scenario of scenarios)
    for (const answering of answeringModels)
      for (const parsing of parsingModels)
        for (let place = 0; place < replicateCount; place += 1) {
          const walk = { answering: answering.id, parsing: parsing.id };
          const turn = { scenario: scenario.name, number: 0, walk, sharesAnswers: false };
          yield { scenario, turn, replicate: replicateNumber(place, replicateCount) };
        }
}
