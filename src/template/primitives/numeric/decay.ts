import * as z from "zod";

/** How credit falls from 1 to 0 along the ratio r: linear `1 − r`, quadratic `1 − r²`. */
export const Decay = z.enum(["linear", "quadratic"]);
export type Decay = z.infer<typeof Decay>;

const formulas: Readonly<Record<Decay, (ratio: number) => number>> = {
  linear: (ratio) => 1 - ratio,
  quadratic: (ratio) => 1 - ratio * ratio,
};

/** Credit for a distance on the way from full credit (0) to none (`end` and beyond). */
export function decayedCredit(decay: Decay, distance: number, end: number): number {
  if (distance <= 0) return 1;
  if (!(distance < end)) return 0;
  return formulas[decay](distance / end);
}

/** Whether a distance is measured in the field's unit or as a share of a reference. */
export const DistanceMode = z.enum(["relative", "absolute"]);
export type DistanceMode = z.infer<typeof DistanceMode>;
