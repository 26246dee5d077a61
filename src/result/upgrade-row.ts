import { isJsonObject, type JsonObject, type JsonValue, jsonObjectsIn } from "../base/index.ts";
import { caveatInWarning } from "./caveats.ts";
import { type Failure, FailureCategory, failure } from "./failure.ts";
import { canonicalKey, type ModelIdentity } from "./model-identity.ts";
import { failureFromPython } from "./python-failure.ts";
import { resultIdOfKeys } from "./result-id.ts";
import { isCompleted } from "./sections/metadata.ts";

const legacyKeys = ["answering_model", "parsing_model", "answering_replicate", "parsing_replicate"];

/**
 * Brings a stored row up to the present form: rows of format 2.2 get `completed_without_errors` and `error`, rows of
 * 2.0 and 2.1 also model identities, one replicate and a failure. What is not understood stays as it is, for the
 * codec to complain about.
 */
export function upgradeRow(row: JsonObject): JsonObject {
  const { metadata } = row;
  if (!isJsonObject(metadata)) return row;
  const isLegacy = legacyKeys.some((key) => Object.hasOwn(metadata, key));
  const named = isLegacy ? withIdentities(metadata, row) : metadata;
  const upgraded = withCompletion(withCaveats(withOwnCategory(withoutInvertedFailure(named, row))), row);
  const deepJudgment = withEnabledFlag(row.deep_judgment);
  if (upgraded === metadata && deepJudgment === row.deep_judgment) return row;
  return {
    ...row,
    metadata: upgraded,
    ...(deepJudgment !== undefined && { deep_judgment: deepJudgment }),
  };
}

function withIdentities(metadata: JsonObject, row: JsonObject): JsonObject {
  const { answering_model, parsing_model, answering_replicate, parsing_replicate, ...rest } = metadata;
  const template = isJsonObject(row.template) ? row.template : {};
  const servers = Array.isArray(template.answering_mcp_servers) ? template.answering_mcp_servers : [];
  const answering = identityOf(answering_model, servers.filter((name) => typeof name === "string").sort());
  const parsing = identityOf(parsing_model, []);
  const replicate = rest.replicate ?? answering_replicate ?? parsing_replicate ?? null;
  const upgraded = {
    ...rest,
    answering: rest.answering ?? wireIdentity(answering),
    parsing: rest.parsing ?? wireIdentity(parsing),
    replicate,
  };
  return typeof rest.result_id === "string"
    ? upgraded
    : { ...upgraded, result_id: idOf(rest, answering, parsing, replicate) };
}

/** Old rows name a model `provider/model`, or by its name alone. */
function identityOf(model: JsonValue | undefined, tools: readonly string[]): ModelIdentity {
  const text = typeof model === "string" ? model : "unknown";
  const slash = text.indexOf("/");
  return {
    interface: slash > 0 ? text.slice(0, slash) : "unknown",
    modelName: text.slice(slash > 0 ? slash + 1 : 0),
    tools,
    configId: null,
  };
}

const wireIdentity = ({ interface: name, modelName, tools, configId }: ModelIdentity): JsonObject => ({
  interface: name,
  model_name: modelName,
  tools,
  config_id: configId,
});

function idOf(
  metadata: JsonObject,
  answering: ModelIdentity,
  parsing: ModelIdentity,
  replicate: JsonValue,
): string {
  const text = (value: JsonValue | undefined) => (typeof value === "string" ? value : null);
  return resultIdOfKeys({
    questionId: text(metadata.question_id) ?? "",
    answering: canonicalKey(answering),
    parsing: canonicalKey(parsing),
    timestamp: text(metadata.timestamp) ?? "",
    replicate: typeof replicate === "number" ? replicate : null,
    scenarioId: text(metadata.scenario_id),
    scenarioNode: text(metadata.scenario_node),
    scenarioTurn: typeof metadata.scenario_turn === "number" ? metadata.scenario_turn : null,
  });
}

/** The older system, which keeps no stages, notes a failure `sufficiency` where its check found that an answer holds enough. */
function withoutInvertedFailure(metadata: JsonObject, { template, stages }: JsonObject): JsonObject {
  const { failure: known, completed_without_errors: completed } = metadata;
  const isInverted =
    completed === undefined &&
    stages === undefined &&
    isJsonObject(known) &&
    known.category === "sufficiency" &&
    isJsonObject(template) &&
    template.sufficiency_detected === true;
  return isInverted ? { ...metadata, failure: null } : metadata;
}

/** An export for the Python system has a category that it does not know in the details. */
function withOwnCategory(metadata: JsonObject): JsonObject {
  const failure = failureFromPython(metadata.failure);
  return failure === undefined || failure === metadata.failure ? metadata : { ...metadata, failure };
}

