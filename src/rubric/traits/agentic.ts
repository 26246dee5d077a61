import * as z from "zod";
import { AnyJsonObject, isJsonObject, type JsonObject, type JsonValue } from "../../base/index.ts";
import { classCountProblems, TraitClasses } from "../judged/classes.ts";
import { type FieldProblem, JudgedKind } from "../judged/judged-kind.ts";
import { judgedValueOf } from "../judged/list.ts";
import { classesFromProperty, classesToProperty } from "../ratings/class-property.ts";
import { completeJudged, orderWarning } from "./llm.ts";
import { OptionalText, reportProblems, TraitName } from "./trait-fields.ts";
import { defineTraitKind } from "./trait-kind.ts";

/** What the investigating agent sees. */
export const ContextMode = z.enum(["workspace_only", "trace_and_workspace", "trace_only"]);
export type ContextMode = z.infer<typeof ContextMode>;

const fields = z.strictObject({
  type: z.literal("agentic").default("agentic"),
  name: TraitName,
  /** What the agent is to find out. */
  description: z.string().min(1, "expected non-empty text"),
  summary: OptionalText,
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
  /** The investigating model in place of the judge: its configuration in stored form, with names in snake_case. */
  modelOverride: AnyJsonObject.nullable().default(null),
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

const secretKeys = ["endpoint_api_key", "anthropic_api_key"];

/** The keys of a model's stored configuration that hold a secret. */
export function secretsOf(model: JsonObject | null): readonly string[] {
  return secretKeys.filter((key) => typeof model?.[key] === "string");
}

/** Secrets are never written to a file. */
function withoutSecrets(model: JsonObject | null): JsonValue | undefined {
  if (model === null) return undefined;
  return Object.fromEntries(Object.entries(model).filter(([key]) => !secretKeys.includes(key)));
}

export const agenticKind = defineTraitKind<AgenticRubricTrait>({
  type: "agentic",
  title: "Agentic trait",
  schema: AgenticRubricTrait,
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
  ratingWarnings: (rating, { modelOverride }) => [
    ...orderWarning(rating),
    ...secretsOf(modelOverride).map((key) => ({
      field: "modelOverride",
      message: `holds the secret ${key}; name an environment variable with api_key_env instead`,
    })),
  ],
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
      ["model_override", withoutSecrets(trait.modelOverride)],
      ["summary", trait.summary ?? undefined],
      ["min_score", trait.minScore ?? undefined],
      ["max_score", trait.maxScore ?? undefined],
    ],
  }),
});
