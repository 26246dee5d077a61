import { type Task, walkKey } from "../pipeline/index.ts";

/** The answers that walks of several judges may still share: those of one model are kept until the last of its walks is over. */
export interface WalkAnswers {
  /** A turn asks for the answer of a key. */
  asked(task: Task, key: string): void;
  /** The key of the answer that a turn has asked for last. */
  keyOf(task: Task): string | undefined;
  /** A walk is over: the keys of answers that nobody asks for any more. */
  over(task: Task): readonly string[];
}

/** Nothing is kept yet. */
export function walkAnswers(): WalkAnswers {
  const groups = new Map<string, { readonly walks: Set<string>; readonly keys: Set<string> }>();
  const last = new WeakMap<Task, string>();
  return {
    asked(task, key) {
      const name = groupOf(task);
      const group = groups.get(name) ?? { walks: new Set(), keys: new Set() };
      groups.set(name, group);
      group.walks.add(walkKey(task) ?? "");
      group.keys.add(key);
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
