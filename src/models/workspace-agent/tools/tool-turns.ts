/** The order of tools that work on the same files. */
export interface ToolTurns {
  /** Runs work in the order of asking: what changes something alone, what only looks together with others that look. */
  take<T>(changes: boolean, work: () => Promise<T>): Promise<T>;
}

/** A model may ask for several tools in one reply, to write a file and to run it. */
export function toolTurns(): ToolTurns {
  let change: Promise<unknown> = Promise.resolve();
  let looks: Promise<unknown>[] = [];
  const quiet = (work: Promise<unknown>) => work.catch(() => undefined);
  return {
    take(changes, work) {
      const before = changes ? Promise.all([change, ...looks]) : change;
      const done = before.then(work);
      if (changes) {
        change = quiet(done);
        looks = [];
      } else looks.push(quiet(done));
      return done;
    },
  };
}
