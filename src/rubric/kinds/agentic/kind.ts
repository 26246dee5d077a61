import * as z from "zod";
import { isJsonObject, type JsonValue, withoutJsonSecrets } from "../../../base/index.ts";
import { TraitValue } from "../../trait-number.ts";
import { valueTypeOf } from "../../values/list.ts";
import { classesFromProperty, classesToProperty, orderWarning } from "../../values/literal/class-property.ts";
import type { AgentTraitKind } from "../trait-kind.ts";
import { type ModelOverride, namedModel, refusedSettings } from "./model-override.ts";
import { AgenticRubricTrait } from "./trait.ts";

/** The override as a file holds it; secrets are never written to one. */
function storedOverride(override: ModelOverride | null): JsonValue | undefined {
  if (override === null) return undefined;
  return typeof override === "string" ? override : withoutJsonSecrets(override.toJSON());
}

export const agenticKind = {
  type: "agentic",
  decidedBy: "agent",
  title: "Agentic trait",
  schema: AgenticRubricTrait,
  placeholder: { kind: "boolean", description: "placeholder" },
  results: {
    /** Boolean, score, or class index of a literal trait; by trait. */
    scores: TraitValue,
    /** Class names of literal traits. */
    labels: z.string(),
    /** What the agent that looked at the work said and did, as text; by trait. */
    investigationTraces: z.string(),
    /** How the value was read from its report: `method`, and errors on the way; by trait. */
    extractionMetadata: z.looseObject({
      method: z.string().describe("How the value was read from the report, in one word."),
      localJsonError: z.string().nullish().describe("Why the report was no JSON itself; null: it was."),
      parserError: z.string().nullish().describe("Why a model could not read it either; null: no error."),
    }),
  },
  obstacle({ modelOverride }) {
    const settings = refusedSettings(modelOverride);
    if (settings.length === 0) return undefined;
    const message = `its model_override would choose a model itself (${settings.join(", ")}), which no file can; write "model_override": "<id of one of the run's models>", or take it out`;
    return { field: "modelOverride", message };
  },
  describe: (trait) => valueTypeOf(trait).name,
  describeFurther({ modelOverride }) {
    const model = namedModel(modelOverride);
    return model === undefined ? [] : [`by model ${JSON.stringify(model)}`];
  },
  maxScore: (trait) => valueTypeOf(trait).maxScore?.(trait),
  resultKeys: (trait) => valueTypeOf(trait).resultKeys?.(trait),
  ratingTerms: ["AgenticRubricTrait"],
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
  ratingWarnings: (rating) => orderWarning(rating.property("classes")),
  writeRating: (trait) => ({
    term: "AgenticRubricTrait",
    ...valueTypeOf(trait).rating(trait),
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
} as const satisfies AgentTraitKind<AgenticRubricTrait>;
