import type { Judge } from "../judge.ts";

/** Counts the calls of the judges it was given that came back. */
export interface CallCounter {
  /** The same judge, its calls counted here. */
  counted(judge: Judge): Judge;
  readonly calls: number;
}

/** Starts counting at 0; the judges' own observers see every event too. */
export function countCalls(): CallCounter {
  let calls = 0;
  return {
    counted(judge) {
      const { observer } = judge;
      return {
        ...judge,
        observer: {
          started: () => observer.started?.(),
          finished(call) {
            calls += 1;
            observer.finished?.(call);
          },
          stored: (call) => observer.stored?.(call),
          toolCalled: (call) => observer.toolCalled?.(call),
          retried: (event) => observer.retried?.(event),
        },
      };
    },
    get calls() {
      return calls;
    },
  };
}
