import { realpath, stat } from "node:fs/promises";
import { messageOf, sha256 } from "../../base/index.ts";
import { type PaidReplies, unsavedReplies } from "../../models/recording/index.ts";
import { type Task, taskKey, unitKey, walkKey } from "../../pipeline/index.ts";
import { readResultLogHeader } from "../../result/index.ts";
import type { BegunRun } from "../run-results.ts";
import { openPaidFile, type PaidFile } from "./paid-file.ts";

/** What models have replied in tasks of a log's run that have no result in it yet, so that nothing is asked twice. */
export interface PaidBesideLog {
  of(task: Task): PaidReplies;
  /** A task, or a walk, has its result: what was not kept yet is in it. */
  over(key: string): void;
  /** That result is in the log. */
  written(key: string): void;
  close(): Promise<void>;
}

/** What replies are kept for. */
interface PaidRun extends BegunRun {
  /** Ids of the judges of the run: their tasks share answers. */
  readonly judges: readonly string[];
  /** Keys of tasks and walks that have a result in the log; undefined: the log begins, and nothing is left of it. */
  readonly written: ReadonlySet<string> | undefined;
}

/**
 * Keeps replies in a file beside an open log until their tasks have a result. The file counts for the log that it was written beside, and goes when
 * the run has every result. Where it cannot be written the run goes on without.
 */
export async function paidBesideLog(log: string, run: PaidRun): Promise<PaidBesideLog | undefined> {
  const { judges, written = new Set(), notify } = run;
  let isTold = false;
  const tellOnce = (error: unknown) => {
    if (!isTold) notify(`Replies cannot be kept until their tasks have a result: ${messageOf(error)}.`);
    isTold = true;
  };
  const file = await opened(log, run).catch(tellOnce);
  if (file === undefined) return undefined;
  const units = new Map<string, { readonly unit: string; readonly open: Set<string> }>();

  /** The unit of tasks with these keys, by which of them it is known when it is over. */
  function begun(unit: string, keys: readonly string[]) {
    const open = new Set(keys.filter((key) => !written.has(key)));
    const added = { unit, open };
    for (const key of keys) units.set(key, added);
    return added;
  }

  /** All judges of an answer are one unit, and all walks of one model through a scenario. */
  const keysOf = (task: Task): readonly string[] =>
    judges.flatMap((id) => {
      const judged = { ...task, parsing: { id } };
      if (task.turn !== undefined)
        return walkKey({ ...task, turn: { ...task.turn, walk: { ...task.turn.walk, parsing: id } } }) ?? [];
      return run.isLeft(judged) ? [] : taskKey(judged);
    });

  const unsaved = unsavedReplies((key, replies) => {
    const unit = units.get(key)?.unit;
    return unit === undefined ? Promise.resolve() : file.add(unit, replies).catch(tellOnce);
  });
  for (const unit of file.left.keys()) begun(unit, JSON.parse(unit));

  return {
    of(task) {
      const own = unitKey(task);
      let known = units.get(own);
      if (known === undefined) {
        const keys = keysOf(task);
        known = begun(JSON.stringify(keys), keys);
      }
      // one that is repeated is not over by what the log has of it
      known.open.add(own);
      const { unit } = known;
      return unsaved.of(own, (key) => file.left.get(unit)?.get(key()));
    },
    over: unsaved.over,
    written(key) {
      const found = units.get(key);
      found?.open.delete(key);
      if (found === undefined || found.open.size > 0) return;
      for (const one of JSON.parse(found.unit)) units.delete(one);
      file.forget(found.unit);
    },
    // not the last replies of tasks that were cut off: a tool that one of them calls, and that hangs, would do so again
    close: () => file.close().catch(tellOnce),
  };
}

async function opened(log: string, { written, notify }: PaidRun): Promise<PaidFile | undefined> {
  const about = await stat(log);
  if (!about.isFile()) return undefined;
  const { content } = await readResultLogHeader(log);
  return openPaidFile(`${await realpath(log)}.paid`, {
    run: sha256(JSON.stringify(content.toJSON())),
    mode: about.mode & 0o666,
    isOpen: (tasks) => written !== undefined && tasks.some((task) => !written.has(task)),
    notify,
  });
}
