import { replyFromText, replyText } from "./reply-store.ts";
import type { PaidReplies } from "./storing-llm.ts";

/** A reply as it is kept until its task has a result. */
export interface PaidReply {
  /** What tells its call from the others of the task: lower-case hexadecimal SHA-256. */
  readonly key: string;
  /** JSON. */
  readonly reply: string;
}

/** The replies of tasks under way that are nowhere but in memory. */
interface UnsavedReplies {
  /**
   * @param unit the key of a task, or of a walk
   * @param find the reply with a key, as JSON, of what a process that has ended has left of it
   */
  of(unit: string, find: (key: () => string) => string | undefined): PaidReplies;
  /** It has its result: what was not saved is in it. */
  over(unit: string): void;
  /** Saves what is left of tasks that were cut off. */
  close(): Promise<void>;
}

/**
 * Holds replies back until a further call of their task is made: the last one is in the result, and need not be saved.
 *
 * @param save never rejects
 */
export function unsavedReplies(
  save: (unit: string, replies: readonly PaidReply[]) => Promise<unknown>,
): UnsavedReplies {
  const unsaved = new Map<string, (() => PaidReply)[]>();
  const saving = new Map<string, Promise<unknown>>();

  async function saveAll(unit: string): Promise<void> {
    const left = unsaved.get(unit);
    unsaved.delete(unit);
    if (left !== undefined) {
      const replies = left.map((reply) => reply());
      const saved = Promise.all([saving.get(unit), save(unit, replies)]).then(() => {
        if (saving.get(unit) === saved) saving.delete(unit);
      });
      saving.set(unit, saved);
    }
    await saving.get(unit);
  }

  return {
    of: (unit, find) => ({
      find(key) {
        const text = find(key);
        return text === undefined ? undefined : replyFromText(text);
      },
      keep(key, reply) {
        const left = unsaved.get(unit) ?? [];
        unsaved.set(unit, left);
        left.push(() => ({ key: key(), reply: replyText(reply) }));
      },
      safe: () => saveAll(unit),
    }),
    over: (unit) => void unsaved.delete(unit),
    async close() {
      await Promise.all([...unsaved.keys(), ...saving.keys()].map(saveAll));
    },
  };
}
