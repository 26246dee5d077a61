/**
 * The outcome of `work`; rejects as soon as the signal fires, whatever becomes of the work.
 *
 * @param errorOf what to reject with; default: the signal's reason
 */
export function untilAborted<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
  errorOf: (reason: unknown) => unknown = (reason) => reason,
): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(errorOf(signal.reason));
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
    const settling =
      <Value>(settle: (value: Value) => void) =>
      (value: Value) => {
        signal.removeEventListener("abort", onAbort);
        settle(value);
      };
    work.then(settling(resolve), settling(reject));
  });
}
