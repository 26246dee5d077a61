import type { TransportCategory } from "../base/index.ts";
import type { CallObserver } from "../ports/index.ts";
import { noUsage, sumUsage, type Usage } from "../trace/index.ts";
import type { KeyedUsage } from "./stage.ts";

/** Counts what one stage asks of models and passes every event on. */
export interface StageRecorder {
  /** An observer that counts tokens under a key of `usage_metadata`. */
  observerFor(usageKey: string): CallObserver;
  readonly calls: number;
  /** Replies that were taken from the store of replies. */
  readonly storedReplies: number;
  /** Milliseconds up to the first piece of the last reply that was streamed; undefined: none was. */
  readonly firstTokenMs: number | undefined;
  /** Tokens that were spent, under all keys together. */
  readonly usage: Usage;
  /** Tokens that the stage rests on: those of stored replies too. */
  readonly usageByKey: ReadonlyMap<string, KeyedUsage>;
  readonly retries: Partial<Record<TransportCategory, number>>;
}

/** Starts counting; `next` sees every event too. */
export function recordStage(next: CallObserver | undefined): StageRecorder {
  let calls = 0;
  let storedReplies = 0;
  let firstTokenMs: number | undefined;
  let spent = noUsage;
  const usageByKey = new Map<string, KeyedUsage>();
  const retries: Partial<Record<TransportCategory, number>> = {};
  const add = (usageKey: string, { model, usage }: KeyedUsage) => {
    const before = usageByKey.get(usageKey) ?? { model, usage: noUsage };
    usageByKey.set(usageKey, { model: before.model, usage: sumUsage([before.usage, usage]) });
  };
  return {
    retries,
    usageByKey,
    observerFor: (usageKey) => ({
      started() {
        next?.started?.();
      },
      firstToken(call) {
        firstTokenMs = call.afterMs;
        next?.firstToken?.(call);
      },
      finished(call) {
        calls += 1;
        spent = sumUsage([spent, call.usage]);
        add(usageKey, call);
        next?.finished?.(call);
      },
      stored(call) {
        storedReplies += 1;
        add(usageKey, call);
        next?.stored?.(call);
      },
      toolCalled(call) {
        next?.toolCalled?.(call);
      },
      retried(event) {
        retries[event.category] = (retries[event.category] ?? 0) + 1;
        next?.retried?.(event);
      },
    }),
    get calls() {
      return calls;
    },
    get storedReplies() {
      return storedReplies;
    },
    get firstTokenMs() {
      return firstTokenMs;
    },
    get usage() {
      return spent;
    },
  };
}
