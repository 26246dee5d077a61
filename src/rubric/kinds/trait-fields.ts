import * as z from "zod";
import { AnyJsonObject } from "../../base/index.ts";
import { JudgedSource } from "../../trace/index.ts";
import type { FieldProblem } from "../values/value-type.ts";

/** A trait's name: not empty, and without the `.` that separates trait and field in results. */
const TraitName = z
  .string()
  .min(1, "expected non-empty text")
  .refine((name) => !name.includes("."), 'expected a name without "."');

/** Text, or null for none. */
const OptionalText = z.string().nullable().default(null);

/** Why a trait that a file holds cannot be judged, with its node, which is written as it stands. Never of an author's trait. */
const Unusable = z.strictObject({ reason: z.string(), node: AnyJsonObject }).readonly();

/** What every trait is called. */
export const traitTexts = {
  name: TraitName,
  /** The criteria, as the judge is told. */
  description: OptionalText,
  /** A short name of what the trait is about; dynamic rubrics ask for it. */
  summary: OptionalText,
  unusable: Unusable.optional(),
};

/** What a trait is judged on, where it says so itself; absent: what the run judges rubrics on, final message or whole trace. */
export const judgedSource = { judge: JudgedSource.optional() };

/** Reports the problems of a value that has the right shape, each at its field. */
export function reportProblems<Trait>(
  problems: (trait: Trait) => readonly FieldProblem[],
): (trait: Trait, context: z.core.$RefinementCtx<Trait>) => void {
  return (trait, context) => {
    for (const { field, message } of problems(trait))
      context.addIssue({ code: "custom", path: [field], message });
  };
}
