import { KareninaError } from "../../base/index.ts";
import type { Rubric } from "../../rubric/index.ts";
import { traitDefinitions } from "../traits/trait-definitions.ts";
import type { TraitValues } from "../traits/trait-values.ts";
import type { Gate } from "./gate.ts";

export type TraitGate = Extract<Gate, { gate: "trait" }>;

/** Where the numbers of a trait lie; null ends where nobody knows. */
interface Scale {
  readonly min: number | null;
  readonly max: number | null;
}

const shares: Scale = { min: 0, max: 1 };

/** The scale of what a gate looks at. */
export const scaleOf = (values: TraitValues): Scale => (values.kind === "score" ? values : shares);

/** Why the bounds of a gate mean nothing on a scale: another unit, or outside of it; null where they do. */
export function boundProblem(gate: TraitGate, { min, max }: Scale): string | null {
  const { trait, unit } = gate;
  if (min === null || max === null)
    return unit === undefined
      ? null
      : `the scale of ${trait} is not known, so a percent of it means nothing; give a number`;
  const scale = `${trait} is on a scale from ${min} to ${max}`;
  const isShare = min === 0 && max === 1;
  const wanted = isShare ? "give a share, such as 0.8 or 80%" : "give a number of that scale";
  if (unit === "share" && !isShare) return `${scale}, of which a percent means nothing; ${wanted}`;
  for (const end of ["min", "max"] as const) {
    const bound = gate[end];
    if (bound === undefined || (bound >= min && bound <= max)) continue;
    const always = end === "min" ? bound < min : bound > max;
    return `${scale}, so ${end}=${bound} ${always ? "would always hold" : "could never hold"}; ${wanted}`;
  }
  return null;
}

/** Says of a bound that is the end of the scale that whatever has a value holds it. */
export function boundNotes(bound: { readonly min: number } | { readonly max: number }, scale: Scale) {
  const isEnd = "min" in bound ? bound.min === scale.min : bound.max === scale.max;
  return isEnd ? ["this is the end of the scale, so every value holds it"] : [];
}

/**
 * Refuses gates on traits whose bounds mean nothing on the scale that rubrics give, as far as these tell it: before models
 * are asked. Throws `configuration`.
 */
export function checkTraitGates(gates: readonly Gate[], rubrics: readonly Rubric[]): void {
  const definitions = traitDefinitions(rubrics);
  for (const gate of gates) {
    if (gate.gate !== "trait") continue;
    const definition = definitions.get(gate.trait);
    if (definition === undefined) continue;
    // fields of a template trait may be shares, and only values tell
    if (definition.min === null && !definition.isShare) continue;
    const problem = boundProblem(gate, definition.isShare ? shares : definition);
    if (problem !== null)
      throw new KareninaError("configuration", `The gate on the trait ${gate.trait}: ${problem}.`);
  }
}
