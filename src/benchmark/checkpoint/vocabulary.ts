import type { JsonValue } from "../../base/index.ts";

/** The context every checkpoint is written with. Keys are matched literally; no JSON-LD processing takes place. */
export const checkpointContext: JsonValue = {
  "@version": 1.1,
  "@vocab": "https://schema.org/",
  karenina: "urn:karenina:vocab:",
  dataFeedElement: { "@id": "dataFeedElement", "@container": "@set" },
  additionalProperty: { "@id": "additionalProperty", "@container": "@set" },
  hasPart: { "@id": "hasPart", "@container": "@set" },
  keywords: { "@id": "keywords", "@container": "@set" },
  item: { "@id": "item", "@type": "@id" },
  acceptedAnswer: { "@id": "acceptedAnswer", "@type": "@id" },
  rating: { "@id": "contentRating", "@container": "@set" },
};

/** The order in which keys of each node are written. */
export const keyOrder = {
  root: [
    "@context",
    "@type",
    "@id",
    "name",
    "description",
    "version",
    "creator",
    "dateCreated",
    "dateModified",
    "rating",
    "dataFeedElement",
    "hasPart",
    "additionalProperty",
  ],
  item: ["@type", "@id", "dateCreated", "dateModified", "keywords", "item"],
  question: ["@type", "@id", "text", "acceptedAnswer", "hasPart", "rating", "additionalProperty", "keywords"],
  answer: ["@type", "@id", "text"],
  code: ["@type", "@id", "name", "text", "programmingLanguage", "codeRepository"],
  property: ["@type", "name", "value"],
} as const;

/** Prefix of the vocabulary's own terms; older files leave it out. */
export const termPrefix = "karenina:";

const traitTerms = [
  "RubricTrait",
  "LLMRubricTrait",
  "RegexTrait",
  "CallableTrait",
  "MetricRubricTrait",
  "AgenticRubricTrait",
  "DynamicRubricTrait",
];

/** The `additionalType` of a trait that applies to the whole benchmark. */
export const globalTraitTypes: readonly string[] = traitTerms.map((term) => `${termPrefix}Global${term}`);

/** The `additionalType` of a trait of one question. */
export const questionTraitTypes: readonly string[] = traitTerms.map(
  (term) => `${termPrefix}QuestionSpecific${term}`,
);

/** Properties of the root that belong to the format, not to the user. */
export const reservedProperties: readonly string[] = [
  "benchmark_format_version",
  "benchmark_type",
  "global_regex_rubric_traits",
  "global_callable_rubric_traits",
  "global_metric_rubric_traits",
];

/** The version written into new files. */
export const formatVersion = "3.0.0-jsonld";

/** Files of a higher major version are refused. */
export const formatMajor = 3;
