import { type JsonObject, KareninaError } from "../base/index.ts";
import { callableKind } from "./kinds/callable/kind.ts";
import type { CallableRubricTrait } from "./kinds/callable/trait.ts";
import type { RubricTrait } from "./kinds/list.ts";
import type { TraitBase, TraitKind } from "./kinds/trait-kind.ts";

/**
 * A trait whose Rating node says something that cannot be judged by. It has the type and the name of its node; what else
 * it says stands in for what could not be read.
 */
export function unusableTrait<Trait extends TraitBase>(
  kind: TraitKind<Trait>,
  node: JsonObject,
  reason: string,
): Trait {
  const text = (value: unknown) => (typeof value === "string" ? value : null);
  const filled = kind.schema.parse({ type: kind.type, name: "placeholder", ...kind.placeholder });
  return {
    ...filled,
    name: String(node.name),
    description: text(node.description),
    unusable: { reason, node },
  };
}

/** What is judged in place of an unusable trait: a function that fails for its reason, so that the trait gets no value. */
export function inPlaceOf(trait: RubricTrait): RubricTrait {
  const { unusable } = trait;
  if (unusable === undefined) return trait;
  const evaluate = (): never => {
    throw new KareninaError("invalid_input", unusable.reason);
  };
  const failing: CallableRubricTrait = callableKind.schema.parse({
    ...callableKind.placeholder,
    name: "placeholder",
    code: { kind: "native", evaluate },
  });
  return { ...failing, name: trait.name, description: trait.description, unusable };
}
