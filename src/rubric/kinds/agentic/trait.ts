import * as z from "zod";
import { completeValue, valueTypeOf } from "../../values/list.ts";
import { classCountProblems, TraitClasses } from "../../values/literal/classes.ts";
import { type FieldProblem, ValueKind } from "../../values/value-type.ts";
import { reportProblems, traitTexts } from "../trait-fields.ts";
import { ModelOverride } from "./model-override.ts";

/** What the investigating agent sees. */
export const ContextMode = z.enum(["workspace_only", "trace_and_workspace", "trace_only"]);
export type ContextMode = z.infer<typeof ContextMode>;

const fields = z.strictObject({
  type: z.literal("agentic").default("agentic"),
  ...traitTexts,
  /** What the agent is to find out. */
  description: z.string().min(1, "expected non-empty text"),
  kind: ValueKind,
  higherIsBetter: z.boolean().nullable().default(true),
  minScore: z.int().nullable().default(null),
  maxScore: z.int().nullable().default(null),
  classes: TraitClasses.nullable().default(null),
  contextMode: ContextMode.default("trace_and_workspace"),
  /** Gives the agent the answer's trace as a file. */
  materializeTrace: z.boolean().default(false),
  /** Keeps that file afterwards. */
  persistTrace: z.boolean().default(false),
  maxTurns: z.int().positive().default(15),
  timeoutSeconds: z.int().positive().default(120),
  modelOverride: ModelOverride.default(null),
});

/** A quality an agent investigates before a judge decides on it. Authors write {@link agenticTrait}. */
export const AgenticRubricTrait = z.preprocess(
  completeValue,
  fields.superRefine(reportProblems(agenticProblems)).readonly(),
);
export type AgenticRubricTrait = z.infer<typeof AgenticRubricTrait>;

/** Existing files hold literal traits of one class; authors need two. */
const fewestStoredClasses = 1;

function agenticProblems(trait: z.infer<typeof fields>): readonly FieldProblem[] {
  const isLiteral = trait.kind === "literal";
  return [
    ...(isLiteral && trait.classes !== null
      ? classCountProblems(trait.classes, fewestStoredClasses).map((message) => ({
          field: "classes",
          message,
        }))
      : (valueTypeOf(trait).problems?.(trait) ?? [])),
    ...(trait.classes === null || isLiteral
      ? []
      : [{ field: "classes", message: "expected none: only a literal trait has classes" }]),
    ...(trait.materializeTrace && trait.contextMode === "workspace_only"
      ? [
          {
            field: "materializeTrace",
            message: "expected false: an agent in context mode workspace_only does not see the trace",
          },
        ]
      : []),
  ];
}
