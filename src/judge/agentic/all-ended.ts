/** What all give, once every one of them has come to its end; throws the first error then, so that nothing goes on unseen. */
export async function allEnded<T>(work: readonly Promise<T>[]): Promise<readonly T[]> {
  const settled = await Promise.allSettled(work);
  return settled.map((outcome) => {
    if (outcome.status === "rejected") throw outcome.reason;
    return outcome.value;
  });
}
