import { isJsonObject, type JsonObject, type JsonValue } from "../../base/index.ts";
import { caveatsForPython } from "../caveats.ts";
import { longestReason } from "../failure.ts";

/** The keys of `metadata` that format 2.2 has; readers of it refuse any other. */
const metadataKeys = new Set(
  (
    "question_id template_id failure caveats warnings partial_content retry_counts question_text raw_answer keywords " +
    "answering parsing answering_system_prompt parsing_system_prompt execution_time timestamp result_id run_name " +
    "replicate few_shot_enabled few_shot_example_count evaluation_mode scenario_id scenario_node scenario_turn scenario_path"
  ).split(" "),
);

/** What format 2.2 calls the failures that it does not know. */
const categories: ReadonlyMap<JsonValue, string> = new Map([
  ["empty_response", "abstention"],
  ["no_final_message", "abstention"],
  ["authentication", "unexpected_error"],
  ["invalid_request", "unexpected_error"],
  ["recording_missing", "unexpected_error"],
  ["configuration", "unexpected_error"],
]);

/**
 * A stored row as format 2.2 of the Python system has it. Keys that it refuses go, unless they can be said in its words:
 * a failure it does not know gets the category nearest to it, with ours in `details`, and a caveat becomes a warning.
 * Keys that it ignores stay, but for what own stages have found out, which only they can read.
 */
export function pythonRow({ extensions: _ofOwnStages, ...row }: JsonObject): JsonObject {
  return {
    ...row,
    metadata: changeSection(row.metadata, metadataOf),
    deep_judgment: changeSection(row.deep_judgment, (section) => ({
      ...section,
      hallucination_risk_assessment: entriesThat(section.hallucination_risk_assessment, isText),
    })),
    deep_judgment_rubric: changeSection(row.deep_judgment_rubric, (section) => ({
      ...section,
      deep_judgment_rubric_scores: entriesThat(section.deep_judgment_rubric_scores, isScore),
      standard_rubric_scores: entriesThat(section.standard_rubric_scores, isScore),
    })),
  };
}

/** A scenario's record with the keys that format 2.2 has. */
export function pythonScenario(record: JsonObject): JsonObject {
  const { history, outcome_results: outcomes } = record;
  return {
    ...pickKeys(record, "scenario_id status path turn_count terminal_failure replicate"),
    outcome_results: entriesThat(
      outcomes,
      (value) => typeof value === "number" || typeof value === "boolean",
    ),
    history: (Array.isArray(history) ? history : []).map((turn: JsonValue) =>
      changeSection(turn, (entry) =>
        pickKeys(
          { ...entry, raw_response: entry.raw_response ?? "", question_text: entry.question_text ?? "" },
          "node_id question_text raw_response parsed_fields verify_result verification_result_id",
        ),
      ),
    ),
  };
}

function metadataOf(metadata: JsonObject): JsonObject {
  const stated = Array.isArray(metadata.caveats) ? metadata.caveats : [];
  const warnings = Array.isArray(metadata.warnings) ? metadata.warnings : [];
  const held = caveatsForPython(stated);
  return {
    ...Object.fromEntries(Object.entries(metadata).filter(([key]) => metadataKeys.has(key))),
    failure: changeSection(metadata.failure, failureOf),
    caveats: held.caveats,
    warnings: [...warnings, ...held.warnings],
  };
}

function failureOf(failure: JsonObject): JsonObject {
  const category = categories.get(failure.category ?? null);
  const reason = Array.from(String(failure.reason)).slice(0, longestReason).join("");
  if (category === undefined) return { ...failure, reason };
  const details = isJsonObject(failure.details) ? failure.details : {};
  return {
    ...failure,
    category,
    reason,
    details: { ...details, karenina_category: failure.category ?? null },
  };
}

function changeSection(value: JsonValue | undefined, change: (section: JsonObject) => JsonObject): JsonValue {
  return isJsonObject(value) ? change(value) : (value ?? null);
}

function pickKeys(object: JsonObject, keys: string): JsonObject {
  const wanted = keys.split(" ");
  return Object.fromEntries(Object.entries(object).filter(([key]) => wanted.includes(key)));
}

function entriesThat(value: JsonValue | undefined, fits: (item: JsonValue) => boolean): JsonValue {
  if (!isJsonObject(value)) return value ?? null;
  return Object.fromEntries(Object.entries(value).filter(([, item]) => fits(item)));
}

const isText = (value: JsonValue): boolean => typeof value === "string";
const isScore = (value: JsonValue): boolean => typeof value === "boolean" || Number.isInteger(value);
