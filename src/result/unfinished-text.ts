import { pluralize } from "../base/index.ts";

/** How far a run has come. */
export interface RunProgress {
  /** Tasks that have a result. */
  readonly finished: number;
  /** Tasks of the whole run; null where nobody says so. */
  readonly tasks: number | null;
  /** Rows and lines that are no results and were left out, as far as the file has been read; default 0. */
  readonly unreadable?: number;
}

/**
 * Says that a run did not end or that results of it cannot be read, without a full stop; null where neither is so, or
 * nobody knows. What cannot be read is no matter where every task has a result beside it, as after `--resume`.
 *
 * @example
 * unfinishedText({ finished: 23, tasks: 162 }) // '23 of 162 tasks have a result: the run did not end'
 */
export function unfinishedText({ finished, tasks, unreadable = 0 }: RunProgress): string | null {
  const total = tasks ?? finished + unreadable;
  if (finished >= total) return null;
  const reasons = [
    ...(finished + unreadable < total ? ["the run did not end"] : []),
    ...(unreadable > 0 ? [`${pluralize(unreadable, "result")} cannot be read`] : []),
  ];
  return `${finished} of ${total} tasks have a result: ${reasons.join(", and ")}`;
}

/**
 * The same, and of a run without results that there are none.
 *
 * @example
 * lackingText({ finished: 0, tasks: null }) // 'there are no results'
 */
export function lackingText(progress: RunProgress): string | null {
  return unfinishedText(progress) ?? (progress.finished === 0 ? "there are no results" : null);
}
