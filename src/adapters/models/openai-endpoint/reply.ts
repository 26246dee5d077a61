import * as z from "zod";
import type { FinishReason, LlmReply } from "../../../ports/index.ts";
import type { Block, Usage } from "../../../trace/index.ts";
import { noUsage } from "../../../trace/index.ts";

/** A count; one that is no number is as good as none, and no reason to lose the reply. */
const Count = z.number().nonnegative().nullish().catch(undefined);

/** Token counts as OpenAI-compatible servers send them. */
export const ChatUsage = z.object({
  prompt_tokens: Count,
  completion_tokens: Count,
  total_tokens: Count,
  prompt_tokens_details: z.object({ cached_tokens: Count }).nullish().catch(undefined),
  completion_tokens_details: z.object({ reasoning_tokens: Count }).nullish().catch(undefined),
  cost: Count,
});
export type ChatUsage = z.infer<typeof ChatUsage>;

const ToolCall = z.object({
  id: z.string().nullish(),
  function: z.object({ name: z.string(), arguments: z.string() }),
});

const ChatMessage = z.object({
  content: z.union([z.string(), z.array(z.object({ text: z.string().nullish() }))]).nullish(),
  refusal: z.string().nullish(),
  reasoning_content: z.string().nullish(),
  reasoning: z.string().nullish().catch(undefined),
  tool_calls: z.array(ToolCall).nullish(),
});

/** The parts of a chat completion that are read. */
export const ChatReply = z.object({
  model: z.string().nullish(),
  choices: z
    .tuple([z.object({ finish_reason: z.string().nullish(), message: ChatMessage })])
    .rest(z.unknown()),
  usage: ChatUsage.nullish().catch(undefined),
});
export type ChatReply = z.infer<typeof ChatReply>;

const finishReasons: ReadonlyMap<string, FinishReason> = new Map([
  ["stop", "stop"],
  ["length", "length"],
  ["content_filter", "refusal"],
  ["tool_calls", "tool_calls"],
  ["function_call", "tool_calls"],
]);

/** The usage in our terms; undefined when the server sent no counts. */
export function usageOf(usage: ChatUsage | null | undefined): Usage | undefined {
  const inputTokens = usage?.prompt_tokens ?? 0;
  const outputTokens = usage?.completion_tokens ?? 0;
  const totalTokens = usage?.total_tokens ?? inputTokens + outputTokens;
  if (totalTokens === 0 && inputTokens + outputTokens === 0) return undefined;
  const reasoningTokens = usage?.completion_tokens_details?.reasoning_tokens;
  const cacheReadTokens = usage?.prompt_tokens_details?.cached_tokens;
  return {
    inputTokens,
    outputTokens,
    totalTokens,
    ...(typeof reasoningTokens === "number" && { reasoningTokens }),
    ...(typeof cacheReadTokens === "number" && { cacheReadTokens }),
    ...(typeof usage?.cost === "number" && { costUsd: usage.cost }),
  };
}

function toolInput(source: string) {
  try {
    const input: unknown = JSON.parse(source);
    const parsed = z.record(z.string(), z.json()).safeParse(input);
    return parsed.success ? parsed.data : { arguments: source };
  } catch {
    return { arguments: source };
  }
}

/** A chat completion as a port's reply. */
export function llmReplyOf(reply: ChatReply, askedModel: string): LlmReply {
  const { message, finish_reason } = reply.choices[0];
  const content =
    typeof message.content === "string"
      ? message.content
      : (message.content ?? []).map((part) => part.text ?? "").join("");
  const refused = typeof message.refusal === "string" && message.refusal !== "";
  const text = content === "" && refused ? (message.refusal ?? "") : content;
  const thinking = message.reasoning_content ?? message.reasoning ?? "";
  const blocks: Block[] = [];
  if (thinking !== "") blocks.push({ type: "thinking", thinking });
  if (text !== "") blocks.push({ type: "text", text });
  for (const [index, call] of (message.tool_calls ?? []).entries()) {
    const { name, arguments: source } = call.function;
    blocks.push({ type: "tool_use", id: call.id ?? `call_${index}`, name, input: toolInput(source) });
  }
  const usage = usageOf(reply.usage);
  return {
    text,
    message: { role: "assistant", content: blocks },
    usage: usage ?? noUsage,
    usageKnown: usage !== undefined,
    model: reply.model ?? askedModel,
    finishReason: refused ? "refusal" : (finishReasons.get(finish_reason ?? "") ?? "other"),
  };
}
