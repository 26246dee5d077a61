import type * as z from "zod";
import { isJsonObject, type JsonObject, type JsonValue, snakeCase, wireName } from "../../base/index.ts";
import { resultKey, traitTypes } from "../../rubric/index.ts";
import { outcomeOf } from "../outcome.ts";
import { VerificationResultDeepJudgment } from "../sections/deep-judgment.ts";
import { VerificationResultDeepJudgmentRubric } from "../sections/deep-judgment-rubric.ts";
import { answeringModel, parsingModel, VerificationResultMetadata } from "../sections/metadata.ts";
import { getAllTraitScores, VerificationResultRubric } from "../sections/rubric.ts";
import { VerificationResultTemplate } from "../sections/template.ts";
import { VerificationResult } from "../verification-result.ts";
import type { CsvInfo } from "./csv-info.ts";

/** A result with its stored form, which most columns are taken from. */
interface CsvRow {
  readonly result: VerificationResult;
  readonly json: JsonObject;
}

/** One column. */
interface CsvColumn {
  readonly name: string;
  readonly value: (row: CsvRow, info: CsvInfo) => JsonValue | undefined;
  /** The field that it shows as it is stored, such as `template.verify_result`. */
  readonly field?: string;
}

const sections = {
  metadata: VerificationResultMetadata,
  template: VerificationResultTemplate,
  rubric: VerificationResultRubric,
  deep_judgment: VerificationResultDeepJudgment,
  deep_judgment_rubric: VerificationResultDeepJudgmentRubric,
};
type Section = keyof typeof sections;

const from =
  (section: Section) =>
  (name: string): CsvColumn => ({
    name,
    field: `${section}.${name}`,
    value: ({ json }) => {
      const values = json[section];
      return isJsonObject(values) ? values[name] : null;
    },
  });

const metadata = from("metadata");
const template = from("template");
const rubric = from("rubric");
const deepJudgment = from("deep_judgment");
const deepJudgmentRubric = from("deep_judgment_rubric");

const column = (name: string, value: CsvColumn["value"]): CsvColumn => ({ name, value });

const failureColumns = (["category", "group", "stage", "reason"] as const).map((key) =>
  column(`failure_${key}`, ({ result }) => result.metadata.failure?.[key]),
);

const start: readonly CsvColumn[] = [
  metadata("question_id"),
  column("success", ({ result }) => result.metadata.completedWithoutErrors),
  metadata("error"),
  column("outcome", ({ result }) => outcomeOf(result)),
  ...failureColumns,
  metadata("caveats"),
  metadata("question_text"),
  ...[
    "raw_llm_response",
    "parsed_gt_response",
    "parsed_llm_response",
    "template_verification_performed",
    "verify_result",
    "verify_granular_result",
    "field_results",
    "field_scores",
    "composition_strategy",
  ].map(template),
  rubric("rubric_evaluation_performed"),
  metadata("keywords"),
];

