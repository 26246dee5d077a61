import { ofRuling, stageAmount } from "./context-sql.ts";
import { cellText, sumOf, type TableSql } from "./table-sql.ts";

/** The fields of templates. */
export const fieldsSql: TableSql = {
  parts: `unnest(list_distinct(list_concat(
    list_concat(map_keys(r.template.parsed_gt_response), map_keys(r.template.parsed_llm_response)),
    list_concat(map_keys(r.template.field_results), map_keys(r.template.field_scores))))) as field`,
  aliases: {},
  columns: {
    field_name: "field",
    gt_value: cellText("r.template.parsed_gt_response[field]"),
    llm_value: cellText("r.template.parsed_llm_response[field]"),
    field_match: "r.template.field_results[field]",
    field_score: "r.template.field_scores[field]",
    field_type: `case json_type(case when coalesce(json_type(r.template.parsed_gt_response[field]), 'NULL') = 'NULL'
        then r.template.parsed_llm_response[field] else r.template.parsed_gt_response[field] end)
      when 'VARCHAR' then 'text' when 'BOOLEAN' then 'boolean' when 'ARRAY' then 'list' when 'OBJECT' then 'object'
      when 'DOUBLE' then 'number' when 'BIGINT' then 'number' when 'UBIGINT' then 'number' when 'HUGEINT' then 'number' end`,
  },
};

/** The stages that results went through. */
export const stagesSql: TableSql = {
  parts: "unnest(r.stages) as stage, unnest(range(len(r.stages))) as place",
  aliases: { stage: "stages" },
  columns: {
    stage_index: "place",
    stage_name: "stage.name",
    stage_status: "coalesce(stage.status, 'ran')",
    stage_reason: "stage.reason",
    duration_ms: `coalesce(${stageAmount("duration_ms")}, 0)`,
    first_token_ms: stageAmount("first_token_ms"),
    model_calls: "coalesce(stage.model_calls, 0)",
    retries: sumOf("map_values(stage.retries)"),
    input_tokens: `coalesce(${stageAmount("input_tokens")}, 0)`,
    output_tokens: `coalesce(${stageAmount("output_tokens")}, 0)`,
    cost_usd: stageAmount("cost_usd"),
    ruling_kind: ofRuling("stage", "kind"),
    ruling_verify_result: ofRuling("stage", "verify_result"),
    ruling_reason: ofRuling("stage", "reason"),
    ruling_category: ofRuling("stage", "category"),
  },
};

/** The tokens that results rest on. */
export const usageSql: TableSql = {
  parts: "unnest(map_entries(r.template.usage_metadata)) as step",
  aliases: {},
  where: "step.key <> 'total'",
  columns: {
    usage_stage: "step.key",
    input_tokens: "coalesce(step.value.input_tokens, 0)",
    output_tokens: "coalesce(step.value.output_tokens, 0)",
    total_tokens: "coalesce(step.value.total_tokens, 0)",
    model_used: "step.value.model",
    input_cache_read_tokens: "step.value.input_token_details['cache_read']",
    output_reasoning_tokens: "step.value.output_token_details['reasoning']",
    cost_usd: "step.value.cost_usd",
  },
};

/** A text of a message, which it holds or which stands in the answer. */
const ofAnswer = (part: string, member: string) =>
  `case when ${part}.${member}_at is null then ${part}.${member} else
    substring(r.template.raw_llm_response, ${part}.${member}_at[1] + 1, ${part}.${member}_at[2] - ${part}.${member}_at[1]) end`;

/** The messages of traces. */
export const turnsSql: TableSql = {
  parts:
    "unnest(r.template.trace_messages) as message, unnest(range(len(r.template.trace_messages))) as place",
  aliases: { message: "template.trace_messages" },
  columns: {
    turn_index: "place",
    role: "message.role",
    content: `coalesce(${ofAnswer("message", "content")}, '')`,
    thinking: ofAnswer("message.thinking", "thinking"),
    tool_call_count: "coalesce(len(message.tool_calls), 0)",
    tool_call_id: "message.tool_result.tool_use_id",
    is_error:
      "case when message.tool_result is not null then coalesce(message.tool_result.is_error, false) end",
  },
};

/** The passages that were looked up for answers. */
export const retrievedContextsSql: TableSql = {
  parts:
    "unnest(r.template.retrieved_contexts) as found, unnest(range(len(r.template.retrieved_contexts))) as place",
  aliases: { found: "template.retrieved_contexts" },
  columns: {
    retrieved_index: "place",
    retrieved_text: "found.text",
    retrieved_source: "found.source",
    retrieved_id: "found.id",
    retrieved_score: "found.score",
  },
};
