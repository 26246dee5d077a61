import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { AIMessage } from "@langchain/core/messages";
import type { LLMResult } from "@langchain/core/outputs";
import type { Clock } from "../../base/index.ts";
import type { CallObserver } from "../../ports/index.ts";
import { noUsage, type Usage } from "../../trace/index.ts";
import { llmReplyOf, usageOf } from "../langchain/index.ts";
import { type FreshIds, freshIds, renameRepeated } from "./fresh-ids.ts";

/** What a counter needs to know about its run. */
interface CallCounterOptions {
  readonly maxTurns: number;
  readonly modelName: string;
  readonly observer: CallObserver | undefined;
  readonly clock: Clock;
  /** Ids of the calls that the conversation already has. */
  readonly callIds: readonly string[];
  /** Ends the run, before the call that would be one too many is sent. */
  onLimit(): void;
}

/**
 * Hears of every model call of a run, whoever makes it: the agent, its sub-agents, its summaries. What ended a run is
 * read off here, never off an error's words.
 */
export class CallCounter extends BaseCallbackHandler {
  readonly name = "karenina_call_counter";
  override awaitHandlers = true;
  /** One for each call that came back; undefined where it had no counts. */
  readonly usages: (Usage | undefined)[] = [];
  /** The first one that answered. */
  model = "";
  /** A call, or a tool whose result would need one, was refused because of the limit. */
  limitReached = false;
  /** The last model call failed. */
  failed = false;
  private started = 0;
  private readonly startedAt = new Map<string, number>();
  private readonly messageIds = freshIds();
  private readonly callIds: FreshIds;
  private readonly options: CallCounterOptions;

  constructor(options: CallCounterOptions) {
    super();
    this.options = options;
    this.callIds = freshIds(options.callIds);
  }

  /** Throws where the model wants a tool and could not be told what came of it. */
  refuseBeyondLimit(): void {
    if (this.started < this.options.maxTurns) return;
    this.limitReached = true;
    throw new Error(`The limit of ${this.options.maxTurns} model calls is reached.`);
  }

  override handleChatModelStart(_model: unknown, _messages: unknown, runId: string): void {
    if (this.started >= this.options.maxTurns) {
      this.limitReached = true;
      this.options.onLimit();
      return;
    }
    this.started += 1;
    this.failed = false;
    this.startedAt.set(runId, this.options.clock.monotonic());
    this.options.observer?.started?.();
  }

  override handleLLMEnd(output: LLMResult, runId: string): void {
    const { clock, observer, modelName } = this.options;
    const generation = output.generations[0]?.[0];
    const message = generation && "message" in generation ? generation.message : undefined;
    const reply = AIMessage.isInstance(message) ? message : undefined;
    if (reply !== undefined) renameRepeated(reply, this.messageIds, this.callIds);
    for (const { name } of reply?.tool_calls ?? []) observer?.toolCalled?.({ name });
    const usage = reply && usageOf(reply);
    const model = reply ? llmReplyOf(reply, { modelName, earlierCalls: 0 }).model : modelName;
    this.usages.push(usage);
    this.model ||= model;
    const now = clock.monotonic();
    observer?.finished?.({
      usage: usage ?? noUsage,
      model,
      durationMs: now - (this.startedAt.get(runId) ?? now),
    });
    this.startedAt.delete(runId);
  }

  override handleLLMError(_error: unknown, runId: string): void {
    this.startedAt.delete(runId);
    this.failed = true;
  }
}
