import * as z from "zod";
import { ClaudeMessage, ClaudeUsage } from "../../claude-tool/index.ts";

/** Set on what an agent of the agent said. */
const parent = z.string().nullish();

const AssistantMessage = z.object({
  type: z.literal("assistant"),
  message: ClaudeMessage.extend({ id: z.string() }),
  parent_tool_use_id: parent,
  /** Present: the program says so in place of a model. */
  error: z.string().nullish(),
  uuid: z.string(),
  supersedes: z.array(z.string()).nullish(),
});

const ToolResultPart = z.object({
  type: z.literal("tool_result"),
  tool_use_id: z.string(),
  content: z
    .union([z.string(), z.array(z.object({ type: z.string(), text: z.string().optional() }))])
    .nullish(),
  is_error: z.boolean().nullish(),
});
/** The result of one tool call. */
export type ToolResultPart = z.infer<typeof ToolResultPart>;

const UserMessage = z.object({
  type: z.literal("user"),
  message: z.object({
    content: z.union([
      z.string().transform((): ToolResultPart[] => []),
      z
        .array(z.union([ToolResultPart, z.unknown().transform(() => undefined)]))
        .transform((parts) => parts.filter((part) => part !== undefined)),
    ]),
  }),
  parent_tool_use_id: parent,
  uuid: z.string().nullish(),
});

const StreamEvent = z.object({
  type: z.literal("stream_event"),
  parent_tool_use_id: parent,
  event: z.object({
    type: z.string(),
    message: z
      .object({ id: z.string(), model: z.string().nullish(), usage: ClaudeUsage.nullish() })
      .nullish()
      .catch(undefined),
    usage: ClaudeUsage.nullish().catch(undefined),
    delta: z.object({ stop_reason: z.string().nullish() }).nullish().catch(undefined),
  }),
});

const StatusMessage = z.object({
  type: z.literal("system"),
  subtype: z.literal("status"),
  status: z.string().nullish(),
});

const Count = z.number().nonnegative().catch(0);
const ModelUsage = z.object({
  inputTokens: Count,
  outputTokens: Count,
  cacheReadInputTokens: Count,
  cacheCreationInputTokens: Count,
  thinkingTokens: Count.nullish(),
  costUSD: Count,
  costBasis: z.string().nullish(),
});

/** The last word of the program about a run. */
export const ResultMessage = z.object({
  type: z.literal("result"),
  subtype: z.string(),
  is_error: z.boolean(),
  result: z.string().nullish(),
  errors: z.array(z.string()).nullish(),
  api_error_status: z.number().nullish(),
  api_error: z.string().nullish().catch(undefined),
  startup_failure_reason: z.string().nullish(),
  stop_reason: z.string().nullish(),
  structured_output: z.unknown().optional(),
  modelUsage: z.record(z.string(), ModelUsage).catch({}),
});
export type ResultMessage = z.infer<typeof ResultMessage>;

/** The messages of the program that are read. */
export const StreamMessage = z.discriminatedUnion("type", [
  AssistantMessage,
  UserMessage,
  StreamEvent,
  StatusMessage,
  ResultMessage,
]);
export type StreamMessage = z.infer<typeof StreamMessage>;
