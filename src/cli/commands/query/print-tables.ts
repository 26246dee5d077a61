import { allTables } from "../../../analysis/index.ts";
import { tableNamed } from "../../../query/index.ts";
import { type CommandIo, type ExitCode, print } from "../../command-io.ts";
import { aligned } from "../../report/table.ts";

/** Explains tables and their columns; all of them where none is named. */
export function printTables(names: readonly string[], io: Pick<CommandIo, "stdout">): ExitCode {
  const tables = names.length === 0 ? allTables : names.map(tableNamed);
  const width = io.stdout.columns || 80;
  for (const [at, { name, about, columns }] of tables.entries()) {
    print(io, `${at === 0 ? "" : "\n"}${name}: ${about}`);
    const rows = columns.map((column) => [`  ${column.name}`, column.type, column.about]);
    for (const line of aligned(rows, { room: { width } })) print(io, line);
  }
  if (names.length === 0)
    print(
      io,
      "\nEvery table has a column run in front: the name of the file. `result_id` joins tables of one run, `walk_id` those of its walks.",
    );
  return 0;
}
