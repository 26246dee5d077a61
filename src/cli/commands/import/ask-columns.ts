import { KareninaError } from "../../../base/index.ts";
import { type ColumnChoice, type ColumnRequest, chooseColumns, type Table } from "../../../import/index.ts";
import type { Prompts } from "../../interactive/prompts.ts";
import { columnLines } from "./describe-table.ts";

/** What somebody at a terminal is asked about columns, in this order. */
const asked = [
  ["question", "Which column holds the question?"],
  ["answer", "Which column holds the expected answer?"],
  ["id", "Which column holds an id?"],
  ["keywords", "Which column holds keywords?"],
  ["author", "Which column says who wrote the question?"],
  ["url", "Which column says where the answer can be looked up?"],
  ["notes", "Which column holds notes about the answer?"],
] as const;

/** Has somebody confirm what each column is, or say it. */
export async function askColumns(
  prompts: Prompts,
  table: Table,
  request: ColumnRequest,
): Promise<ColumnChoice> {
  let proposed = proposal(table, request);
  for (;;) {
    if (proposed !== undefined) {
      await prompts.note("Columns", columnLines(proposed));
      if (await prompts.yesOrNo({ message: "Is that right?", initial: true })) return proposed;
    }
    proposed = chooseColumns(table, await askEach(prompts, table, proposed));
  }
}

/** Asks for one of several names. */
export function askOne(prompts: Prompts, message: string, names: readonly string[]): Promise<string> {
  const choices = names.map((name) => ({ value: name, label: name }));
  return prompts.choice({ message, initial: names[0] ?? "", choices });
}

/** Undefined where question or answer is not known by name. */
function proposal(table: Table, request: ColumnRequest): ColumnChoice | undefined {
  try {
    return chooseColumns(table, request);
  } catch (error) {
    if (KareninaError.isInstance(error) && error.code === "invalid_input") return undefined;
    throw error;
  }
}

const none = "";

async function askEach(
  prompts: Prompts,
  { columns, rows }: Table,
  proposed: ColumnChoice | undefined,
): Promise<ColumnRequest> {
  const chosen = new Map<string, string>();
  for (const [role, message] of asked) {
    const free = columns.filter((column) => ![...chosen.values()].includes(column));
    const isNeeded = role === "question" || role === "answer";
    const before = role === "keywords" ? proposed?.keywords[0]?.column : proposed?.[role];
    const initial = before !== undefined && free.includes(before) ? before : isNeeded ? free[0] : none;
    const choices = free.map((column) => ({ value: column, label: column, hint: example(column) }));
    const choice = await prompts.choice({
      message,
      initial: initial ?? none,
      choices: isNeeded ? choices : [{ value: none, label: "None" }, ...choices],
    });
    if (choice !== none) chosen.set(role, choice);
  }
  const { keywords, ...others } = Object.fromEntries(chosen);
  const left = columns.filter((column) => ![...chosen.values()].includes(column));
  return { ...others, keywords: keywords === undefined ? [] : [{ column: keywords }], properties: left };

  function example(column: string): string {
    const place = columns.indexOf(column);
    const cell = rows.map(({ cells }) => cells[place]).find((one) => one !== undefined && one !== "");
    return typeof cell === "string" ? cell.replaceAll(/\s+/g, " ").slice(0, 40) : "";
  }
}
