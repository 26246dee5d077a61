import type { Clock } from "../base/index.ts";
import { type Task, unitKey } from "../pipeline/index.ts";
import { type LineSource, readLogLine, type VerificationResult } from "../result/index.ts";
import type { EndedWalk, TaskSource } from "../run/index.ts";
import {
  keepTurns,
  repliesOf,
  rowsOfKeys,
  type Store,
  type StoredRow,
  type TakenUnit,
} from "../stores/index.ts";
import type { RunParts } from "../verify/index.ts";
import type { DatabasePatience } from "./database-patience.ts";
import type { HeldUnits } from "./held-units.ts";
import { requireQueue } from "./require-queue.ts";
import type { SharedBudget } from "./shared-budget.ts";
import { rowSource } from "./stored-lines.ts";

/** What a worker takes of a run. */
export interface UnitSource extends TaskSource {
  /** Takes nothing more and gives back what was not begun. */
  close(): void;
  /** Resolves when nothing more is taken. */
  readonly closed: Promise<void>;
}

interface UnitSourceOptions {
  readonly store: Store;
  readonly run: string;
  readonly held: HeldUnits;
  readonly parts: RunParts;
  /** Tasks worked on at the same time. */
  readonly concurrency: number;
  /** Walks that were begun by somebody else go on where they were; else they begin anew. */
  readonly goesOn: boolean;
  /** Undefined: nothing is limited. */
  readonly budget: Pick<SharedBudget, "take"> | undefined;
  readonly patience: DatabasePatience;
  readonly clock: Clock;
  /** Told of a walk that was over but for its record. */
  readonly walkOver: (walk: EndedWalk) => void;
  /** Called when the queue has nothing. True: look again later. */
  readonly idle: () => Promise<boolean>;
  readonly failed: (error: unknown) => void;
}

/** Between two looks into an empty queue, in milliseconds: at first, and at most. */
const [shortestPauseMs, longestPauseMs] = [50, 1000];

