import { KareninaError } from "../base/index.ts";
import type { Store, WorkQueue } from "../stores/index.ts";

/** The queue of a store that machines share. Throws `configuration` for one in a file. */
export function requireQueue({ name, queue }: Store): WorkQueue {
  if (queue !== undefined) return queue;
  throw new KareninaError("configuration", `${name} is a store for one machine.`, {
    hint: "Machines share a store in PostgreSQL: --store postgres://…",
  });
}