const end: readonly CsvColumn[] = [
  column("answering_model", ({ result }) => answeringModel(result.metadata)),
  column("parsing_model", ({ result }) => parsingModel(result.metadata)),
  ...[
    "replicate",
    "execution_time",
    "timestamp",
    "answering_system_prompt",
    "parsing_system_prompt",
    "run_name",
    "result_id",
    "template_id",
    "raw_answer",
    "scenario_id",
    "scenario_node",
    "scenario_turn",
  ].map(metadata),
  column("export_timestamp", (_row, info) => info.exportTimestamp),
  column("karenina_version", (_row, info) => info.kareninaVersion),
  column("job_id", (_row, info) => info.jobId),
  ...[
    "embedding_check_performed",
    "embedding_similarity_score",
    "embedding_override_applied",
    "embedding_model_used",
    "regex_validations_performed",
    "regex_validation_results",
    "regex_overall_success",
    "abstention_check_performed",
    "abstention_detected",
    "abstention_override_applied",
    "abstention_reasoning",
    "sufficiency_check_performed",
    "sufficiency_detected",
    "sufficiency_override_applied",
    "sufficiency_reasoning",
    "recursion_limit_reached",
    "answering_mcp_servers",
  ].map(template),
  ...[
    "deep_judgment_mode",
    "deep_judgment_performed",
    "extracted_excerpts",
    "attribute_reasoning",
    "deep_judgment_stages_completed",
    "deep_judgment_model_calls",
    "deep_judgment_excerpt_retry_count",
    "attributes_without_excerpts",
    "deep_judgment_search_enabled",
    "hallucination_risk_assessment",
  ].map(deepJudgment),
  ...[
    "deep_judgment_rubric_performed",
    "extracted_rubric_excerpts",
    "rubric_trait_reasoning",
    "deep_judgment_rubric_scores",
    "standard_rubric_scores",
    "trait_metadata",
    "traits_without_valid_excerpts",
    "rubric_hallucination_risk_assessment",
    "total_deep_judgment_model_calls",
    "total_traits_evaluated",
    "total_excerpt_retries",
  ].map(deepJudgmentRubric),
  ...[
    "rubric_evaluation_strategy",
    "llm_trait_labels",
    "trait_provenance",
    "trait_failures",
    "dynamic_rubric_promoted_traits",
    "dynamic_rubric_skipped_traits",
    "metric_trait_confusion_lists",
    "retrieval_trait_counts",
    "retrieval_trait_findings",
    "trait_sources",
  ].map(rubric),
  column("metric_trait_metrics", ({ result }) => result.rubric?.metricTraitScores),
  template("usage_metadata"),
  template("agent_metrics"),
];

/** Fields without a column of their own: those that columns above say in other words, and long lists for programs. */
const fieldsElsewhere = [
  ...["failure", "completed_without_errors", "answering", "parsing"].map((name) => `metadata.${name}`),
  ...traitTypes.map((type) => `rubric.${snakeCase(resultKey(type, "scores"))}`),
  ...["trace_messages", "conversation_context"].map((name) => `template.${name}`),
  ...["evaluation_input", "stages"],
  ...Object.keys(sections),
];

/** A column for each field of a result that has none above, in the order of the schema. */
const further: readonly CsvColumn[] = (() => {
  const known = [...start, ...end];
  const names = new Set(known.map(({ name }) => name));
  const fields = new Set([...fieldsElsewhere, ...known.flatMap(({ field }) => field ?? [])]);
  const ofSections = (Object.keys(sections) as Section[]).flatMap((section) =>
    namesOnDisk(sections[section].shape)
      .map(from(section))
      .filter(({ field = "" }) => !fields.has(field))
      .map((one) => (names.has(one.name) ? { ...one, name: `${section}_${one.name}` } : one)),
  );
  const ofResult = namesOnDisk(VerificationResult.shape).filter((name) => !fields.has(name));
  return [...ofSections, ...ofResult.map((name) => column(name, ({ json }) => json[name]))];
})();

function namesOnDisk(shape: Readonly<Record<string, z.ZodType>>): readonly string[] {
  return Object.entries(shape).map(([key, schema]) => wireName(key, schema));
}

const fixed: readonly CsvColumn[] = [...end, ...further];
const fixedNames = new Set([...start, ...fixed].map(({ name }) => name));

/** The columns of an export in which these score keys have a column each; other traits share `question_specific_rubrics`. */
export function csvColumns(traitColumns: readonly string[]): readonly CsvColumn[] {
  const ownColumn = new Set(
    traitColumns.filter((key) => isColumnName(key) && !fixedNames.has(`rubric_${key}`)).toSorted(),
  );
  const traits = [...ownColumn].map((key) =>
    column(`rubric_${key}`, ({ result }) => {
      const scores = result.rubric ? getAllTraitScores(result.rubric) : {};
      return Object.hasOwn(scores, key) ? scores[key] : null;
    }),
  );
  const others = column("question_specific_rubrics", ({ result }) => {
    if (result.rubric === null) return null;
    const scores = Object.entries(getAllTraitScores(result.rubric)).filter(([key]) => !ownColumn.has(key));
    return scores.length === 0 ? null : Object.fromEntries(scores);
  });
  return [...start, ...traits, others, ...fixed];
}

/** Names that tables cannot carry as a title stay among the other traits, where nothing is lost. */
const isColumnName = (key: string): boolean => key !== "" && key.length <= 255 && !/[\n\r\0]/.test(key);
