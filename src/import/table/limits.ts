import { KareninaError } from "../../base/index.ts";

/** A longer cell is an error: spreadsheets keep 32,767 characters. */
export const mostCellCharacters = 1_000_000;

/** What a table may hold in all. */
const most = { rows: 1_000_000, cells: 10_000_000, columns: 16_384 };

/** Throws `invalid_input` for more than is read. */
export function checkSize(
  name: string,
  found: { readonly rows?: number; readonly cells?: number; readonly columns?: number },
): void {
  for (const [what, limit] of Object.entries(most)) {
    const count = found[what as keyof typeof most]; // its own keys
    if (count === undefined || count <= limit) continue;
    throw new KareninaError(
      "invalid_input",
      `${name}: expected at most ${limit.toLocaleString("en")} ${what}, found more.`,
      { hint: "Import it in parts." },
    );
  }
}
