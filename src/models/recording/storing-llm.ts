import { inKeyOrder, messageOf } from "../../base/index.ts";
import type { LlmPort, LlmReply, LlmRequest } from "../../ports/index.ts";
import { saysAnything } from "../../trace/index.ts";
import { recordedParts } from "./llm-request.ts";
import type { ReplyStore } from "./reply-store.ts";
import { requestKey } from "./request-key.ts";

/** The task that a call belongs to, as far as its replies are told from those of others. */
export interface CallScope {
  /** From 1: replicates never share a reply. */
  readonly replicate: number;
  /** Which turn of a walk it is, from 0: turns never share a reply; undefined: it is none. */
  readonly turn?: number | undefined;
  /** How often each request was made in this task: what is asked twice is to be answered twice. */
  readonly counts: Map<string, number>;
  /** What was paid for this task; counts of its own, as the store of replies comes before. Undefined: that is kept nowhere. */
  readonly paid?: PaidScope | undefined;
}

/** The replies of one task of a run, until the task has its result. */
export interface PaidReplies {
  /** One that the task had before, where a process began it that has ended since. */
  find(key: () => string): LlmReply | undefined;
  keep(key: () => string, reply: LlmReply): void;
  /** Resolves when all that was kept would outlive this process. Never rejects. */
  safe(): Promise<void>;
}

/** The paid replies of a task that is being worked on. */
interface PaidScope extends PaidReplies {
  readonly counts: CallScope["counts"];
  /** Calls that were made so far and have no key yet: most are never asked for it. */
  readonly unkeyed: (() => void)[];
  /** Calls of the task that have no reply yet. */
  underWay: number;
}

/** How replies of a model are kept. */
interface StoringOptions {
  readonly store: Pick<ReplyStore, "find" | "keep">;
  /** Tells the model with its settings and its address from all others; holds no key. */
  readonly model: string;
  /** The task of the call that is being made; undefined: it belongs to none, and is made. */
  readonly scopeOf: () => CallScope | undefined;
  /** Told, once, that the store or a reply in it cannot be used; the model is asked then. */
  readonly notify: (text: string) => void;
}

/**
 * A model that is not asked what it was asked before: the same messages, schema, tools and limits, of the same model, in the same
 * replicate and turn. Of requests nothing but a digest is kept. Empty replies, refusals and errors are not kept.
 */
export function storingLlm(llm: LlmPort, { store, model, scopeOf, notify }: StoringOptions): LlmPort {
  let isTold = false;
  const attempt = <T>(use: () => T): T | undefined => {
    try {
      return use();
    } catch (error) {
      const reason = messageOf(error).replace(/\.$/, "");
      if (!isTold) notify(`Of the store of replies: ${reason}. The models are asked.`);
      isTold = true;
      return undefined;
    }
  };
  return {
    capabilities: llm.capabilities,
    async generate(asked) {
      const scope = scopeOf();
      if (scope === undefined) return llm.generate(asked);
      const key = keyOf(asked, model, scope);
      const known = attempt(() => store.find(key));
      if (known !== undefined) {
        asked.observer?.stored?.({ usage: known.usage, model: known.model });
        return known;
      }
      const reply = await llm.generate(asked);
      if (isWorthKeeping(reply)) attempt(() => store.keep(key, reply));
      return reply;
    },
    [Symbol.asyncDispose]: () => llm[Symbol.asyncDispose](),
  };
}

/**
 * A model that is not asked in a task what a process that has ended has asked it in this task. A further call is made only
 * when the replies before it are safe: so a process that ends loses what it was asking, and nothing else. The last reply of a task
 * is in its result, and is made safe by that.
 */
export function paidLlm(
  llm: LlmPort,
  { model, scopeOf }: Pick<StoringOptions, "model" | "scopeOf">,
): LlmPort {
  return {
    capabilities: llm.capabilities,
    async generate(asked) {
      const scope = scopeOf();
      if (scope?.paid === undefined) return llm.generate(asked);
      const { paid } = scope;
      const key = keyWhenAsked(paid, () => keyOf(asked, model, { ...scope, counts: paid.counts }));
      const known = paid.find(key);
      if (known !== undefined) {
        const { usage, model } = known;
        asked.observer?.finished?.({ usage, model, durationMs: 0, isEarlier: true });
        return known;
      }
      await paid.safe();
      paid.underWay += 1;
      try {
        const reply = await llm.generate(asked);
        paid.keep(key, reply);
        return reply;
      } finally {
        paid.underWay -= 1;
        // no further call need follow on those that are under way
        if (paid.underWay > 0) void paid.safe();
      }
    },
    [Symbol.asyncDispose]: () => llm[Symbol.asyncDispose](),
  };
}

/** Keys are made in the order of the calls, as they count them, and none of a call after the one that is asked for. */
function keyWhenAsked({ unkeyed }: PaidScope, make: () => string): () => string {
  let key: string | undefined;
  unkeyed.push(() => {
    key = make();
  });
  return () => {
    while (key === undefined && unkeyed.length > 0) unkeyed.shift()?.();
    return key ?? "";
  };
}

function keyOf(asked: LlmRequest, model: string, { replicate, turn, counts }: CallScope): string {
  const { maxTokens } = asked;
  // what is in order is not put in order twice
  const request = inKeyOrder({ ...recordedParts({}, asked), replicate, turn, maxTokens }) as object;
  const plain = requestKey({ kind: "llm", model, request });
  const occurrence = counts.get(plain) ?? 0;
  counts.set(plain, occurrence + 1);
  return requestKey({ kind: "llm", model, request: { ...request, occurrence } });
}

function isWorthKeeping({ finishReason, text }: LlmReply): boolean {
  return (
    finishReason === "tool_calls" ||
    ((finishReason === "stop" || finishReason === "length") && saysAnything(text))
  );
}
