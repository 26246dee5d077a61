import type { Worker } from "node:worker_threads";

/** On a machine that has no time for a thread, the clock may run so many times longer than the thread works. */
const slowest = 10;
/** A thread that does not say how long it has worked is inside something that cannot be interrupted. */
const answersWithinMs = 3000;

/**
 * Calls `late` once a thread has worked for `ms` milliseconds on what it was just given: the first half by the clock, the
 * second by its own processor time, so that a busy machine ends nothing that would have come back. Returns how to stop.
 */
export function watchThread(worker: Worker, ms: number, late: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const after = (wait: number, next: () => void) => {
    if (!stopped) timer = setTimeout(next, wait);
  };
  const half = ms / 2;
  const watchSecondHalf = async () => {
    const before = await workedMs(worker);
    const end = performance.now() + slowest * ms;
    const look = async () => {
      const now = await workedMs(worker);
      if (stopped) return;
      const left = before === undefined || now === undefined ? 0 : half - (now - before);
      if (left <= 0 || performance.now() > end) late();
      else after(Math.max(left, 10), look);
    };
    after(half, look);
  };
  after(half, watchSecondHalf);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

/** The processor time of a thread; undefined where it does not answer, or Node cannot say. */
async function workedMs(worker: Worker): Promise<number | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), answersWithinMs);
  });
  try {
    const used = await Promise.race([worker.cpuUsage(), silence]);
    return used === undefined ? undefined : (used.user + used.system) / 1000;
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
