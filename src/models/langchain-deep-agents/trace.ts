import { AIMessage, BaseMessage, ToolMessage } from "@langchain/core/messages";
import type { FinishReason } from "../../ports/index.ts";
import type { Block, Message } from "../../trace/index.ts";
import { llmReplyOf } from "../langchain/index.ts";

/** Collects what a run adds to its conversation, while it goes on. */
interface TraceCollector {
  readonly messages: readonly Message[];
  /** Why the model stopped in its last message; undefined before there is one. */
  readonly finishReason: FinishReason | undefined;
  /** Takes a state update of any node of the graph. */
  add(update: unknown): void;
}

/**
 * Keeps the model's messages and those of tools, in the order in which they came; results of one reply are one message, in
 * the order of its calls.
 * What a sub-agent said to itself is not part of it, only what it handed back.
 *
 * @param unreadable arguments that were no JSON, by the id of their call
 * @param earlier ids of the messages that were there before
 */
export function collectTrace(
  modelName: string,
  unreadable: ReadonlyMap<string, string>,
  earlier: ReadonlySet<string>,
): TraceCollector {
  const messages: Message[] = [];
  const seen = new Set<BaseMessage>();
  let finishReason: FinishReason | undefined;

  const addResult = (message: ToolMessage) => {
    const block: Block = {
      type: "tool_result",
      toolUseId: message.tool_call_id,
      content: message.text,
      isError: message.status === "error",
    };
    const last = messages.at(-1);
    if (last?.role !== "tool") messages.push({ role: "tool", content: [block] });
    else
      messages[messages.length - 1] = {
        ...last,
        content: inCallOrder([...last.content, block], messages.at(-2)),
      };
  };

  return {
    messages,
    get finishReason() {
      return finishReason;
    },
    add(update) {
      for (const message of messagesIn(update)) {
        if (seen.has(message) || earlier.has(message.id ?? "")) continue;
        seen.add(message);
        if (ToolMessage.isInstance(message)) addResult(message);
        if (!AIMessage.isInstance(message)) continue;
        const reply = llmReplyOf(message, { modelName, earlierCalls: 0 });
        const said = reply.message;
        ({ finishReason } = reply);
        messages.push({ ...said, content: said.content.map((block) => withWritten(block, unreadable)) });
      }
    },
  };
}

function messagesIn(update: unknown): readonly BaseMessage[] {
  if (typeof update !== "object" || update === null || !("messages" in update)) return [];
  const { messages } = update;
  return Array.isArray(messages) ? messages.filter((message) => BaseMessage.isInstance(message)) : [];
}

function withWritten(block: Block, unreadable: ReadonlyMap<string, string>): Block {
  const written = block.type === "tool_use" ? unreadable.get(block.id) : undefined;
  return written === undefined || block.type !== "tool_use" ? block : { ...block, unreadableInput: written };
}

/** Tools run at the same time and end in any order. */
function inCallOrder(results: readonly Block[], asked: Message | undefined): readonly Block[] {
  const order = (asked?.content ?? []).flatMap((block) => (block.type === "tool_use" ? [block.id] : []));
  const place = (block: Block) => (block.type === "tool_result" ? order.indexOf(block.toolUseId) : -1);
  return results.toSorted((left, right) => place(left) - place(right));
}
