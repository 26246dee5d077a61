/** Runs work of one kind at the same time, and never beside work of another kind. */
export interface Alternation<Kind extends string> {
  run<T>(kind: Kind, work: () => Promise<T>): Promise<T>;
}

/**
 * A path that was checked must not change before it is used, so file tools and commands take turns: each kind waits for
 * what the other began before it.
 */
export function alternate<Kind extends string>(): Alternation<Kind> {
  let kind: Kind | undefined;
  let start: Promise<unknown> = Promise.resolve();
  let end: Promise<unknown> = Promise.resolve();
  return {
    run(wanted, work) {
      if (wanted !== kind) {
        kind = wanted;
        start = end;
      }
      const done = start.then(work);
      end = Promise.allSettled([end, done]);
      return done;
    },
  };
}
