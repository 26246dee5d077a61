import { isJsonObject, type JsonObject, type JsonValue, recordFrom } from "../../../base/index.ts";
import { caveatsForPython } from "../../caveats.ts";
import { longestReason } from "../../failure.ts";
import { categoryForPython, failureForPython } from "../../python-failure.ts";
import { HallucinationRisk } from "../../sections/excerpt.ts";
import type { MappedKind, NoteMapped } from "./mapping.ts";

/** The keys of `metadata` that format 2.2 has; readers of it refuse any other. */
const metadataKeys = new Set(
  (
    "question_id template_id failure caveats warnings partial_content retry_counts question_text raw_answer keywords " +
    "answering parsing answering_system_prompt parsing_system_prompt execution_time timestamp result_id run_name " +
    "replicate few_shot_enabled few_shot_example_count evaluation_mode scenario_id scenario_node scenario_turn scenario_path"
  ).split(" "),
);

/** The ways to reach models that have the same name in the Python system. */
const knownInterfaces: readonly JsonValue[] =
  "langchain claude_agent_sdk claude_tool langchain_deep_agents openrouter openai_endpoint manual taskeval unknown".split(
    " ",
  );

/** As many as readers take. */
const mostWarnings = 51;

/**
 * A stored row as format 2.2 of the Python system has it. Keys and values that it refuses go, unless they can be said in
 * its words: a failure it does not know gets the category nearest to it, with ours in `details`, and a caveat becomes a
 * warning. Keys that it ignores stay, but for what own stages have found out, which only they can read.
 */
export function pythonRow({ extensions, ...row }: JsonObject, note: NoteMapped): JsonObject {
  noteExtensions(extensions, note);
  return {
    ...row,
    metadata: changeSection(row.metadata, (metadata) => metadataOf(metadata, note)),
    rubric: changeSection(row.rubric, (section) => ({
      ...section,
      metric_trait_scores: changeSection(section.metric_trait_scores, (traits) =>
        mapEntries(traits, (metrics) => entriesThat(metrics, isNumber, (name) => note("metric", name, null))),
      ),
    })),
    deep_judgment: changeSection(row.deep_judgment, (section) => ({
      ...section,
      deep_judgment_mode: section.deep_judgment_mode ?? "disabled",
      hallucination_risk_assessment: risksIn(section.hallucination_risk_assessment, note),
    })),
    deep_judgment_rubric: changeSection(row.deep_judgment_rubric, (section) => ({
      ...section,
      deep_judgment_rubric_scores: scoresIn(section.deep_judgment_rubric_scores, note),
      standard_rubric_scores: scoresIn(section.standard_rubric_scores, note),
    })),
  };
}

/** A scenario's record with the keys that format 2.2 has. */
export function pythonScenario(record: JsonObject, note: NoteMapped): JsonObject {
  const { history, terminal_failure: failure } = record;
  for (const key of ["outcome_reasons", "warnings"])
    if (Object.keys(record[key] ?? {}).length > 0) note("scenario", key, null);
  if ((record.final_state ?? null) !== null) note("scenario state", "final_state", null);
  return {
    ...pickKeys(record, "scenario_id status path turn_count replicate"),
    terminal_failure: changeSection(failure, ({ node_id, category, stage, reason }) => ({
      node_id: node_id ?? "",
      category: noted("failure category", category ?? null, categoryForPython(category), note),
      stage: stage ?? "",
      reason: reason ?? "",
    })),
    outcome_results: entriesThat(record.outcome_results, isNumberOrBoolean, (name) =>
      note("scenario outcome", name, null),
    ),
    history: (Array.isArray(history) ? history : []).map((turn: JsonValue) =>
      changeSection(turn, (entry) => ({
        node_id: entry.node_id ?? "",
        question_text: entry.question_text ?? "",
        raw_response: entry.raw_response ?? "",
        parsed_fields: entry.parsed_fields ?? {},
        verify_result: entry.verify_result ?? null,
        verification_result_id: entry.verification_result_id ?? null,
      })),
    ),
  };
}

