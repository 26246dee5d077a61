import { KareninaError, messageOf } from "../../base/index.ts";

/** What the work gives, or what `fail` makes of its failure. Rejects only when the signal is aborted. */
export async function contained<T>(
  signal: AbortSignal,
  work: () => Promise<T>,
  fail: (problem: string, error: unknown) => T,
): Promise<T> {
  if (signal.aborted)
    throw new KareninaError("cancelled", "Judging the rubric was cancelled.", { cause: signal.reason });
  try {
    return await work();
  } catch (error) {
    if (signal.aborted) throw error;
    return fail(messageOf(error), error);
  }
}
