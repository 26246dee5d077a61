import { type Clock, maskGiven } from "../../../base/index.ts";
import type { CallObserver } from "../../../ports/index.ts";
import { type Block, type Message, noUsage, sumUsage, type Usage } from "../../../trace/index.ts";
import { type ClaudeUsage, claudeBlocks, usageOfClaude } from "../../claude-tool/index.ts";
import { plainName } from "../tool-server.ts";
import type { ResultMessage, StreamMessage, ToolResultPart } from "./stream-message.ts";

type ToolResult = Extract<Block, { readonly type: "tool_result" }>;
type Assistant = Extract<StreamMessage, { readonly type: "assistant" }>;

/** What a run has said so far. */
export interface Transcript {
  read(message: StreamMessage): void;
  messages(): readonly Message[];
  /** Model calls that came back. */
  readonly turns: number;
  readonly model: string;
  readonly usage: Usage;
  /** Why the model stopped in its last call, in its own word; undefined where it was not told. */
  readonly stopReason: string | undefined;
  /** The last word, once it has come. */
  readonly result: ResultMessage | undefined;
  /** The kind of error the program reports in place of a reply. */
  readonly errorKind: string | undefined;
}

interface Turn {
  readonly id: string;
  /** Undefined: the program's own words. */
  readonly model: string | undefined;
  readonly said: { readonly uuid: string; readonly blocks: readonly Block[] }[];
  readonly results: ToolResult[];
  /** The length limit ended it in the middle; the program has the model go on from there. */
  cut: boolean;
}

interface OpenCall {
  readonly startedAt: number;
  model: string;
  usage: ClaudeUsage | undefined;
}

/** The program's own words have this in place of a model. */
const noModel = "<synthetic>";
const shortestSecret = 4;

/**
 * Puts the messages of a run together: the program sends a reply block by block, and each tool result by itself.
 * Secrets are masked wherever they turn up. Tells the observer about every model call.
 */
export function startTranscript(settings: {
  readonly secrets: readonly (string | undefined)[];
  readonly observer: CallObserver | undefined;
  readonly clock: Clock;
}): Transcript {
  const { secrets, observer, clock } = settings;
  const turns: Turn[] = [];
  const usages: Usage[] = [];
  let call: OpenCall | undefined;
  let result: ResultMessage | undefined;
  let errorKind: string | undefined;
  let stopReason: string | undefined;

  const openCall = (): void => {
    if (call !== undefined) return;
    call = { startedAt: clock.monotonic(), model: "", usage: undefined };
    observer?.started?.();
  };
  const closeCall = (): void => {
    if (call?.usage === undefined) return;
    const { startedAt, model } = call;
    const usage = usageOfClaude(call.usage) ?? noUsage;
    call = undefined;
    usages.push(usage);
    observer?.finished?.({ usage, model, durationMs: clock.monotonic() - startedAt });
  };
  const noteUsage = (usage: ClaudeUsage | null | undefined, model?: string | null): void => {
    if (call === undefined || !usage) return;
    call.usage = { ...call.usage, ...withoutNothing(usage) };
    if (model) call.model = model;
  };

  const readAssistant = ({ message, uuid, error, supersedes }: Assistant): void => {
    if (error) errorKind = error;
    for (const turn of supersedes ? turns : []) {
      const kept = turn.said.filter((part) => !supersedes?.includes(part.uuid));
      turn.said.splice(0, turn.said.length, ...kept);
    }
    const model = message.model === noModel ? undefined : (message.model ?? "");
    if (call !== undefined && call.usage === undefined && model !== undefined)
      noteUsage(message.usage, model);
    let turn = turns.at(-1);
    if (turn?.id !== message.id) {
      turn = { id: message.id, model, said: [], results: [], cut: false };
      turns.push(turn);
    }
    const cut = message.stop_reason === "max_tokens";
    const blocks = claudeBlocks(message.content, cut).map(ownBlock);
    turn.said.push({ uuid, blocks });
    for (const block of blocks) if (block.type === "tool_use") observer?.toolCalled?.({ name: block.name });
  };
  const readStop = (reason: string): void => {
    stopReason = reason;
    const turn = turns.at(-1);
    if (turn !== undefined && reason === "max_tokens") turn.cut = true;
  };
  const readResults = (parts: readonly ToolResultPart[]): void => {
    for (const part of parts) {
      const turn = turns.findLast(({ said }) => said.some(({ blocks }) => asksFor(blocks, part.tool_use_id)));
      turn?.results.push({
        type: "tool_result",
        toolUseId: part.tool_use_id,
        content: masked(textOf(part.content)),
        isError: part.is_error === true,
      });
    }
  };
  const masked = (text: string): string => maskGiven(text, secrets, shortestSecret);
  const ownBlock = (block: Block): Block => {
    if (block.type === "text") return { ...block, text: masked(block.text) };
    if (block.type === "thinking") return { ...block, thinking: masked(block.thinking) };
    if (block.type !== "tool_use") return block;
    const input = JSON.parse(masked(JSON.stringify(block.input)));
    return { ...block, name: plainName(block.name), input };
  };

  return {
    read(message) {
      if ("parent_tool_use_id" in message && message.parent_tool_use_id) return;
      if (message.type === "system") {
        if (message.status !== "requesting") return;
        closeCall();
        openCall();
      } else if (message.type === "stream_event") {
        const { event } = message;
        if (event.type === "message_start") {
          openCall();
          stopReason = undefined;
        }
        if (event.delta?.stop_reason) readStop(event.delta.stop_reason);
        noteUsage(event.message?.usage ?? event.usage, event.message?.model);
        if (event.type === "message_stop") closeCall();
      } else if (message.type === "assistant") readAssistant(message);
      else if (message.type === "user") {
        closeCall();
        readResults(message.message.content);
      } else {
        closeCall();
        result = message;
      }
    },
    messages: () => joined(turns.filter(({ model }) => model !== undefined)).flatMap(messagesOf),
    get turns() {
      return turns.filter(({ model }) => model !== undefined).length;
    },
    get model() {
      return turns.find(({ model }) => model !== undefined)?.model ?? "";
    },
    get usage() {
      return (result && usageOfResult(result)) ?? sumUsage(usages);
    },
    get stopReason() {
      return stopReason;
    },
    get result() {
      return result;
    },
    get errorKind() {
      return errorKind;
    },
  };
}

