import * as z from "zod";
import { sectionColumns } from "../../analysis/index.ts";
import { snakeCase } from "../../base/index.ts";
import {
  VerificationResultDeepJudgment,
  VerificationResultMetadata,
  VerificationResultRubric,
  VerificationResultTemplate,
} from "../../result/index.ts";
import { failureGroupSql, hasTemplate, lacksInfrastructure, stageAmount } from "./context-sql.ts";
import { joined, jsonNumber, sumOf, type TableSql } from "./table-sql.ts";

const sections = {
  metadata: VerificationResultMetadata,
  template: VerificationResultTemplate,
  rubric: VerificationResultRubric,
  deepJudgment: VerificationResultDeepJudgment,
};

/** The columns that show a field of a section as it is stored. */
const stored = (Object.keys(sections) as (keyof typeof sections)[]).flatMap((key) => {
  const section = `r.${snakeCase(key)}`;
  return Object.keys(sectionColumns[key]).map((column) => {
    const name = snakeCase(column);
    const fallback = defaultOf(Reflect.get(sections[key].shape, column));
    const value = fallback === null ? `${section}.${name}` : `coalesce(${section}.${name}, ${fallback})`;
    return [name, key === "metadata" ? value : `case when ${section} is not null then ${value} end`];
  });
});

/** What stands for a key that is missing, as SQL; null where nothing does. */
function defaultOf(schema: unknown): string | null {
  if (!(schema instanceof z.ZodDefault)) return null;
  const { defaultValue } = schema.def;
  if (defaultValue === null || defaultValue === undefined) return null;
  return typeof defaultValue === "string" ? `'${defaultValue}'` : JSON.stringify(defaultValue);
}

const usage = "map_entries(r.template.usage_metadata)";
const tokens = (isAnswer: boolean, side: string) =>
  sumOf(`list_transform(list_filter(${usage}, lambda one: one.key <> 'total' and (one.key = 'answer_generation') = ${isAnswer}),
    lambda one: coalesce(one.value.${side}_tokens, 0))`);
const amountOfStages = (member: "input_tokens" | "output_tokens") =>
  sumOf(`list_transform(r.stages, lambda stage: coalesce(${stageAmount(member)}, 0))`);
const ofStages = (name: string) =>
  sumOf(`list_transform(r.stages, lambda stage: coalesce(stage.${name}, 0))`);

const conversation = "r.metadata.conversation";
const said = `list_concat(
  case when ${conversation}.system_prompt is not null then ['system: ' || ${conversation}.system_prompt] else [] end,
  list_transform(${conversation}.messages, lambda one: one.role || ': ' || one.content))`;

/** The results themselves. */
export const resultsSql: TableSql = {
  parts: "",
  aliases: { stage: "stages" },
  columns: {
    ...Object.fromEntries(stored),
    has_template: hasTemplate,
    lacks_infrastructure: lacksInfrastructure,
    granular_score: `case when r.template.template_verification_performed then ${jsonNumber("r.template.verify_granular_result")} end`,
    conversation_messages: `case when ${conversation} is not null then coalesce(len(${conversation}.messages), 0) end`,
    conversation: joined(said, "\n\n"),
    attachments: joined(`list_transform(${conversation}.attachments, lambda one: one.name)`),
    failure_category: "r.metadata.failure.category",
    failure_group: failureGroupSql,
    failure_stage: "r.metadata.failure.stage",
    failure_reason: "r.metadata.failure.reason",
    caveats: joined("r.metadata.caveats"),
    warning_count: "coalesce(len(r.metadata.warnings), 0)",
    keywords: joined("r.metadata.keywords"),
    reused: "r.metadata.reused.what",
    reused_result_id: "r.metadata.reused.result_id",
    scenario_path: joined("r.metadata.scenario_path", " -> "),
    answering_interface: "r.metadata.answering.interface",
    answering_model_name: "r.metadata.answering.model_name",
    answering_config_id: "r.metadata.answering.config_id",
    prompt_id: "r.metadata.prompt_id",
    answering_mcp_servers: joined("r.template.answering_mcp_servers"),
    parsing_interface: "r.metadata.parsing.interface",
    parsing_model_name: "r.metadata.parsing.model_name",
    parsing_config_id: "r.metadata.parsing.config_id",
    answer_input_tokens: tokens(true, "input"),
    answer_output_tokens: tokens(true, "output"),
    judge_input_tokens: tokens(false, "input"),
    judge_output_tokens: tokens(false, "output"),
    input_tokens: amountOfStages("input_tokens"),
    output_tokens: amountOfStages("output_tokens"),
    cost_usd: `list_sum(list_transform(r.stages, lambda stage: ${stageAmount("cost_usd")}))`,
    model_calls: ofStages("model_calls"),
    stored_replies: ofStages("stored_replies"),
    retries: sumOf("list_transform(map_values(r.metadata.retry_counts), lambda one: one.used)"),
    agent_iterations: "r.template.agent_metrics.iterations",
    agent_tool_calls: "r.template.agent_metrics.tool_calls",
    agent_tools_used: joined("r.template.agent_metrics.tools_used"),
    retrieved_context_count: "len(r.template.retrieved_contexts)",
    agent_suspected_failures: "r.template.agent_metrics.suspect_failed_tool_calls",
  },
};
