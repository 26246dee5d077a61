import type { ResolvedConfig } from "../../config/index.ts";
import { taskKey } from "../../pipeline/index.ts";

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
  config: OrderedBy,
): Generator<string> {
  for (const question of questions) {
    for (const answering of config.answeringModels) {
      for (const parsing of config.parsingModels) {
        for (const replicate of replicates(config.replicateCount))
          yield taskKey({ question, answering, parsing, replicate });
      }
    }
  }
}

function replicates(count: number): readonly (number | null)[] {
  return count === 1 ? [null] : Array.from({ length: count }, (_, place) => place + 1);
}
