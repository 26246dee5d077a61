import type { CallObserver } from "../ports/index.ts";

/** An observer that hears the same as another, but for what it does in its place. */
export function observing(observer: CallObserver | undefined, own: CallObserver): CallObserver {
  return {
    started: () => observer?.started?.(),
    firstToken: (call) => observer?.firstToken?.(call),
    finished: (call) => observer?.finished?.(call),
    stored: (call) => observer?.stored?.(call),
    limits: (told) => observer?.limits?.(told),
    toolCalled: (call) => observer?.toolCalled?.(call),
    retried: (event) => observer?.retried?.(event),
    ...own,
  };
}