function metadataOf(metadata: JsonObject, note: NoteMapped): JsonObject {
  const { failure, error } = metadata;
  const stated = Array.isArray(metadata.caveats) ? metadata.caveats : [];
  const held = caveatsForPython(stated);
  for (const warning of held.warnings) note("caveat", warning.replace("caveat: ", ""), "a warning");
  const isLost = failure === null && typeof error === "string";
  if (isLost) note("error", "beside a verdict", "a warning");
  noteInterfaces(metadata, note);
  return {
    ...recordFrom(Object.entries(metadata).filter(([key]) => metadataKeys.has(key))),
    failure: mappedFailure(failure, error, note),
    caveats: held.caveats,
    warnings: cutWarnings(
      Array.isArray(metadata.warnings) ? metadata.warnings : [],
      [...held.warnings, ...(isLost ? [`error: ${error}`] : [])],
      note,
    ),
  };
}

/** Notes the facts of own stages, which no form for the Python system holds. */
export function noteExtensions(extensions: JsonValue | undefined, note: NoteMapped): void {
  for (const fact of Object.keys(extensions ?? {})) note("extension", fact, null);
}

/** Notes the models that are reached in a way the Python system has not; the name stays, for its readers take any. */
export function noteInterfaces({ answering, parsing }: JsonObject, note: NoteMapped): void {
  for (const identity of [answering, parsing]) {
    const name = isJsonObject(identity) ? identity.interface : undefined;
    if (typeof name === "string" && !knownInterfaces.includes(name)) note("interface", name, name);
  }
}

/** A failure in words of format 2.2. */
export function mappedFailure(
  failure: JsonValue | undefined,
  error: JsonValue | undefined,
  note: NoteMapped,
): JsonValue {
  return changeSection(failure, (stated) => {
    const mapped = failureForPython(stated, error);
    noted("failure category", stated.category ?? null, mapped.category ?? null, note);
    if (mapped.reason !== stated.reason)
      note("failure reason", `over ${longestReason} characters`, "cut to that length");
    return mapped;
  });
}

function cutWarnings(
  warnings: readonly JsonValue[],
  further: readonly string[],
  note: NoteMapped,
): readonly JsonValue[] {
  const all = [...warnings, ...further];
  if (all.length <= mostWarnings) return all;
  const kept = mostWarnings - further.length - 1;
  note("warnings", `more than ${mostWarnings} of a result`, "the first of them, and how many more there are");
  return [...warnings.slice(0, kept), `and ${warnings.length - kept} more warnings`, ...further];
}

function noted(kind: MappedKind, from: JsonValue, to: JsonValue, note: NoteMapped): JsonValue {
  if (from !== to) note(kind, String(from), String(to));
  return to;
}

/** There as here a level that is none of the four ranks as `medium`. */
function risksIn(risks: JsonValue | undefined, note: NoteMapped): JsonValue {
  const stated = entriesThat(risks, isText, (field) => note("hallucination risk", `of ${field}`, null));
  return changeSection(stated, (texts) =>
    mapEntries(texts, (risk) =>
      noted("hallucination risk", risk, HallucinationRisk.safeParse(risk).data ?? "medium", note),
    ),
  );
}

const scoresIn = (scores: JsonValue | undefined, note: NoteMapped): JsonValue =>
  entriesThat(scores, isScore, (trait) => note("score", trait, null));

function changeSection(value: JsonValue | undefined, change: (section: JsonObject) => JsonObject): JsonValue {
  return isJsonObject(value) ? change(value) : (value ?? null);
}

function pickKeys(object: JsonObject, keys: string): JsonObject {
  return recordFrom(keys.split(" ").map((key) => [key, object[key] ?? null]));
}

function mapEntries(object: JsonObject, change: (value: JsonValue) => JsonValue): JsonObject {
  return recordFrom(Object.entries(object).map(([key, value]) => [key, change(value)]));
}

function entriesThat(
  value: JsonValue | undefined,
  fits: (item: JsonValue) => boolean,
  onLeftOut: (key: string) => void,
): JsonValue {
  if (!isJsonObject(value)) return value ?? null;
  const [fitting, others] = [[], []] as [[string, JsonValue][], string[]];
  for (const [key, item] of Object.entries(value)) {
    if (fits(item)) fitting.push([key, item]);
    else others.push(key);
  }
  others.forEach(onLeftOut);
  return recordFrom(fitting);
}

const isText = (value: JsonValue): boolean => typeof value === "string";
const isNumber = (value: JsonValue): boolean => typeof value === "number" && Number.isFinite(value);
const isScore = (value: JsonValue): boolean => typeof value === "boolean" || Number.isInteger(value);
const isNumberOrBoolean = (value: JsonValue): boolean => isNumber(value) || typeof value === "boolean";
