import type { ResolvedConfig } from "../../config/index.ts";
import { replicateNumber, taskKey } from "../../pipeline/index.ts";

/** The part of a configuration that the order depends on. */
interface OrderedBy extends Pick<ResolvedConfig, "replicateCount"> {
  readonly answeringModels: readonly { readonly id: string }[];
  readonly parsingModels: readonly { readonly id: string }[];
}

/**
 * The keys of a run's tasks in the order in which people read results: by question, answering model, judge and replicate,
 * as benchmark and configuration list them, whichever task was faster.
 */
export function* resultOrder(
  questions: readonly { readonly id: string }[],
  { answeringModels, parsingModels, replicateCount: replicates }: OrderedBy,
): Generator<string> {
  for (const question of questions) {
    for (const answering of answeringModels) {
      for (const parsing of parsingModels) {
        for (let place = 0; place < replicates; place += 1)
          yield taskKey({ question, answering, parsing, replicate: replicateNumber(place, replicates) });
      }
    }
  }
}
