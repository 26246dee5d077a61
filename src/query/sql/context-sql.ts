import type * as z from "zod";
import { mostAmount, snakeCase } from "../../base/index.ts";
import { FailureCategory, failureGroup, failureOutcome, StageRecord } from "../../result/index.ts";
import { resultKey, type TraitType, traitTypes } from "../../rubric/index.ts";
import { noTemplateId } from "../../template/index.ts";
import { jsonNumber, sqlText } from "./table-sql.ts";

/** What a category of failures means, as SQL; null for one that nobody knows. */
const ofCategory = (meaning: (category: FailureCategory) => string): string => {
  const cases = FailureCategory.options.map(
    (category) => `when ${sqlText(category)} then ${sqlText(meaning(category))}`,
  );
  return `case r.metadata.failure.category ${cases.join(" ")} end`;
};

/** The family of a result's failure. */
export const failureGroupSql = ofCategory(failureGroup);

const storedOutcome = `case
  when r.metadata.failure.category is not null then ${ofCategory(failureOutcome)}
  when r.template.verify_result is null then 'unscored'
  when r.template.verify_result then 'pass'
  when coalesce(r.template.abstention_override_applied, false) or coalesce(r.template.sufficiency_override_applied, false) then 'no_answer'
  else 'wrong' end`;

const isToVerify = `(r.metadata.evaluation_mode is distinct from 'rubric_only'
  and (r.metadata.evaluation_mode is distinct from 'template_and_rubric' or r.metadata.template_id <> ${sqlText(noTemplateId)}))`;

const outcome = `case when ${storedOutcome} = 'wrong' and not ${isToVerify} then 'auto_failed' else ${storedOutcome} end`;

/** See `hadTemplate`. */
export const hasTemplate = `(${isToVerify} and ${outcome} <> 'unscored')`;

/** See `lacksInfrastructure`. */
export const lacksInfrastructure = `(${outcome} = 'infrastructure_failed' or list_contains(coalesce(r.metadata.caveats, []), 'infrastructure_failed'))`;

const displayString = (identity: string): string =>
  `${identity}.interface || ':' || ${identity}.model_name
  || case when ${identity}.config_id is null then '' else ' (' || ${identity}.config_id || ')' end
  || case when coalesce(len(${identity}.tools), 0) = 0 then '' else ' +[' || array_to_string(${identity}.tools, ', ') || ']' end`;

/** The columns that every table begins with. */
export const contextSql: { readonly [column: string]: string } = {
  result_id: "r.metadata.result_id",
  question_id: "r.metadata.question_id",
  template_id: "r.metadata.template_id",
  replicate: "r.metadata.replicate",
  answering_model: displayString("r.metadata.answering"),
  parsing_model: displayString("r.metadata.parsing"),
  run_name: "r.metadata.run_name",
  timestamp: "r.metadata.timestamp",
  outcome,
};

/** The last stage that ruled. */
const lastRuled =
  "list_filter(r.stages, lambda stage: stage.ruling is not null or stage.ruling_at is not null)[-1]";

/** What a stage has of its ruling, which it holds or which stands among those of its result. */
export const ofRuling = (stage: string, member: string): string =>
  `case when ${stage}.ruling_at is null then ${stage}.ruling.${member} else r.rulings[${stage}.ruling_at + 1].${member} end`;

/** What stands for a part of a row, and where that stands. */
const placesOfTexts = [
  ["message", "content"],
  ["message.thinking", "thinking"],
] as const;

/** That what is read by its place stands there; a result that refers to something else is none, wherever it is read. */
export function keptReferences(reads: readonly string[]): string {
  const ends = placesOfTexts
    .filter(([part, member]) =>
      reads.includes(`${part.replace("message", "template.trace_messages")}.${member}_at`),
    )
    .map(([part, member]) => {
      const at = `${part}.${member}_at`;
      const isPlace = `${part}.${member} is null and len(${at}) = 2 and ${at}[1] between 0 and ${at}[2]`;
      const messages = "coalesce(r.template.trace_messages, [])";
      return `len(list_filter(${messages}, lambda message: ${at} is not null and not coalesce(${isPlace}, false))) = 0
        and coalesce(list_max(list_transform(${messages}, lambda message: ${at}[2])), 0) <= length(coalesce(r.template.raw_llm_response, ''))`;
    });
  const stages = "coalesce(r.stages, [])";
  const rulings = `len(list_filter(${stages}, lambda stage: stage.ruling_at is not null and (stage.ruling is not null or stage.ruling_at < 0))) = 0
    and coalesce(list_max(list_transform(${stages}, lambda stage: stage.ruling_at)), -1) < coalesce(len(r.rulings), 0)`;
  return [...ends, ...(reads.includes("stages.ruling_at") ? [rulings] : []), "true"].join(" and ");
}

