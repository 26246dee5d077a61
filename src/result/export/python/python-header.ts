import { isJsonObject, type JsonObject, type JsonValue } from "../../../base/index.ts";

/** What an export says before its results, in the words of format 2.2: `metadata` as it is stored here, changed. */
export function pythonHeader(metadata: JsonObject): JsonObject {
  const { export_timestamp, job_id, verification_config, job_summary, ...others } = metadata;
  const { tasks: _ours, benchmark: _oursToo, ...rest } = others;
  return {
    export_timestamp: pythonTime(export_timestamp ?? null),
    ...rest,
    job_id: job_id ?? "",
    verification_config: isJsonObject(verification_config) ? withNames(verification_config) : null,
    job_summary: isJsonObject(job_summary) ? summaryOf(job_summary) : null,
  };
}

/** `2025-01-02 03:04:05 UTC`; a text that is no such time stays. */
function pythonTime(time: JsonValue): JsonValue {
  const parts =
    typeof time === "string" ? /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z$/.exec(time) : null;
  return parts === null ? time : `${parts[1]} ${parts[2]} UTC`;
}

/** Format 2.2 says `provider` and `name` of a model; what is here called so stays beside it. */
function withNames(config: JsonObject): JsonObject {
  const named = (models: JsonValue | undefined) =>
    (Array.isArray(models) ? models : []).map((model: JsonValue) =>
      isJsonObject(model)
        ? { provider: model.model_provider ?? null, name: model.model_name ?? null, ...model }
        : model,
    );
  return {
    ...config,
    answering_models: named(config.answering_models),
    parsing_models: named(config.parsing_models),
  };
}

/** There every result with a failure has failed, a wrong one too, and no member is left out. Outcomes are words of ours. */
function summaryOf({ outcomes, ...given }: JsonObject): JsonObject {
  const unknown = { start_time: null, end_time: null, total_duration: null, is_complete: null };
  const summary = { ...unknown, ...given };
  if (!isJsonObject(outcomes)) return summary;
  const successful = Number(outcomes.pass ?? 0) + Number(outcomes.unscored ?? 0);
  return {
    ...summary,
    successful_count: successful,
    failed_count: Number(given.total_questions) - successful,
  };
}