/** What an export for the Python system says as a warning, and format 2.2 has no word for. */
function withCaveats(metadata: JsonObject): JsonObject {
  const { caveats, warnings } = metadata;
  if (!Array.isArray(warnings)) return metadata;
  const carried = warnings.flatMap((warning: JsonValue) => caveatInWarning(warning) ?? []);
  if (carried.length === 0) return metadata;
  const stated: readonly JsonValue[] = Array.isArray(caveats) ? caveats : [];
  return {
    ...metadata,
    caveats: [...stated, ...carried],
    warnings: warnings.filter((warning: JsonValue) => caveatInWarning(warning) === undefined),
  };
}

const completions = new Set<JsonValue | undefined>([undefined, null, true, false, "abstained"]);

function withCompletion(metadata: JsonObject, row: JsonObject): JsonObject {
  const { completed_without_errors: completed, failure: stated = null } = metadata;
  if (!completions.has(completed)) return metadata;
  const known = stated ?? unstatedFailure(metadata, row);
  if (typeof completed === "boolean" && known === stated) return metadata;
  const finished =
    typeof completed === "boolean" && isJsonObject(stated) ? completed : isCompletedJson(known);
  const reason = isJsonObject(known) ? known.reason : null;
  return {
    ...metadata,
    failure: known,
    completed_without_errors: finished,
    error: metadata.error ?? (finished ? null : (reason ?? null)),
  };
}

/**
 * The failure a row tells of elsewhere: by `completed_without_errors`, which is false, true or `"abstained"`, by `error`, or
 * by a pass that its other fields deny. An error of a stage behind the one that verifies, or the first one
 * that ruled a pass, is no failure.
 */
function unstatedFailure(metadata: JsonObject, row: JsonObject): JsonValue {
  const { completed_without_errors: completed, error } = metadata;
  if (completed === "abstained") {
    return {
      ...failure({ category: "abstention", stage: "AbstentionCheck", reason: "The model abstained." }),
    };
  }
  const unexpected = (reason: string) => ({
    ...failure({ category: "unexpected_error", stage: "unknown", reason }),
  });
  const judged = isJsonObject(row.template) ? row.template : {};
  const passed = judged.verify_result === true;
  const stages = jsonObjectsIn(row.stages);
  const verified = stages.findIndex((stage) => isVerification(stage) || hasPassed(stage));
  const isAfterVerdict = passed && verified >= 0 && stages.slice(verified + 1).some(hasFailed);
  if (!isAfterVerdict) {
    if (typeof error === "string" && error !== "") return unexpected(error);
    if (completed === false) return unexpected("The stored result does not say why it failed.");
  }
  const denial = passed ? (denialOfPass(judged, metadata) ?? denialByStages(stages, row.rulings)) : undefined;
  return denial === undefined
    ? null
    : unexpected(`The stored result denies itself: verify_result is true beside ${denial}.`);
}

/** What is never true of a pass. */
const denials = [
  "abstention_override_applied",
  "sufficiency_override_applied",
  "recursion_limit_reached",
] as const;

function denialOfPass(template: JsonObject, { evaluation_mode: mode }: JsonObject): string | undefined {
  if (mode === "rubric_only") return "evaluation_mode rubric_only";
  if (template.regex_overall_success === false) return "regex_overall_success false";
  const denial = denials.find((key) => template[key] === true);
  return denial === undefined ? undefined : `${denial} true`;
}

function denialByStages(stages: readonly JsonObject[], rulings: JsonValue | undefined): string | undefined {
  if (stages.some((stage) => isVerification(stage) && hasFailed(stage)))
    return "a stage VerifyTemplate that failed";
  const verdicts = [jsonObjectsIn(rulings), jsonObjectsIn(stages.map(({ ruling }) => ruling ?? null))];
  const isDenied = verdicts.some((all) => all.length > 0 && all.at(-1)?.verify_result !== true);
  return isDenied ? "a last ruling that is no pass" : undefined;
}

const isVerification = ({ name }: JsonObject): boolean => name === "VerifyTemplate";
const hasPassed = ({ ruling }: JsonObject): boolean => isJsonObject(ruling) && ruling.verify_result === true;
const hasFailed = ({ status }: JsonObject): boolean => status === "failed";

function isCompletedJson(known: JsonValue): boolean {
  if (!isJsonObject(known)) return true;
  const category = FailureCategory.safeParse(known.category);
  return category.success && isCompleted({ category: category.data } satisfies Pick<Failure, "category">);
}

function withEnabledFlag(section: JsonValue | undefined): JsonValue | undefined {
  if (!isJsonObject(section) || section.deep_judgment_enabled !== undefined) return section;
  const mode = section.deep_judgment_mode;
  return { ...section, deep_judgment_enabled: typeof mode === "string" && mode !== "disabled" };
}
