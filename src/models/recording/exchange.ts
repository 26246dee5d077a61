import * as z from "zod";
import { AnyJsonObject, type JsonSchema, transportCategories, wireCodec } from "../../base/index.ts";
import { LlmReplyShape, MessageShape } from "../replies/index.ts";

/** A call that failed in transport. */
export const RecordedError = z.object({
  category: z.enum(transportCategories),
  message: z.string(),
  hint: z.string().optional(),
  status: z.number().optional(),
  retryAfterMs: z.number().optional(),
  partialText: z.string().optional(),
});
export type RecordedError = z.infer<typeof RecordedError>;

/** What every recorded call has: `key` identifies its request, `occurrence` counts equal requests from 0. */
const call = { version: z.literal(1), key: z.string(), occurrence: z.int().nonnegative(), model: z.string() };

/** A call to a language model. */
const LlmExchange = z.object({
  ...call,
  kind: z.literal("llm"),
  capabilities: z.object({
    systemPrompt: z.boolean(),
    structuredOutput: z.boolean(),
    tools: z.boolean().optional(),
  }),
  request: z.object({
    messages: z.array(MessageShape).readonly(),
    responseSchema: z.object({ name: z.string(), schema: AnyJsonObject }).optional(),
    tools: z
      .array(z.object({ name: z.string(), description: z.string(), inputSchema: AnyJsonObject }))
      .readonly()
      .optional(),
    temperature: z.number().optional(),
    seed: z.number().optional(),
  }),
  reply: LlmReplyShape.optional(),
  error: RecordedError.optional(),
});

/** A call to an embedder. */
const EmbeddingExchange = z.object({
  ...call,
  kind: z.literal("embedding"),
  request: z.object({ texts: z.array(z.string()).readonly() }),
  reply: z.array(z.array(z.number()).readonly()).readonly().optional(),
  error: RecordedError.optional(),
});

/** One line of a recording. */
export const Exchange = z.discriminatedUnion("kind", [LlmExchange, EmbeddingExchange]);
export type Exchange = z.infer<typeof Exchange>;

/** Version written to every line; a line of a later one is refused. */
export const recordingVersion = 1;

/** Lines as stored, keys in snake_case. */
export const exchangeCodec = wireCodec(Exchange);

/** A schema as plain JSON: JSON Schema is JSON, its type only says more. */
export const schemaJson = (schema: JsonSchema) => schema as z.infer<typeof AnyJsonObject>;
