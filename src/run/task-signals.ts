import { setMaxListeners } from "node:events";

/** Signals of single tasks that are all aborted by one. */
interface TaskSignals {
  /** Aborted with the others as long as the task is not over. Any number may listen to it. */
  begin(): AbortController;
  /** The task is over: its signal is aborted no more. */
  end(controller: AbortController): void;
}

/** A signal looks through all who listen for each that comes, so that a thousand tasks cannot listen to one without slowing each other. */
export function taskSignals(all: AbortSignal): TaskSignals {
  const open = new Set<AbortController>();
  const abort = () => {
    for (const controller of open) controller.abort(all.reason);
  };
  all.addEventListener("abort", abort, { once: true });
  return {
    begin() {
      const controller = new AbortController();
      setMaxListeners(0, controller.signal);
      if (all.aborted) controller.abort(all.reason);
      else open.add(controller);
      return controller;
    },
    end: (controller) => void open.delete(controller),
  };
}
