import * as z from "zod";

/**
 * What the Python system's loader takes in format 2.2, field by field: keys that are always written are required, and
 * `metadata`, failures, identities and the records of scenarios refuse any other.
 */

const text = z.string();
const texts = z.array(text);
const flag = z.boolean();
const int = z.int();
const float = z.number();
const optional = <S extends z.ZodType>(schema: S) => schema.nullable();
const mapOf = <S extends z.ZodType>(schema: S) => optional(z.record(z.string(), schema));
const object = z.record(z.string(), z.unknown());
const level = z.enum(["none", "low", "medium", "high"]);

/** Categories of failures with their groups. */
export const pythonCategories = {
  content: "content",
  recursion_limit: "autofail",
  trace_validation: "autofail",
  deep_judgment: "autofail",
  deep_judgment_rubric: "autofail",
  timeout: "retry",
  connection: "retry",
  rate_limit: "retry",
  server_error: "retry",
  abstention: "abstained",
  sufficiency: "abstained",
  template_validation: "system",
  parsing: "system",
  unexpected_error: "system",
} as const;
// Object.keys forgets the literal keys of a constant table
const Category = z.enum(
  Object.keys(pythonCategories) as [keyof typeof pythonCategories, ...(keyof typeof pythonCategories)[]],
);

const Failure = z
  .strictObject({
    category: Category,
    stage: text,
    reason: text.refine((reason) => Array.from(reason).length <= 500),
    details: optional(object),
    group: z.enum(["content", "autofail", "retry", "abstained", "system"]),
  })
  .refine(
    ({ category, group }) => pythonCategories[category] === group,
    "a group that is not the category's",
  );

const Identity = z.strictObject({
  interface: text,
  model_name: text,
  tools: texts,
  config_id: optional(text),
});

const Metadata = z.strictObject({
  question_id: text,
  template_id: text,
  failure: optional(Failure),
  caveats: z.array(
    z.enum(["partial_content", "embedding_override", "retries_used", "parse_decision_malformed"]),
  ),
  warnings: texts.max(51),
  partial_content: optional(text),
  retry_counts: optional(
    z.partialRecord(
      z.enum(["connection", "timeout", "rate_limit", "server_error"]),
      z.strictObject({ used: int, budget: int }),
    ),
  ),
  question_text: text,
  raw_answer: optional(text),
  keywords: optional(texts),
  answering: Identity,
  parsing: Identity,
  answering_system_prompt: optional(text),
  parsing_system_prompt: optional(text),
  execution_time: float,
  timestamp: text,
  result_id: text.regex(/^[0-9a-f]{16}$/),
  run_name: optional(text),
  replicate: optional(int),
  few_shot_enabled: flag,
  few_shot_example_count: int,
  evaluation_mode: optional(text),
  scenario_id: optional(text),
  scenario_node: optional(text),
  scenario_turn: optional(int),
  scenario_path: optional(texts),
});

const Message = z.looseObject({
  role: z.enum(["system", "user", "assistant", "tool"]),
  content: text,
  block_index: int,
  tool_calls: z.array(z.looseObject({ id: text, name: text, input: object })).optional(),
  tool_result: z.looseObject({ tool_use_id: text, is_error: flag }).optional(),
  thinking: z.looseObject({ thinking: text, signature: text.optional() }).optional(),
});

const Usage = z.looseObject({
  input_tokens: int,
  output_tokens: int,
  total_tokens: int,
  model: text.optional(),
});

const Template = z.looseObject({
  raw_llm_response: text,
  trace_messages: z.array(Message),
  conversation_context: z.array(Message),
  parsed_gt_response: optional(object),
  parsed_llm_response: optional(object),
  template_verification_performed: flag,
  verify_result: optional(flag),
  verify_granular_result: z.unknown(),
  field_verification_error: optional(text),
  field_results: mapOf(optional(flag)),
  field_scores: mapOf(optional(float)),
  composition_strategy: optional(text),
  embedding_check_performed: flag,
  embedding_similarity_score: optional(float),
  embedding_override_applied: flag,
  embedding_model_used: optional(text),
  regex_validations_performed: flag,
  regex_validation_results: mapOf(flag),
  regex_validation_details: mapOf(object),
  regex_overall_success: optional(flag),
  regex_extraction_results: optional(object),
  recursion_limit_reached: flag,
  response_timeout_partial: flag,
  usage_unavailable: flag,
  investigation_trace: optional(text),
  agentic_parsing_performed: flag,
  agentic_extraction_recovery: optional(z.literal("local_json")),
  agentic_extraction_error: optional(text),
  dynamic_parsing_performed: flag,
  dynamic_parse_decision: optional(text),
  dynamic_decision_reasoning: optional(text),
  abstention_check_performed: flag,
  abstention_detected: optional(flag),
  abstention_override_applied: flag,
  abstention_reasoning: optional(text),
  sufficiency_check_performed: flag,
  sufficiency_detected: optional(flag),
  sufficiency_override_applied: flag,
  sufficiency_reasoning: optional(text),
  answering_mcp_servers: optional(texts),
  usage_metadata: mapOf(Usage),
  agent_metrics: optional(object),
});

