import { type Task, walkKey } from "../pipeline/index.ts";

/** The answers that walks of several judges may still share: those of one model are kept until the last of its walks is over. */
export interface WalkAnswers {
  /** Walks that may share answers begin, or go on: those that others ask for before are kept for them. */
  begun(tasks: readonly Task[]): void;
  /** A turn asks for the answer of a key. */
  asked(task: Task, key: string): void;
  /** The key of the answer that a turn has asked for last. */
  keyOf(task: Task): string | undefined;
  /** A walk is over: the keys of answers that nobody asks for any more. */
  over(task: Task): readonly string[];
}

/** Walks that are not over, and the answers that they may share. */
interface AnswerGroup {
  readonly walks: Set<string>;
  readonly keys: Set<string>;
}

/** Nothing is kept yet. */
export function walkAnswers(): WalkAnswers {
  const groups = new Map<string, AnswerGroup>();
  const last = new WeakMap<Task, string>();

  function groupWith(task: Task): AnswerGroup {
    const name = groupOf(task);
    const group = groups.get(name) ?? { walks: new Set<string>(), keys: new Set<string>() };
    groups.set(name, group);
    group.walks.add(walkKey(task) ?? "");
    return group;
  }

  return {
    begun(tasks) {
      for (const task of tasks) if (task.turn?.sharesAnswers === true) groupWith(task);
    },
    asked(task, key) {
      groupWith(task).keys.add(key);
      last.set(task, key);
    },
    keyOf: (task) => last.get(task),
    over(task) {
      const name = groupOf(task);
      const group = groups.get(name);
      if (group === undefined) return [];
      group.walks.delete(walkKey(task) ?? "");
      if (group.walks.size > 0) return [];
      groups.delete(name);
      return [...group.keys];
    },
  };
}

/** Walks that begin alike. */
const groupOf = ({ turn, replicate }: Task): string =>
  JSON.stringify([turn?.scenario, turn?.walk.answering, replicate]);
