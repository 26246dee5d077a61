import type { TransportCategory } from "../base/index.ts";
import type { CallObserver } from "../ports/index.ts";
import { noUsage, sumUsage, type Usage } from "../trace/index.ts";
import type { KeyedUsage } from "./stage.ts";

/** Counts what one stage asks of models and passes every event on. */
export interface StageRecorder {
  /** An observer that counts tokens under a key of `usage_metadata`. */
  observerFor(usageKey: string): CallObserver;
  readonly calls: number;
  /** Tokens under all keys together. */
  readonly usage: Usage;
  readonly usageByKey: ReadonlyMap<string, KeyedUsage>;
  readonly retries: Partial<Record<TransportCategory, number>>;
}

/** Starts counting; `next` sees every event too. */
export function recordStage(next: CallObserver | undefined): StageRecorder {
  let calls = 0;
  const usageByKey = new Map<string, KeyedUsage>();
  const retries: Partial<Record<TransportCategory, number>> = {};
  return {
    retries,
    usageByKey,
    observerFor: (usageKey) => ({
      started() {
        next?.started?.();
      },
      finished(call) {
        calls += 1;
        const before = usageByKey.get(usageKey) ?? { model: call.model, usage: noUsage };
        usageByKey.set(usageKey, { model: before.model, usage: sumUsage([before.usage, call.usage]) });
        next?.finished?.(call);
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
    get usage() {
      return sumUsage(Array.from(usageByKey.values(), ({ usage }) => usage));
    },
  };
}
