/** How far a run has come. */
export interface RunProgress {
  /** Tasks that have a result. */
  readonly finished: number;
  /** Tasks of the whole run; null where nobody says so. */
  readonly tasks: number | null;
}

/**
 * Says that a run did not end, without a full stop; null for one that did, or where nobody knows.
 *
 * @example
 * unfinishedText({ finished: 23, tasks: 162 }) // '23 of 162 tasks have a result: the run did not end'
 */
export function unfinishedText({ finished, tasks }: RunProgress): string | null {
  return tasks === null || finished >= tasks
    ? null
    : `${finished} of ${tasks} tasks have a result: the run did not end`;
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
