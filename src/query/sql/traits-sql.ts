import { snakeCase } from "../../base/index.ts";
import {
  excludedTraitReason,
  labelledTypes,
  resultKey,
  type TraitType,
  traitTypes,
} from "../../rubric/index.ts";
import { cellText, jsonNumber, sqlText, type TableSql } from "./table-sql.ts";

const field = (key: string) => `r.rubric.${snakeCase(key)}`;

/** The trait that a key of the scores belongs to, see `traitOfKey`. */
const traitOf = (key: string) => `case
  when provenance is null or map_contains(provenance, ${key}) then ${key}
  else coalesce(list_filter(list_transform(range(1, len(string_split(${key}, '.'))),
    lambda part: array_to_string(string_split(${key}, '.')[1:part], '.')),
    lambda prefix: map_contains(provenance, prefix))[1], ${key}) end`;

const labels = labelledTypes.map((type) => field(resultKey(type, "labels")));
const labelOf = (key: string) =>
  `coalesce(${labels
    .toReversed()
    .map((map) => `${map}[${key}]`)
    .join(", ")})`;

const itemOf = (
  entry: string,
  { type, value, metric }: { readonly type: TraitType; readonly value: string; readonly metric: string },
) =>
  `{method: ${sqlText(type)}, key: ${entry}.key, value: ${value}::json, metric: ${metric}, trait: ${traitOf(`${entry}.key`)},
    status: null::varchar, reason: null::varchar}`;

/** Every score of a result, and every metric of one: its type, key, value and trait. */
const scores = traitTypes
  .map((type) => {
    const entries = `map_entries(${field(resultKey(type, "scores"))})`;
    if (type !== "metric") {
      const item = itemOf("score", { type, value: "score.value", metric: "null::varchar" });
      return `coalesce(list_transform(${entries}, lambda score: ${item}), [])`;
    }
    const item = itemOf("score", { type, value: "one.value", metric: "one.key" });
    const metrics = `list_transform(map_entries(score.value), lambda one: ${item})`;
    return `coalesce(flatten(list_transform(${entries}, lambda score: ${metrics})), [])`;
  })
  .reduce((left, right) => `list_concat(${left}, ${right})`);

const missing = (entries: string, status: string, reason: string, condition: string) =>
  `coalesce(list_transform(list_filter(${entries}, lambda lost: ${condition}), lambda lost: {method: null::varchar, key: null::varchar,
    value: null::json, metric: null::varchar, trait: lost.key, status: ${status}, reason: ${reason}}), [])`;

const unseen = "not list_contains(seen, lost.key)";
const failed = missing("map_entries(failures)", "'failed'", "lost.value", unseen);
const skipped = missing(
  "map_entries(skips)",
  `case lost.value when ${sqlText(excludedTraitReason)} then 'excluded' else 'skipped' end`,
  "lost.value",
  "true",
);
const unknown = missing(
  "map_entries(provenance)",
  "'failed'",
  "'not evaluated'",
  `${unseen} and failures[lost.key] is null and skips[lost.key] is null`,
);

const label = labelOf("item.key");
const isOutside = `coalesce(${label} is not null and ${jsonNumber("item.value")} = -1, false)`;
const failure = "failures[item.trait]";
const isJudged = `item.status is null and ${failure} is null and not ${isOutside}`;
const lists = `${field("metricTraitConfusionLists")}[item.key]`;
const counts = `${field("retrievalTraitCounts")}[item.key]`;
const ofRetrieval = (expression: string) => `case when item.method = 'retrieval' then ${expression} end`;
const ofMetric = (expression: string) => `case when item.method = 'metric' then ${expression} end`;

const countOf = (list: string) =>
  ofMetric(`case when ${lists} is not null then coalesce(len(${lists}.${list}), 0) end`);

/** The traits of rubrics. */
export const traitsSql: TableSql = {
  before: [
    `${field("traitProvenance")} as provenance, ${field("traitFailures")} as failures, ${field("dynamicRubricSkippedTraits")} as skips`,
    `${scores} as scored`,
    "list_transform(scored, lambda known: known.trait) as seen",
  ],
  parts: `unnest(list_concat(list_concat(scored, ${failed}), list_concat(${skipped}, ${unknown}))) as item`,
  aliases: {},
  columns: {
    trait_name: "item.trait",
    trait_status: `coalesce(item.status, case when ${isJudged} then 'judged' else 'failed' end)`,
    trait_field: "case when item.key <> item.trait then item.key[len(item.trait) + 2:] end",
    metric_name: "item.metric",
    trait_score: `case when not (${isJudged}) then null when json_type(item.value) = 'BOOLEAN' then try_cast(item.value as boolean)::int
      else ${jsonNumber("item.value")} end`,
    trait_value: `case when item.method in ('metric', 'retrieval') then regexp_replace(item.value::varchar, '\\.0$', '') else ${cellText("item.value")} end`,
    trait_label: label,
    trait_type: `case when item.method <> 'llm' then item.method when item.key <> item.trait then 'llm_template'
      when ${label} is not null then 'llm_literal' when json_type(item.value) = 'BOOLEAN' then 'llm_binary'
      when json_type(item.value) in ('BIGINT', 'UBIGINT', 'DOUBLE') then 'llm_score' when item.method = 'llm' then 'llm_template' end`,
    evaluation_method: "item.method",
    trait_provenance: "provenance[item.trait]",
    trait_reason: `coalesce(item.reason, ${failure}, case when ${isOutside} then 'the value is none of the trait''s classes' end)`,
    confusion_tp: countOf("tp"),
    confusion_fp: countOf("fp"),
    confusion_fn: countOf("fn"),
    confusion_tn: countOf("tn"),
    retrieval_measure: ofRetrieval(`${counts}.measure`),
    retrieval_counted: ofRetrieval(`${counts}.counted`),
    retrieval_of: ofRetrieval(`${counts}."of"`),
    investigation_trace: `case when item.method = 'agentic' then ${field("agenticTraitInvestigationTraces")}[item.trait] end`,
  },
};

const ofClaim = (member: string) => `claim.found.${member}`;

/** What stands behind traits about retrieval. */
export const claimsSql: TableSql = {
  parts: `unnest(flatten(list_transform(map_entries(${field("retrievalTraitFindings")}), lambda one:
    list_transform(range(len(one.value)), lambda place: {trait: one.key, place: place, found: one.value[place + 1]})))) as claim`,
  aliases: {},
  columns: {
    trait_name: "claim.trait",
    retrieval_measure: `${field("retrievalTraitCounts")}[claim.trait].measure`,
    claim_index: "claim.place",
    claim_text: ofClaim("text"),
    claim_counts: ofClaim("counts"),
    claim_sentence: ofClaim("sentence"),
    claim_start: ofClaim("start"),
    claim_end: ofClaim('"end"'),
    retrieved_index: `${ofClaim("context")} - 1`,
    claim_quote: ofClaim("quote"),
    claim_quote_start: ofClaim("quote_start"),
    claim_quote_end: ofClaim("quote_end"),
    claim_reason: ofClaim("reason"),
  },
};