const Rubric = z.looseObject({
  rubric_evaluation_performed: flag,
  rubric_evaluation_strategy: optional(text),
  llm_trait_scores: mapOf(z.unknown()),
  llm_trait_labels: mapOf(text),
  regex_trait_scores: mapOf(flag),
  callable_trait_scores: mapOf(z.union([flag, float])),
  metric_trait_scores: mapOf(z.record(z.string(), float)),
  metric_trait_confusion_lists: mapOf(z.strictObject({ tp: texts, tn: texts, fp: texts, fn: texts })),
  agentic_trait_scores: mapOf(z.unknown()),
  agentic_trait_investigation_traces: mapOf(text),
  agentic_trait_extraction_metadata: mapOf(
    z.looseObject({
      method: z.enum(["local_json", "parser_after_local_json_failed", "failed"]),
      local_json_error: optional(text).optional(),
      parser_error: optional(text).optional(),
    }),
  ),
  dynamic_rubric_skipped_traits: mapOf(text),
  dynamic_rubric_promoted_traits: optional(texts),
  trait_provenance: mapOf(z.enum(["global", "question_specific", "dynamic"])),
});

const Excerpt = z.looseObject({
  text,
  confidence: level.optional(),
  similarity_score: float.optional(),
  explanation: text.optional(),
  search_results: z.union([text, z.array(object)]).optional(),
  hallucination_risk: text.optional(),
  hallucination_justification: text.optional(),
});

const DeepJudgment = z.looseObject({
  deep_judgment_mode: z.enum(["disabled", "reasoning_only", "full"]),
  deep_judgment_performed: flag,
  extracted_excerpts: mapOf(z.array(Excerpt)),
  attribute_reasoning: mapOf(text),
  deep_judgment_stages_completed: optional(texts),
  deep_judgment_model_calls: int,
  deep_judgment_excerpt_retry_count: int,
  attributes_without_excerpts: optional(texts),
  deep_judgment_search_enabled: flag,
  hallucination_risk_assessment: mapOf(level),
});

const score = z.union([flag, int]);

const DeepJudgmentRubric = z.looseObject({
  deep_judgment_rubric_performed: flag,
  extracted_rubric_excerpts: mapOf(z.array(Excerpt)),
  rubric_trait_reasoning: mapOf(text),
  deep_judgment_rubric_scores: mapOf(score),
  standard_rubric_scores: mapOf(score),
  trait_metadata: mapOf(object),
  traits_without_valid_excerpts: optional(texts),
  rubric_hallucination_risk_assessment: mapOf(
    z.looseObject({ overall_risk: text, per_excerpt_risks: texts }),
  ),
  total_deep_judgment_model_calls: int,
  total_traits_evaluated: int,
  total_excerpt_retries: int,
});

const Row = z.looseObject({
  metadata: Metadata,
  template: optional(Template),
  rubric: optional(Rubric),
  deep_judgment: optional(DeepJudgment),
  deep_judgment_rubric: optional(DeepJudgmentRubric),
  evaluation_input: optional(text),
  used_full_trace: flag,
  trace_extraction_error: optional(text),
});

const ScenarioRecord = z.strictObject({
  scenario_id: text,
  status: z.enum(["completed", "limit_reached", "error", "timeout"]),
  path: texts,
  turn_count: int,
  history: z.array(
    z.strictObject({
      node_id: text,
      question_text: text,
      raw_response: text,
      parsed_fields: object,
      verify_result: optional(flag),
      verification_result_id: optional(text),
    }),
  ),
  outcome_results: z.record(z.string(), z.union([flag, float])),
  terminal_failure: optional(
    z.strictObject({ node_id: text, category: Category, stage: text, reason: text }),
  ),
  replicate: optional(int),
});

const Model = z.looseObject({ provider: optional(text), name: optional(text) });

/** A whole export. */
export const PythonExport = z.strictObject({
  format_version: z.literal("2.2"),
  metadata: z.strictObject({
    export_timestamp: text.regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/),
    karenina_version: text,
    job_id: text,
    verification_config: optional(
      z.looseObject({ answering_models: z.array(Model), parsing_models: z.array(Model) }),
    ),
    job_summary: optional(
      z.strictObject({
        total_questions: int,
        successful_count: int,
        failed_count: int,
        start_time: optional(text),
        end_time: optional(text),
        total_duration: optional(float),
        is_complete: optional(flag),
      }),
    ),
  }),
  shared_data: z.strictObject({ rubric_definition: optional(object) }),
  results: z.array(Row),
  scenario_results: z.array(ScenarioRecord).optional(),
});
