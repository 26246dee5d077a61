import { KareninaError } from "../../base/index.ts";

/** A longer cell is an error: spreadsheets keep 32,767 characters. */
export const mostCellCharacters = 1_000_000;

export const mostRows = 1_000_000;

/** What a table may hold in all. */
const most = { rows: mostRows, cells: 10_000_000, columns: 16_384 };

/** Throws `invalid_input` for more than is read. */
export function checkSize(
  name: string,
  found: { readonly rows?: number; readonly cells?: number; readonly columns?: number },
): void {
  for (const [what, limit] of Object.entries(most)) {
    const count = found[what as keyof typeof most]; // its own keys
    if (count === undefined || count <= limit) continue;
    throw tooLarge(name, what as keyof typeof most);
  }
}

/** The error for a table that has more than is read. */
export function tooLarge(name: string, what: keyof typeof most): KareninaError {
  return new KareninaError(
    "invalid_input",
    `${name}: expected at most ${most[what].toLocaleString("en")} ${what}, found more.`,
    { hint: "Import it in parts." },
  );
}
