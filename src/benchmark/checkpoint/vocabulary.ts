import type { JsonValue } from "../../base/index.ts";
import { ratingTypes } from "../../rubric/index.ts";

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
  rating: [
    "@type",
    "@id",
    "name",
    "description",
    "bestRating",
    "worstRating",
    "ratingValue",
    "ratingExplanation",
    "additionalType",
    "additionalProperty",
  ],
} as const;

/** Prefix of the vocabulary's own terms; older files leave it out. */
export const termPrefix = "karenina:";

/** The `additionalType` of a trait that applies to the whole benchmark. */
export const globalTraitTypes = ratingTypes("global");

/** The `additionalType` of a trait of one question. */
export const questionTraitTypes = ratingTypes("question");

/** Properties of the root in which early files keep traits, with the Rating that holds such a trait today. */
export const globalTraitProperties: ReadonlyMap<string, string> = new Map([
  ["global_regex_rubric_traits", `${termPrefix}GlobalRegexTrait`],
  ["global_callable_rubric_traits", `${termPrefix}GlobalCallableTrait`],
  ["global_metric_rubric_traits", `${termPrefix}GlobalMetricRubricTrait`],
]);

/** Properties of the root that belong to the format, not to the user. */
export const reservedProperties: readonly string[] = [
  "benchmark_format_version",
  "benchmark_type",
  ...globalTraitProperties.keys(),
];

/** The version written into new files. */
export const formatVersion = "3.0.0-jsonld";

/** Files of a higher major version are refused. */
export const formatMajor = 3;
