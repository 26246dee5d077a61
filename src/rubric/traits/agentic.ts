import * as z from "zod";
import { isJsonObject, type JsonValue, withoutJsonSecrets } from "../../base/index.ts";
import { classCountProblems, TraitClasses } from "../judged/classes.ts";
import { type FieldProblem, JudgedKind } from "../judged/judged-kind.ts";
import { judgedValueOf } from "../judged/list.ts";
import { classesFromProperty, classesToProperty } from "../ratings/class-property.ts";
import { completeJudged, orderWarning } from "./llm.ts";
import { ModelOverride, refusedSettings } from "./model-override.ts";
import { reportProblems, traitTexts } from "./trait-fields.ts";
import { defineTraitKind } from "./trait-kind.ts";

/** What the investigating agent sees. */
export const ContextMode = z.enum(["workspace_only", "trace_and_workspace", "trace_only"]);
export type ContextMode = z.infer<typeof ContextMode>;

const fields = z.strictObject({
  type: z.literal("agentic").default("agentic"),
  ...traitTexts,
  /** What the agent is to find out. */
  description: z.string().min(1, "expected non-empty text"),
  kind: JudgedKind,
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
  completeJudged,
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
      : judgedValueOf(trait).problems(trait)),
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

/** The override as a file holds it; secrets are never written to one. */
function storedOverride(override: ModelOverride | null): JsonValue | undefined {
  if (override === null) return undefined;
  return typeof override === "string" ? override : withoutJsonSecrets(override.toJSON());
}

export const agenticKind = defineTraitKind<AgenticRubricTrait>({
  type: "agentic",
  title: "Agentic trait",
  schema: AgenticRubricTrait,
  placeholder: { kind: "boolean", description: "placeholder" },
  obstacle({ modelOverride }) {
    const settings = refusedSettings(modelOverride);
    if (settings.length === 0) return undefined;
    const message = `its model_override would choose a model itself (${settings.join(", ")}), which no file can; write "model_override": "<id of one of the run's models>", or take it out`;
    return { field: "modelOverride", message };
  },
  maxScore: (trait) => judgedValueOf(trait).maxScore(trait),
  resultKeys: (trait) => judgedValueOf(trait).resultKeys(trait),
  readRating(rating) {
    const kind = rating.property("kind") ?? "boolean";
    return {
      ...rating.fields(
        "summary",
        "minScore",
        "maxScore",
        "contextMode",
        "materializeTrace",
        "persistTrace",
        "maxTurns",
        "timeoutSeconds",
        "modelOverride",
      ),
      kind,
      classes: kind === "literal" ? classesFromProperty(rating.property("classes")) : undefined,
      higherIsBetter: isJsonObject(kind) ? null : rating.property("higher_is_better"),
    };
  },
  ratingWarnings: orderWarning,
  writeRating: (trait) => ({
    term: "AgenticRubricTrait",
    ...judgedValueOf(trait).rating(trait),
    properties: [
      ["kind", trait.kind],
      ["higher_is_better", trait.higherIsBetter],
      ["context_mode", trait.contextMode],
      ["materialize_trace", trait.materializeTrace],
      ["persist_trace", trait.persistTrace],
      ["max_turns", trait.maxTurns],
      ["timeout_seconds", trait.timeoutSeconds],
      ["classes", classesToProperty(trait.classes)],
      ["model_override", storedOverride(trait.modelOverride)],
      ["summary", trait.summary ?? undefined],
      ["min_score", trait.minScore ?? undefined],
      ["max_score", trait.maxScore ?? undefined],
    ],
  }),
});