const { durationMs, firstTokenMs, inputTokens, outputTokens, costUsd } = StageRecord.shape;
const stageAmounts = {
  duration_ms: durationMs,
  first_token_ms: firstTokenMs,
  input_tokens: inputTokens,
  output_tokens: outputTokens,
  cost_usd: costUsd,
};
/** The amounts of stages that are read as JSON. */
export const amountsOfStages: ReadonlySet<z.core.$ZodType> = new Set(Object.values(stageAmounts));

/** An amount of a stage as a number; null where it has none. */
export const stageAmount = (member: keyof typeof stageAmounts): string => jsonNumber(`stage.${member}`);

/** That the amounts which are read, of stages and of traits, are amounts; a result with another number is none, wherever it is read. */
export const plainAmounts = (reads: readonly string[]): string =>
  [amountsInStages(reads), ...traitTypes.map((type) => amountsOfTraits(type, reads))].join(" and ");

function amountsOfTraits(type: TraitType, reads: readonly string[]): string {
  const scores = `rubric.${snakeCase(resultKey(type, "scores"))}`;
  if (!reads.includes(scores)) return "true";
  const values = (map: string) => `coalesce(map_values(${map}), [])`;
  const read =
    type === "metric"
      ? `flatten(list_transform(${values(`r.${scores}`)}, lambda one: ${values("one")}))`
      : values(`r.${scores}`);
  return `len(list_filter(${read}, lambda value: abs(try_cast(value as double)) > ${mostAmount})) = 0`;
}

function amountsInStages(reads: readonly string[]): string {
  const read = (Object.keys(stageAmounts) as (keyof typeof stageAmounts)[]).filter((member) =>
    reads.includes(`stages.${member}`),
  );
  if (read.length === 0) return "true";
  const isOdd = read.map(
    (member) => `(coalesce(json_type(stage.${member}), 'NULL') <> 'NULL'
      and coalesce(${stageAmount(member)}, -1) not between 0 and ${mostAmount})`,
  );
  return `len(list_filter(coalesce(r.stages, []), lambda stage: ${isOdd.join(" or ")})) = 0`;
}

/**
 * What a result must be for its columns to be read by SQL: a row of this version, see `upgradeRow`. Others are few, and are read as
 * everywhere else.
 */
export const ordinaryRow = `
  r.metadata.question_id is not null and r.metadata.template_id is not null and r.metadata.question_text is not null
  and r.metadata.answering.interface is not null and r.metadata.answering.model_name is not null
  and r.metadata.parsing.interface is not null and r.metadata.parsing.model_name is not null
  and r.metadata.result_id is not null and r.metadata.timestamp is not null
  and r.metadata.execution_time between 0 and ${mostAmount} and r.metadata.completed_without_errors is not null
  and len(list_filter(coalesce(r.metadata.warnings, []), lambda warning: starts_with(warning, 'caveat: '))) = 0`;

/** What it must be as well for columns that follow from its verdict: nothing in it denies that. */
export const undeniedVerdict = `case when r.metadata.failure.category is not null
    then ${ofCategory(failureGroup)} is not null and r.metadata.failure.details['karenina_category'] is null
    else r.metadata.failure is null and r.metadata.completed_without_errors and coalesce(r.metadata.error, '') = ''
      and not (coalesce(r.template.verify_result, false) and (
        coalesce(r.template.abstention_override_applied, false) or coalesce(r.template.sufficiency_override_applied, false)
        or coalesce(r.template.recursion_limit_reached, false) or r.metadata.evaluation_mode is not distinct from 'rubric_only'
        or not coalesce(r.template.regex_overall_success, true)
        or len(list_filter(coalesce(r.stages, []), lambda stage: stage.name = 'VerifyTemplate' and stage.status = 'failed')) > 0
        or not coalesce(r.rulings[-1].verify_result, len(coalesce(r.rulings, [])) = 0)
        or (${lastRuled} is not null and not coalesce(${ofRuling(lastRuled, "verify_result")}, false)))) end`;

/** What {@link undeniedVerdict} reads of the lists in a result. */
export const undeniedReads = [
  "stages.name",
  "stages.status",
  "stages.ruling.verify_result",
  "stages.ruling_at",
  "rulings.verify_result",
];
