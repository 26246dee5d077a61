import type { JsonObject, JsonValue } from "../../base/index.ts";
import type { Benchmark } from "../../benchmark/index.ts";
import type { DraftedTrait } from "./draft-traits.ts";

/** The custom property of a benchmark that holds how its traits were drafted, by their names. */
export const draftedTraitsProperty = "karenina_drafted_traits";

/** Drafted traits as JSON, by name. */
export function storedTraits(drafted: readonly DraftedTrait[]): JsonObject {
  return Object.fromEntries(drafted.map((one) => [one.trait.name, storedTrait(one)]));
}

function storedTrait({ trait, state, drafts, reason, tries }: DraftedTrait): JsonValue {
  return {
    ...{ type: trait.type, description: trait.description ?? null, state, drafts, reason },
    tries: tries.map(({ kind, answer, value, wanted, verdict, why }) => ({
      ...{ kind, answer, value, wanted, verdict },
      ...(why !== undefined && { why }),
    })),
  };
}

/** Adds drafted traits to those of all answers, and how they were drafted to the properties of the benchmark. */
export function applyTraits(benchmark: Benchmark, drafted: readonly DraftedTrait[]): void {
  for (const { trait } of drafted) benchmark.addGlobalTrait(trait);
  const earlier = benchmark.content.customProperties[draftedTraitsProperty];
  const kept = typeof earlier === "object" && earlier !== null && !Array.isArray(earlier) ? earlier : {};
  benchmark.setCustomProperty(draftedTraitsProperty, { ...kept, ...storedTraits(drafted) });
}
