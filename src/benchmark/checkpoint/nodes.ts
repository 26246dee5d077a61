import * as z from "zod";
import { isJsonObject, type JsonObject, type JsonValue } from "../../base/index.ts";

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

/** The question itself, with its reference answer and its template; its traits are the rubric room's. */
const QuestionNode = z.object({
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
  additionalProperty: z.array(PropertyNode).nullish(),
  keywords: z.array(text).nullish(),
});

/** A question's place in the benchmark, as it should be. */
export const ItemNode = z.object({
  "@type": z.literal("DataFeedItem").optional(),
  "@id": id,
  dateCreated: text,
  dateModified: text,
  keywords: z.array(text).nullish(),
  item: QuestionNode,
});

/** Null stands for a property that cannot be read. */
const properties = z.array(PropertyNode.nullable().catch(null)).nullish().catch(undefined);
export type PropertyNodes = readonly (PropertyNode | null)[];

/** What can be used of an item that is not as it should be: all but the text of its question may be missing. */
export const UsableItem = z.object({
  "@id": id.catch(undefined),
  dateCreated: text.catch(""),
  dateModified: text.catch(""),
  item: z.object({
    text: someText,
    acceptedAnswer: z.object({ text: text.catch("") }).catch({ text: "" }),
    /** Null: not what a template is kept in. */
    hasPart: z
      .object({ text, programmingLanguage: text.default("Python") })
      .nullable()
      .catch(null),
    additionalProperty: properties,
    keywords: z.array(text).nullish().catch(undefined),
  }),
});
export type UsableItem = z.infer<typeof UsableItem>;

/** Who made a benchmark. */
export const Person = z.object({
  "@type": text.optional(),
  name: text,
  url: text.nullish(),
  email: text.nullish(),
});
export type Person = z.infer<typeof Person>;

/** What makes a file a checkpoint. */
export const CheckpointNode = z.object({
  "@type": z.literal("DataFeed").optional(),
  name: someText,
  dataFeedElement: z.array(json),
});

/** The root of a checkpoint, as it should be; its items are checked one by one with {@link ItemNode}. */
export const RootNode = z.object({
  "@context": node,
  "@id": id,
  description: text.nullish(),
  version: text.nullish(),
  creator: z.union([text, Person], "expected text or a Person with a name").nullish(),
  dateCreated: text,
  dateModified: text,
  hasPart: z.array(node).nullish(),
  additionalProperty: z.array(PropertyNode).nullish(),
});

/** What can be used of a root that is not as it should be. */
export const UsableRoot = z.object({
  "@id": id.catch(undefined),
  description: text.nullish().catch(undefined),
  version: text.nullish().catch(undefined),
  dateCreated: text.catch(""),
  dateModified: text.catch(""),
  hasPart: z.array(node.nullable().catch(null)).nullish().catch(undefined),
  additionalProperty: properties,
});
