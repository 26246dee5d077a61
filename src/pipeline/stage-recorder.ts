import type { TransportCategory } from "../base/index.ts";
import type { CallObserver } from "../ports/index.ts";
import type { Usage } from "../trace/index.ts";
import { noUsage, sumUsage } from "../trace/index.ts";

/** Counts what one stage asks of models and passes every event on. */
export interface StageRecorder {
  readonly observer: CallObserver;
  readonly calls: number;
  readonly usage: Usage;
  /** The first model that answered. */
  readonly model: string | null;
  readonly retries: Partial<Record<TransportCategory, number>>;
}

/** Starts counting; `next` sees every event too. */
export function recordStage(next: CallObserver | undefined): StageRecorder {
  let calls = 0;
  let usage: Usage = noUsage;
  let model: string | null = null;
  const retries: Partial<Record<TransportCategory, number>> = {};
  const observer: CallObserver = {
    started() {
      next?.started?.();
    },
    finished(call) {
      calls += 1;
      usage = sumUsage([usage, call.usage]);
      model ??= call.model;
      next?.finished?.(call);
    },
    retried(event) {
      retries[event.category] = (retries[event.category] ?? 0) + 1;
      next?.retried?.(event);
    },
  };
  return {
    observer,
    retries,
    get calls() {
      return calls;
    },
    get usage() {
      return usage;
    },
    get model() {
      return model;
    },
  };
}
