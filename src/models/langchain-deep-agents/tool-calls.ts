import { AIMessage, ToolMessage } from "@langchain/core/messages";
import { createMiddleware } from "langchain";
import * as z from "zod";
import { maskSecrets, messageOf } from "../../base/index.ts";
import { readToolInput } from "../tools/index.ts";
import type { CallCounter } from "./call-counter.ts";

/** What the calls of one run share. */
interface ToolCallSettings {
  readonly counter: CallCounter;
  readonly signal: AbortSignal;
  readonly secrets: readonly (string | undefined)[];
  /** Arguments that could not be read, by the id of their call; filled as the run goes. */
  readonly unreadable: Map<string, string>;
}

/** LangChain's error for arguments that do not fit shows a stack trace to the model; inside is what went wrong. */
const InvocationError = z.object({ toolError: z.instanceof(Error) });

/**
 * Makes calls behave as in every other agent here: those whose arguments are no JSON are mended or answered with an
 * error instead of ending the run, a tool that throws is answered with its error, and none begins once the last allowed
 * model call was made.
 */
export function toolCallMiddleware({ counter, signal, secrets, unreadable }: ToolCallSettings) {
  return createMiddleware({
    name: "KareninaToolCalls",
    async wrapModelCall(request, handler) {
      const reply = await handler(request);
      return AIMessage.isInstance(reply) ? withReadCalls(reply, unreadable) : reply;
    },
    async wrapToolCall(request, handler) {
      counter.refuseBeyondLimit();
      signal.throwIfAborted();
      const { id = "", name } = request.toolCall;
      const answer = (content: string) =>
        new ToolMessage({ content, tool_call_id: id, name, status: "error" });
      const written = unreadable.get(id);
      if (written !== undefined) return answer(`The arguments are not a complete JSON object: ${written}`);
      try {
        return await handler(request);
      } catch (error) {
        if (signal.aborted || counter.limitReached || counter.failed) throw error;
        const invocation = InvocationError.safeParse(error);
        const cause = invocation.success ? invocation.data.toolError : error;
        return answer(`The tool "${name}" failed: ${maskSecrets(messageOf(cause), secrets)}`);
      }
    },
  });
}

function withReadCalls(reply: AIMessage, unreadable: Map<string, string>): AIMessage {
  const broken = reply.invalid_tool_calls ?? [];
  if (broken.length === 0) return reply;
  const { stop_reason, finish_reason } = reply.response_metadata;
  const cut = stop_reason === "max_tokens" || finish_reason === "length";
  const read = broken.map(({ id = "", name = "", args }) => {
    const { input, unreadableInput } = readToolInput(args, { cut });
    if (unreadableInput !== undefined) unreadable.set(id, unreadableInput);
    return { type: "tool_call" as const, id, name, args: { ...input } };
  });
  return new AIMessage({
    ...(reply.id === undefined ? {} : { id: reply.id }),
    content: reply.content,
    tool_calls: [...(reply.tool_calls ?? []), ...read],
    additional_kwargs: reply.additional_kwargs,
    response_metadata: reply.response_metadata,
    ...(reply.usage_metadata && { usage_metadata: reply.usage_metadata }),
  });
}
