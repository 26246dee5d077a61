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
  const retries: Partial<Record<TransportCategory, number>> = {};
  const add = (usageKey: string, { model, usage }: KeyedUsage) => {
    const before = recorder.usageByKey.get(usageKey) ?? { model, usage: noUsage };
    const summed = { model: before.model, usage: sumUsage([before.usage, usage]) };
    recorder.usageByKey = new Map(recorder.usageByKey).set(usageKey, summed);
  };
  const recorder = {
    calls: 0,
    storedReplies: 0,
    firstTokenMs: undefined as number | undefined,
    usage: noUsage,
    usageByKey: nothingByKey,
    retries,
    observerFor: (usageKey: string): CallObserver => ({
      started() {
        next?.started?.();
      },
      firstToken(call) {
        recorder.firstTokenMs = call.afterMs;
        next?.firstToken?.(call);
      },
      finished(call) {
        recorder.calls += 1;
        recorder.usage = sumUsage([recorder.usage, call.usage]);
        add(usageKey, call);
        next?.finished?.(call);
      },
      stored(call) {
        recorder.storedReplies += 1;
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
  };
  return recorder;
}

/** Most stages ask nothing. */
const nothingByKey: StageRecorder["usageByKey"] = new Map();
