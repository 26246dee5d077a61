import { type JsonSchema, tryParseJson } from "../../base/index.ts";
import type { FinishReason, LlmReply, LlmRequest } from "../../ports/index.ts";
import type { Block, Usage } from "../../trace/index.ts";
import { countToolCalls } from "../replies/index.ts";
import { readToolInput } from "../tools/index.ts";
import { withoutOmitted } from "./grammar-schema.ts";
import type { ChatOutput, StopReason } from "./package.ts";

const finishReasons: { readonly [reason in StopReason]: FinishReason } = {
  eogToken: "stop",
  stopGenerationTrigger: "stop",
  customStopTrigger: "stop",
  functionCalls: "tool_calls",
  maxTokens: "length",
  abort: "other",
};

/** What a reply's reading depends on beside the reply. */
interface AskedFor {
  readonly modelName: string;
  readonly request: Pick<LlmRequest, "messages" | "responseSchema" | "tools">;
  readonly usage: Usage;
}

/** What the model generated, as a port's reply. */
export function llmReplyOf(output: ChatOutput, { modelName, request, usage }: AskedFor): LlmReply {
  const text =
    request.responseSchema === undefined
      ? output.response
      : jsonText(output.response, request.responseSchema.schema);
  const thinking = output.fullResponse
    .flatMap((part) => (typeof part === "string" ? [] : [part.text]))
    .join("\n")
    .trim();
  const calls = toolBlocks(output, request);
  const content: readonly Block[] = [
    ...(thinking === "" ? [] : [{ type: "thinking" as const, thinking }]),
    ...(text === "" || (calls.length > 0 && text.trim() === "") ? [] : [{ type: "text" as const, text }]),
    ...calls,
  ];
  return {
    text: calls.length > 0 ? text.trim() : text,
    message: { role: "assistant", content },
    usage,
    usageKnown: true,
    model: modelName,
    finishReason: finishReasons[output.metadata.stopReason],
  };
}

/** The JSON without what the grammar made the model write; a reply that was cut off stays as it is. */
function jsonText(text: string, schema: JsonSchema): string {
  const value = tryParseJson(text);
  if (value === undefined) return text;
  const kept = withoutOmitted(value, schema);
  return JSON.stringify(kept) === JSON.stringify(value) ? text : JSON.stringify(kept);
}

/** Calls come without ids; they are numbered on from those the conversation already has. */
function toolBlocks({ functionCalls = [] }: ChatOutput, request: AskedFor["request"]): readonly Block[] {
  const earlier = countToolCalls(request.messages);
  return functionCalls.map(({ functionName, params }, index) => {
    const schema = request.tools?.find(({ name }) => name === functionName)?.inputSchema;
    const input = schema === undefined || params === undefined ? params : withoutOmitted(params, schema);
    return {
      type: "tool_use",
      id: `call_${earlier + index}`,
      name: functionName,
      ...readToolInput(input, { cut: false }),
    };
  });
}
