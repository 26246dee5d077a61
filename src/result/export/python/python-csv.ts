import { isJsonObject, type JsonObject, type JsonValue, renderPythonJson } from "../../../base/index.ts";
import { caveatsForPython } from "../../caveats.ts";
import { resultToJson } from "../../result-json.ts";
import { answeringModel, parsingModel } from "../../sections/metadata.ts";
import { getAllTraitScores, traitScoresByType } from "../../sections/rubric.ts";
import type { VerificationResult } from "../../verification-result.ts";
import type { NoteMapped } from "./mapping.ts";
import { mappedFailure, noteExtensions, noteInterfaces } from "./python-row.ts";

const metadataColumns = ["answering_system_prompt", "parsing_system_prompt"] as const;
const embeddingColumns = [
  "embedding_check_performed",
  "embedding_similarity_score",
  "embedding_override_applied",
  "embedding_model_used",
] as const;

/** The columns of the table of results that the Python system loads, in their order. */
export const pythonColumns = [
  "row_index",
  "question_id",
  "question_text",
  "raw_llm_response",
  "parsed_gt_response",
  "parsed_llm_response",
  "verify_result",
  "verify_granular_result",
  "question_specific_rubrics",
  "rubric_summary",
  "answering_model",
  "parsing_model",
  "replicate",
  ...metadataColumns,
  "success",
  "failure_category",
  "failure_group",
  "failure_stage",
  "failure_reason",
  "failure_details_json",
  "caveats",
  "execution_time",
  "timestamp",
  "run_name",
  "job_id",
  ...embeddingColumns,
] as const;

/** Sections that have no column in it. */
const withoutColumns = ["deep_judgment", "deep_judgment_rubric"] as const;

/** From here on a number passes, in what that table sums up of a rubric. */
const leastPassing = 3;

/** A result as a row of that table, in the order of {@link pythonColumns}; `index` counts from 1. */
export function pythonCells(
  result: VerificationResult,
  index: number,
  note: NoteMapped,
): readonly (JsonValue | undefined)[] {
  const row = resultToJson(result);
  const metadata = sectionOf(row.metadata);
  const template = sectionOf(row.template);
  const scores = result.rubric === null ? {} : getAllTraitScores(result.rubric);
  noteLost(result, row, note);
  const failure = mappedFailure(metadata.failure, metadata.error, note);
  const failed = sectionOf(failure);
  const { caveats } = caveatsForPython(result.metadata.caveats);
  const cells: { readonly [Column in (typeof pythonColumns)[number]]?: JsonValue | undefined } = {
    row_index: index,
    question_id: metadata.question_id,
    question_text: metadata.question_text,
    raw_llm_response: template.raw_llm_response,
    parsed_gt_response: template.parsed_gt_response,
    parsed_llm_response: template.parsed_llm_response,
    verify_result: jsonOr(template.verify_result, "N/A"),
    verify_granular_result: jsonOr(template.verify_granular_result, ""),
    question_specific_rubrics: scores,
    rubric_summary: summaryOf(Object.values(scores)),
    answering_model: answeringModel(result.metadata),
    parsing_model: parsingModel(result.metadata),
    replicate: metadata.replicate,
    ...pick(metadata, metadataColumns),
    success: template.abstention_override_applied === true ? "abstained" : failure === null,
    failure_category: failed.category,
    failure_group: failed.group,
    failure_stage: failed.stage,
    failure_reason: failed.reason,
    failure_details_json: failed.details,
    caveats: caveats.join(","),
    execution_time: metadata.execution_time,
    timestamp: metadata.timestamp,
    run_name: metadata.run_name,
    ...pick(template, embeddingColumns),
  };
  return pythonColumns.map((name) => cells[name]);
}

/** The table has few columns, and whoever loads it takes every trait for one of the kind `llm`. */
function noteLost(result: VerificationResult, row: JsonObject, note: NoteMapped): void {
  noteExtensions(row.extensions, note);
  noteInterfaces(sectionOf(row.metadata), note);
  for (const name of withoutColumns) if (isJsonObject(row[name])) note("section", name, null);
  for (const warning of caveatsForPython(result.metadata.caveats).warnings)
    note("caveat", warning.replace("caveat: ", ""), null);
  if (result.metadata.warnings.length > 0) note("warnings", "all of a result", null);
  if (result.rubric === null) return;
  for (const [type, scores] of traitScoresByType(result.rubric).slice(1))
    for (const _trait of Object.keys(scores ?? {})) note("trait", type, "llm");
}

const sectionOf = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {});

const jsonOr = (value: JsonValue | undefined, otherwise: string): string =>
  value === null || value === undefined ? otherwise : renderPythonJson(value);

const pick = (section: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, section[name] ?? null]));

function summaryOf(scores: readonly JsonValue[]): string {
  if (scores.length === 0) return "";
  const passed = scores.filter(
    (score) => score === true || (typeof score === "number" && score >= leastPassing),
  );
  return `${passed.length}/${scores.length}`;
}
