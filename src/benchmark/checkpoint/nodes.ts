import * as z from "zod";
import { isJsonObject, type JsonObject, type JsonValue } from "../../base/index.ts";
import { globalTraitTypes, questionTraitTypes } from "./vocabulary.ts";

const id = z.string().nullish();
const json = z.custom<JsonValue>(() => true);
const text = z.string();
const someText = text.min(1, "expected non-empty text");
const node = z.custom<JsonObject>(isJsonObject, "expected an object");

/** A named value attached to a node. A missing `value` reads as null. */
export const PropertyNode = z.object({
  "@type": z.literal("PropertyValue").optional(),
  name: text,
  value: json.optional(),
});
export type PropertyNode = z.infer<typeof PropertyNode>;

const knownTraitType = text.refine(
  (type) => globalTraitTypes.includes(type) || questionTraitTypes.includes(type),
  `expected one of the 14 trait types (${globalTraitTypes[0]}, ${questionTraitTypes[0]}, …)`,
);

/** A rubric trait. Only its structure; what its properties mean is the rubric room's. */
const RatingNode = z.object({
  "@type": z.literal("Rating").optional(),
  "@id": id,
  name: text,
  description: text.nullish(),
  bestRating: z.number(),
  worstRating: z.number(),
  ratingValue: z.number().nullish(),
  ratingExplanation: text.nullish(),
  additionalType: knownTraitType,
  additionalProperty: z.array(PropertyNode).nullish(),
});

/** The question itself, with its reference answer and its template. */
export const QuestionNode = z.object({
  "@type": z.literal("Question").optional(),
  "@id": id,
  text: someText,
  acceptedAnswer: z.object({ "@type": z.literal("Answer").optional(), "@id": id, text }),
  hasPart: z.object({
    "@type": z.literal("SoftwareSourceCode").optional(),
    "@id": id,
    name: text,
    text,
    programmingLanguage: text.default("Python"),
    codeRepository: text.nullish(),
  }),
  rating: z.array(RatingNode).nullish(),
  additionalProperty: z.array(PropertyNode).nullish(),
  keywords: z.array(text).nullish(),
});
export type QuestionNode = z.infer<typeof QuestionNode>;

/** A question's place in the benchmark. */
export const ItemNode = z.object({
  "@type": z.literal("DataFeedItem").optional(),
  "@id": id,
  dateCreated: text,
  dateModified: text,
  keywords: z.array(text).nullish(),
  item: QuestionNode,
});
export type ItemNode = z.infer<typeof ItemNode>;

/** Who made a benchmark. */
export const Person = z.object({
  "@type": text.optional(),
  name: text,
  url: text.nullish(),
  email: text.nullish(),
});
export type Person = z.infer<typeof Person>;

/** The root of a checkpoint; its items are checked one by one with {@link ItemNode}. */
export const RootNode = z.object({
  "@context": node,
  "@type": z.literal("DataFeed").optional(),
  "@id": id,
  name: someText,
  description: text.nullish(),
  version: text.nullish(),
  creator: json.optional(),
  dateCreated: text,
  dateModified: text,
  rating: z.array(RatingNode).nullish(),
  dataFeedElement: z.array(json),
  hasPart: z.array(node).nullish(),
  additionalProperty: z.array(PropertyNode).nullish(),
});
export type RootNode = z.infer<typeof RootNode>;