const asksFor = (blocks: readonly Block[], id: string): boolean =>
  blocks.some((block) => block.type === "tool_use" && block.id === id);

/** A reply that was cut off and what the model said when it went on are one message. */
function joined(turns: readonly Turn[]): readonly Turn[] {
  const whole: Turn[] = [];
  for (const turn of turns) {
    const before = whole.at(-1);
    if (before?.cut !== true || before.results.length > 0) whole.push(turn);
    else whole[whole.length - 1] = { ...turn, said: continued(before.said, turn.said) };
  }
  return whole;
}

function continued(before: Turn["said"], after: Turn["said"]): Turn["said"] {
  const text = after.findIndex(({ blocks }) => blocks[0]?.type === "text");
  const next = after[text]?.blocks[0];
  const last = before.at(-1);
  const end = last?.blocks.at(-1);
  if (last === undefined || end?.type !== "text" || next?.type !== "text") return [...before, ...after];
  const mended = { ...last, blocks: [...last.blocks.slice(0, -1), { ...end, text: end.text + next.text }] };
  const rest = after.map((part, index) =>
    index === text ? { ...part, blocks: part.blocks.slice(1) } : part,
  );
  return [...before.slice(0, -1), mended, ...rest];
}

function messagesOf({ said, results }: Turn): readonly Message[] {
  const content = said.flatMap(({ blocks }) => blocks);
  return [
    ...(content.length > 0 ? [{ role: "assistant" as const, content }] : []),
    ...(results.length > 0 ? [{ role: "tool" as const, content: results }] : []),
  ];
}

function textOf(content: ToolResultPart["content"]): string {
  if (typeof content === "string") return content;
  return (content ?? []).map((part) => part.text ?? `[${part.type}]`).join("\n");
}

/** Later counts replace earlier ones; what they leave out stays. */
function withoutNothing(usage: ClaudeUsage): Partial<ClaudeUsage> {
  return Object.fromEntries(
    Object.entries(usage).filter(([, count]) => count !== null && count !== undefined),
  );
}

/** All models and internal calls together; undefined when the program counted nothing. */
function usageOfResult({ modelUsage }: ResultMessage): Usage | undefined {
  const used = Object.values(modelUsage);
  const usage = sumUsage(
    used.map((part) => {
      const cacheReadTokens = part.cacheReadInputTokens;
      const cacheCreationTokens = part.cacheCreationInputTokens;
      const inputTokens = part.inputTokens + cacheReadTokens + cacheCreationTokens;
      return {
        ...{ inputTokens, outputTokens: part.outputTokens, totalTokens: inputTokens + part.outputTokens },
        ...{ cacheReadTokens, cacheCreationTokens },
        ...(part.thinkingTokens ? { reasoningTokens: part.thinkingTokens } : {}),
        // without a listed price the program guesses
        ...(part.costBasis === "unknown" ? {} : { costUsd: part.costUSD }),
      };
    }),
  );
  if (usage.totalTokens === 0) return undefined;
  const { costUsd: _guessed, ...counts } = usage;
  return used.some(({ costBasis }) => costBasis === "unknown") ? counts : usage;
}