/** Takes units from the queue, a few ahead of need, and makes tasks of them. */
export function unitSource(options: UnitSourceOptions): UnitSource {
  const { store, run, held, parts, concurrency, patience, clock } = options;
  const queue = requireQueue(store);
  const over = new AbortController();
  const groups: (readonly Task[])[] = [];
  const ahead = Math.max(1, Math.ceil(concurrency / 2));
  let total = 0;
  let changed: () => void = () => undefined;
  let wanted = Promise.withResolvers<void>();

  async function takeAll(): Promise<void> {
    for (let pauseMs = shortestPauseMs; !over.signal.aborted; ) {
      if (groups.length >= ahead) {
        await wanted.promise;
        continue;
      }
      const units = await patience.until(() =>
        options.budget === undefined ? queue.take(run, ahead) : options.budget.take(ahead),
      );
      for (const unit of units) await begin(unit);
      if (units.length > 0) {
        pauseMs = shortestPauseMs;
        changed();
        continue;
      }
      if (!(await patience.until(options.idle))) break;
      await clock.sleep(pauseMs, over.signal).catch(() => undefined);
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    }
    await giveBack();
  }

  /** What is begun is finished, and all that belongs to it. */
  async function giveBack(): Promise<void> {
    const unbegun = held.all().filter(({ isBegun }) => !isBegun);
    for (const unit of unbegun) held.remove(unit);
    const isHeld = (task: Task) => held.of(unitKey(task)) !== undefined;
    const kept = groups.splice(0).filter((tasks) => {
      if (tasks.some(isHeld)) return true;
      total -= tasks.length;
      return false;
    });
    groups.push(...kept);
    await patience.until(() =>
      queue.giveBack(
        run,
        unbegun.map(({ unit }) => unit),
      ),
    );
  }

  function nextGroup(): IteratorResult<readonly Task[]> {
    const group = groups.shift();
    const [first] = group ?? [];
    const unit = first && held.of(unitKey(first));
    if (unit !== undefined) unit.isBegun = true;
    if (groups.length < ahead) {
      wanted.resolve();
      wanted = Promise.withResolvers();
    }
    return group === undefined ? { done: true, value: undefined } : { done: false, value: group };
  }

  /** Makes tasks of a unit, without those that somebody has finished. */
  async function begin(unit: TakenUnit): Promise<void> {
    const [question, answering, replicate] = unit.at;
    const place = { question, answering, replicate };
    let tasks = parts.plan.at(place);
    let resumed: readonly EndedWalk[] = [];
    let replies: ReadonlyMap<string, string> = new Map();
    if (unit.retryCount > 0 || unit.part > 1) {
      const rows = await patience.until(() => rowsOfKeys(store, run, tasks.map(unitKey)));
      const isDone = (task: Task) =>
        rows.some(
          (row) =>
            row.key === unitKey(task) &&
            (row.walk === null || row.kind === "walk") &&
            (!row.lacking || row.part >= unit.part),
        );
      tasks = tasks.filter((task) => !isDone(task));
      const nextTurn = (walk: string) =>
        parts.plan.at(place).find((task) => unitKey(task) === walk)?.turn?.number ?? 0;
      resumed = await resumeWalks(tasks, { rows, part: unit.part, nextTurn });
      const ended = new Set(resumed.map(({ key }) => key));
      // where walks have come to is in the plan by now
      const begun = new Set(tasks.map(unitKey));
      tasks = parts.plan.at(place).filter((task) => begun.has(unitKey(task)) && !ended.has(unitKey(task)));
      if (tasks.length === 0 && resumed.length === 0) {
        await patience.until(() =>
          store.database.transaction().execute((transaction) => queue.finish(run, [unit], transaction)),
        );
        return;
      }
      replies = await patience.until(() => repliesOf(store, run, unit.at));
    }
    const keys = [...tasks.map(unitKey), ...resumed.map(({ key }) => key)];
    const isWalk = tasks.some(({ turn }) => turn !== undefined) || resumed.length > 0;
    held.add(unit, keys, { isWalk, replies });
    // only the record of these is missing
    for (const walk of resumed) {
      const one = held.of(walk.key);
      if (one !== undefined) one.isBegun = true;
      options.walkOver(walk);
    }
    total += tasks.length;
    if (tasks.length > 0) groups.push(tasks);
  }

  async function resumeWalks(
    tasks: readonly Task[],
    {
      rows,
      part,
      nextTurn,
    }: {
      readonly rows: readonly StoredRow[];
      readonly part: number;
      /** The number of the turn that comes next in a walk. */
      readonly nextTurn: (walk: string) => number;
    },
  ): Promise<EndedWalk[]> {
    const sourceOf = ({ seq }: StoredRow) => rowSource(store, run, seq);
    const ended: EndedWalk[] = [];
    for (const task of tasks) {
      if (task.turn === undefined) continue;
      const walk = unitKey(task);
      const turns = options.goesOn ? turnsOf(walk, rows, { part, sourceOf }) : [];
      const results = turns.map(({ result }) => result);
      const end = results.length === 0 ? undefined : await parts.resumeWalk(task, results);
      if (end !== undefined) ended.push(end);
      const next = end === undefined ? nextTurn(walk) : turns.length;
      await patience.until(() =>
        keepTurns(
          store,
          run,
          walk,
          turns.slice(0, next).map(({ key }) => key),
        ),
      );
    }
    return ended;
  }

  const done = Promise.withResolvers<void>();
  void takeAll()
    .catch((error: unknown) => {
      if (!over.signal.aborted) options.failed(error);
    })
    .finally(() => {
      over.abort();
      changed();
      done.resolve();
    });

  return {
    get total() {
      return total;
    },
    finishedBefore: 0,
    earlier: undefined,
    get isOpen() {
      return !over.signal.aborted;
    },
    closed: done.promise,
    lanes: () => [{ answeringId: null, isOpen: true, answers: { next: nextGroup } }],
    listen(listener) {
      changed = listener;
    },
    close() {
      over.abort();
      wanted.resolve();
    },
  };
}

/** The turns of a walk so far, as far as they hang together and need not be repeated. */
function turnsOf(
  walk: string,
  rows: readonly StoredRow[],
  { part, sourceOf }: { readonly part: number; readonly sourceOf: (row: StoredRow) => LineSource },
): readonly { readonly key: string; readonly result: VerificationResult }[] {
  const found = rows
    .filter((row) => row.kind === "result" && row.walk === walk && !(row.lacking && row.part < part))
    .flatMap((row) => {
      const content = readLogLine(row.line, sourceOf(row));
      return content.kind === "result" ? [{ key: row.key, result: content.result }] : [];
    })
    .toSorted((a, b) => (a.result.metadata.scenarioTurn ?? 0) - (b.result.metadata.scenarioTurn ?? 0));
  const gap = found.findIndex(({ result }, at) => result.metadata.scenarioTurn !== at);
  return gap === -1 ? found : found.slice(0, gap);
}
