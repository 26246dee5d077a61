import { cancelledError } from "../../http/index.ts";

/** The promise, or a rejection with code `cancelled` once the signal aborts; what the promise does then is lost. */
export async function endedBy<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return await work;
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(cancelledError(signal.reason));
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
    work.catch(() => undefined);
  }
}
