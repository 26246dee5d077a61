import type { EarlierPart } from "./earlier-part.ts";
import type { Lane, TaskPlan } from "./plan.ts";

/** Where the tasks of a run come from: all of its plan, or what somebody gives out of one while the run goes on. */
export interface TaskSource {
  /** Tasks to be run, as far as they are known by now; a walk is one, however many turns it takes. */
  readonly total: number;
  /** Tasks that were finished before; alike. */
  readonly finishedBefore: number;
  /** What they came to; undefined where nobody says so. */
  readonly earlier: EarlierPart | undefined;
  /** True while more may come than its lanes have at present. */
  readonly isOpen: boolean;
  /** As `TaskPlan.lanes`. */
  lanes(): readonly Lane[];
  /** `changed` is called when there is more, and when nothing more will come. */
  listen(changed: () => void): void;
}

/** A plan as a source of all its tasks, in its order; a source as it is. */
export function sourceOf(given: TaskPlan | TaskSource): TaskSource {
  if ("listen" in given) return given;
  const { total, finishedBefore, earlier, lanes } = given;
  return {
    ...{ total, finishedBefore, earlier, isOpen: false, lanes },
    listen: () => undefined,
  };
}
