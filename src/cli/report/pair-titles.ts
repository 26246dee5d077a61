import { type NamedPairs, pairNames } from "../../report/index.ts";
import { cutToColumns } from "./columns.ts";
import type { Terminal } from "./terminal.ts";

/** Where lines are not wrapped a longer name would push the numbers out of reach. */
const longestPiped = 60;

/** `pairNames` for the first column of a table: whole at a terminal, which wraps them, else in at most 60 columns. */
export function pairTitles(
  summary: NamedPairs,
  { interactive }: Pick<Terminal, "interactive">,
): readonly string[] {
  return pairNames(summary).map((name) => (interactive ? name : cutToColumns(name, longestPiped)));
}
