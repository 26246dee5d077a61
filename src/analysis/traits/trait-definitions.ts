import { allTraits, type Rubric, type RubricTrait, type TraitType, traitKind } from "../../rubric/index.ts";

/** What a rubric says about a trait's values. */
export interface TraitDefinition {
  readonly type: TraitType;
  readonly higherIsBetter: boolean | null;
  /** Ends of the scale of a score; null for other values. */
  readonly min: number | null;
  readonly max: number | null;
  /** True where summaries have a rate, a share or a metric of it. */
  readonly isShare: boolean;
  /** Names of the classes of a literal trait, in their order; null for other values. */
  readonly classes: readonly string[] | null;
}

/** The definitions of traits by name. A name that rubrics of different questions define differently has none. */
export function traitDefinitions(rubrics: readonly Rubric[]): ReadonlyMap<string, TraitDefinition> {
  const found = new Map<string, TraitDefinition>();
  const unclear = new Set<string>();
  for (const trait of rubrics.flatMap(allTraits)) {
    const definition = definitionOf(trait);
    const known = found.get(trait.name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(definition)) unclear.add(trait.name);
    found.set(trait.name, definition);
  }
  for (const name of unclear) found.delete(name);
  return found;
}

function definitionOf(trait: RubricTrait): TraitDefinition {
  const { type, higherIsBetter } = trait;
  const kind = "kind" in trait ? trait.kind : null;
  const hasScale = kind === "score" && "minScore" in trait;
  const { scale } = traitKind(type);
  return {
    type,
    higherIsBetter,
    min: hasScale ? trait.minScore : (scale?.min ?? null),
    max: hasScale ? trait.maxScore : (scale?.max ?? null),
    isShare: kind === "boolean" || kind === "literal" || type === "regex" || type === "metric",
    classes: "classes" in trait ? (trait.classes?.map(({ name }) => name) ?? null) : null,
  };
}
