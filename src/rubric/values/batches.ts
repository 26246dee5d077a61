import { valueTypeOf } from "./list.ts";
import { literalBatch } from "./literal-batch.ts";
import { scoreBatch } from "./score-batch.ts";
import type { ValueBatch } from "./value-batch.ts";
import type { ValuedTrait } from "./value-type.ts";

/** The values that can be asked for together. Traits with any other have a call each, whatever the strategy. */
const valueBatches: readonly ValueBatch[] = [scoreBatch, literalBatch];

/** Traits that can be asked for together, or, without a batch, only one by one. */
interface TraitGroup<Trait> {
  readonly batch: ValueBatch | undefined;
  readonly traits: readonly Trait[];
}

/** Traits in the order in which they are asked for: those that cannot be asked for together, then batch by batch. */
export function groupByBatch<Trait extends ValuedTrait>(
  traits: readonly Trait[],
): readonly TraitGroup<Trait>[] {
  const batchOf = (trait: Trait) => valueBatches.find(({ types }) => types.includes(valueTypeOf(trait)));
  const groups = Map.groupBy(traits, batchOf);
  return [undefined, ...valueBatches].flatMap((batch) => {
    const own = groups.get(batch);
    return own === undefined ? [] : [{ batch, traits: own }];
  });
}
