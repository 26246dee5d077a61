import { LogRow } from "../result/index.ts";
import {
  amountsOfStages,
  contextSql,
  keptReferences,
  ordinaryRow,
  plainAmounts,
  undeniedReads,
  undeniedVerdict,
} from "./sql/context-sql.ts";
import { tablesInSql } from "./sql/list.ts";
import { sqlName, type TableSql } from "./sql/table-sql.ts";
import { storedType, wantedMembers } from "./stored-type.ts";
import type { WantedColumns } from "./wanted-columns.ts";

/** A column of a table that is read by SQL, as SQL. */
const columnSql = ({ columns }: TableSql, name: string): string =>
  columns[name] ?? contextSql[name] ?? "null";

/** The members of a result that some SQL reads. */
function readsOf({ aliases }: Pick<TableSql, "aliases">, sql: string): readonly string[] {
  return [...sql.matchAll(/\b([a-z]+)((?:(?:\[[^\]]*\])?\.[a-z_]+)+)/g)].flatMap(
    ([, alias = "", path = ""]) => {
      const members = path.replaceAll(/\[[^\]]*\]/g, "");
      if (alias === "r") return [members.slice(1)];
      const place = Object.hasOwn(aliases, alias) ? aliases[alias] : undefined;
      return place === undefined ? [] : [place + members];
    },
  );
}

const ofVerdict = /\br\.metadata\.(?:failure|error|completed_without_errors)\b/;

/** How results are read for the wanted columns. */
export function readingOf(wanted: WantedColumns): { readonly type: string; readonly isOrdinary: string } {
  const ofTables = [...wanted].flatMap(([name, columns]) => {
    const table = tablesInSql[name];
    return table === undefined
      ? []
      : [
          {
            table,
            sql: [
              ...(table.before ?? []),
              table.parts,
              ...[...columns].map((column) => columnSql(table, column)),
            ].join("\n"),
          },
        ];
  });
  const needsVerdict = ofTables.some(({ sql }) => ofVerdict.test(sql));
  const ofRow = needsVerdict ? `${ordinaryRow} and ${undeniedVerdict}` : ordinaryRow;
  const reads = [
    ...readsOf({ aliases: {} }, ofRow),
    ...(needsVerdict ? undeniedReads : []),
    ...ofTables.flatMap(({ table, sql }) => readsOf(table, sql)),
  ];
  const isOrdinary = `${ofRow} and ${plainAmounts(reads)} and ${keptReferences(reads)}`;
  return { type: storedType(LogRow, wantedMembers(reads), amountsOfStages), isOrdinary };
}

/** Selects columns of a table from `results_read`; undefined for a table without SQL of its own. */
export function rowsBySql(name: string, columns: Iterable<string>): string | undefined {
  const table = tablesInSql[name];
  if (table === undefined) return undefined;
  const { before = [], parts, where = "true" } = table;
  const source = [...before, parts]
    .filter((part) => part !== "")
    .reduce((from, part) => `(select *, ${part} from ${from})`, "results_read");
  const selected = [...columns].map((column) => `${columnSql(table, column)} as ${sqlName(column)}`);
  return `select ${["run", ...selected].join(", ")} from ${source} where ${where}`;
}
