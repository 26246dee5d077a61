/** A small terminal: what is written to it ends up where a real one would show it. */
interface Screen {
  readonly isTTY: true;
  readonly columns: number;
  write(text: string): void;
  /** The lines as they stand, without spaces at their ends. */
  lines(): readonly string[];
}

const sequence = new RegExp(`${String.fromCharCode(27)}\\[(\\d*)([A-Za-z])`, "y");

/**
 * Understands line ends, carriage returns, lines that wrap, moving up and erasing to the end; colours are passed over.
 * Throws for anything else, which nothing of ours should write.
 */
export function openScreen(columns: number): Screen {
  const rows: string[] = [""];
  let row = 0;
  let column = 0;

  function put(character: string): void {
    if (column === columns) newLine();
    const before = (rows[row] ?? "").padEnd(column);
    rows[row] = before.slice(0, column) + character + before.slice(column + 1);
    column += 1;
  }

  function newLine(): void {
    row += 1;
    column = 0;
    rows[row] ??= "";
  }

  const controls: { readonly [letter: string]: (count: number) => void } = {
    A: (count) => {
      row = Math.max(0, row - count);
    },
    J: () => {
      rows.splice(row + 1);
      rows[row] = (rows[row] ?? "").slice(0, column);
    },
    m: () => undefined,
  };

  return {
    isTTY: true,
    columns,
    write(text) {
      for (let at = 0; at < text.length; ) {
        sequence.lastIndex = at;
        const [found = "", count = "", letter = ""] = sequence.exec(text) ?? [];
        const control = controls[letter];
        const character = text.charAt(at);
        if (control !== undefined) control(Number(count || 1));
        else if (character === "\n") newLine();
        else if (character === "\r") column = 0;
        else if (character < " ")
          throw new Error(`This screen does not know ${JSON.stringify(text.slice(at, at + 6))}.`);
        else put(character);
        at += Math.max(found.length, 1);
      }
    },
    lines: () => rows.map((line) => line.trimEnd()),
  };
}
