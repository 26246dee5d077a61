import type { CallObserver } from "../../ports/index.ts";
import { observing } from "../../run/index.ts";

type FinishedCall = Parameters<NonNullable<CallObserver["finished"]>>[0];

/** The request, whose observer hears of finished calls what `change` makes of them. */
export function withChangedCalls<T extends { readonly observer?: CallObserver }>(
  request: T,
  change: (call: FinishedCall) => FinishedCall,
): T {
  const { observer } = request;
  if (observer === undefined) return request;
  return {
    ...request,
    observer: observing(observer, { finished: (call) => observer.finished?.(change(call)) }),
  };
}
