import { readFileSync } from "node:fs";

const page = readFileSync(new URL("../../../../docs/judging.md", import.meta.url), "utf8");

/**
 * How many calls a row of docs/judging.md says it takes, such as `2n + 1 + r`. The row is found by its table's first
 * heading and its own first column.
 */
export function documentedCalls(
  table: string,
  row: string,
  numbers: { readonly [name: string]: number },
): number {
  const lines =
    page
      .slice(page.indexOf(`| ${table} `))
      .split("\n\n")[0]
      ?.split("\n") ?? [];
  const cells = lines.map((line) => line.split("|").map((cell) => cell.trim()));
  const [, , formula] = cells.find(([, name]) => name === row) ?? [];
  if (formula === undefined) throw new Error(`docs/judging.md has no row "${row}" about ${table}`);
  return formula.split("+").reduce((sum, term) => sum + amountOf(term.trim(), numbers), 0);
}

function amountOf(term: string, numbers: { readonly [name: string]: number }): number {
  const [, factor = "", name = ""] = /^(\d*)([a-z]?)$/.exec(term) ?? [];
  const value = name === "" ? 1 : numbers[name];
  if (term === "" || value === undefined) throw new Error(`docs/judging.md: "${term}" means no number here`);
  return (factor === "" ? 1 : Number(factor)) * value;
}
