import { randomUUID } from "node:crypto";
import type { Clock } from "../base/index.ts";
import {
  addRun,
  beginPart,
  beginSpending,
  changeState,
  finishedKeys,
  type RunLimits,
  readSpending,
  type Store,
} from "../stores/index.ts";
import { budgetOf, type PreparedRun, type ReusePlan } from "../verify/index.ts";
import type { DefinedRun } from "./define-run.ts";
import { requireQueue } from "./require-queue.ts";
import { renderDefinition } from "./run-definition.ts";
import { countTasks, runUnits } from "./run-units.ts";

interface BeginOptions {
  /** What is taken from an earlier run. */
  readonly reuse: ReusePlan | undefined;
  readonly store: Store;
  readonly clock: Clock;
  /** Uniform in 0..1, for the order `random`. */
  readonly random?: () => number;
}

/**
 * Puts a run into a store, so that workers find it.
 *
 * @param header the first line of its log
 * @returns its id
 */
export async function beginRun(
  run: PreparedRun,
  { definition, files, header }: DefinedRun & { readonly header: string },
  { reuse, store, clock, random = Math.random }: BeginOptions,
): Promise<string> {
  const id = randomUUID();
  // a run that is open has its units
  await requireQueue(store).refill(id, runUnits(run, { reuse, finished: new Set(), part: 1, random }));
  await addRun(
    store,
    {
      ...{
        id,
        name: run.runName,
        benchmark: run.benchmark.name,
        tasks: countTasks(run, reuse),
        header,
        files,
      },
      definition: renderDefinition(definition),
      limits: limitsOf(run),
    },
    clock,
  );
  return id;
}

/**
 * Goes on with a run: what has no result is given out again.
 *
 * @param retryFailed also what failed for its infrastructure
 * @param limits that take the place of those of the part before
 * @returns how many tasks have a result that stays
 */
export async function continueRun(
  id: string,
  run: PreparedRun,
  {
    reuse,
    store,
    clock,
    random = Math.random,
    retryFailed,
    limits,
  }: BeginOptions & { readonly retryFailed: boolean; readonly limits: RunLimits },
): Promise<number> {
  const queue = requireQueue(store);
  const finished = await finishedKeys(store, id, { exceptLacking: retryFailed });
  if (finished.size >= countTasks(run, reuse)) {
    await changeState(store, id, { from: ["cancelled", "spent"], to: "finished" });
    return finished.size;
  }
  const part = await beginPart(store, id);
  const before = await readSpending(store.database, id);
  await beginSpending(store.database, id, { ...before?.limits, ...limits }, clock);
  await queue.refill(id, runUnits(run, { reuse, finished, part, random }));
  await changeState(store, id, { from: ["cancelled", "finished", "spent"], to: "open" });
  return finished.size;
}

/** What all workers may spend together. */
function limitsOf({ resolved }: PreparedRun): RunLimits {
  const { batchTimeoutSeconds: seconds } = resolved;
  return { ...budgetOf(resolved), ...(seconds !== null && { seconds }) };
}
