import { KareninaError } from "../base/index.ts";
import { type LineSource, parseLogHeader, type ReadLogHeader } from "../result/index.ts";
import type { Store } from "../stores/index.ts";

/** How a run of a store is called, and where its tables are. */
const calledIn = ({ name, queue }: Store, run: string) => ({
  run: `run ${run.slice(0, 8)} in ${name}`,
  schema: queue === undefined ? "" : "karenina.",
});

/** Where a row of a run stands, and what to do where it is damaged. */
export function rowSource(store: Store, run: string, seq: number): LineSource {
  const called = calledIn(store, run);
  const again =
    store.queue === undefined
      ? "`npx karenina verify --resume` with the run's log brings it back"
      : `\`npx karenina runs resume ${run.slice(0, 8)}\` asks for it again`;
  return {
    name: `Row ${seq} of ${called.run}`,
    hint: `To go on without that result: delete from ${called.schema}result where seq = ${seq}; ${again}.`,
  };
}

/**
 * The first line of a run's log.
 *
 * @throws KareninaError `file_unreadable` for one that no log can begin with, `format_from_future` for one of a newer version.
 */
export function storedHeader(store: Store, run: string, header: string): ReadLogHeader {
  const called = calledIn(store, run);
  const name = `The first line of ${called.run}`;
  const hint = `That line is the column header of the table ${called.schema}run; put it back from a backup of the database.`;
  if (header.includes("\n"))
    throw new KareninaError("file_unreadable", `${name} is damaged: it has several lines.`, { hint });
  try {
    return parseLogHeader(header, `The log of ${called.run}`);
  } catch (error) {
    if (!KareninaError.isInstance(error) || error.code === "format_from_future") throw error;
    throw new KareninaError("file_unreadable", error.message, { hint, cause: error });
  }
}
