/** The words of a command line, or why it has none. */
type SplitCommandLine =
  | { readonly ok: true; readonly words: readonly Word[] }
  | { readonly ok: false; readonly problem: string };

/** One word, and how much of its beginning was written without quotes or variables. */
interface Word {
  readonly text: string;
  readonly bare: string;
}

/** One piece of a command line; a word is one or more without white space between them. */
const piece =
  /(?<space>\s+)|'(?<single>[^']*)'|"(?<double>(?:[^"\\]|\\[\s\S])*)"|\\(?<escaped>[\s\S])|(?<plain>[^\s'"\\]+)/y;

/** `$NAME` and `${NAME}`. */
export const variablePattern = /\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g;
const variableOrEscape = /\\([\\"$`])|\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g;
const shellOnly = /[|&;<>()$`*?]/;

/**
 * Splits a command line into words with the quoting of a POSIX shell: single quotes, double quotes with `\"` and `\\`,
 * backslashes. `$NAME` and `${NAME}` are filled in, except in single quotes, and never split into further words. What
 * only a shell could carry out is a problem unless it is quoted.
 *
 * @param fill the value of a variable; may throw to refuse one
 */
export function splitCommandLine(line: string, fill: (name: string) => string): SplitCommandLine {
  const words: Word[] = [];
  let word: Word | undefined;
  let at = 0;
  while (at < line.length) {
    piece.lastIndex = at;
    const match = piece.exec(line);
    if (match === null) return { ok: false, problem: unfinished(line, at) };
    at = piece.lastIndex;
    const { space, single, double, escaped, plain } = match.groups ?? {};
    if (space !== undefined) {
      if (word !== undefined) words.push(word);
      word = undefined;
      continue;
    }
    const special = double === undefined ? shellPart(plain, word === undefined) : expansion(double);
    if (special !== undefined) return { ok: false, problem: needsShell(special) };
    const bare = word === undefined && plain !== undefined ? (plain.split("$")[0] ?? "") : "";
    const text = single ?? filledDouble(double, fill) ?? escaped ?? filledPlain(plain ?? "", fill);
    word = { text: (word?.text ?? "") + text, bare: word?.bare ?? bare };
  }
  if (word !== undefined) words.push(word);
  return { ok: true, words };
}

function shellPart(plain: string | undefined, startsWord: boolean): string | undefined {
  if (plain === undefined) return undefined;
  return startsWord && plain.startsWith("~")
    ? "~"
    : shellOnly.exec(plain.replaceAll(variablePattern, ""))?.[0];
}

const expansion = (double: string): string | undefined =>
  /[$`]/.exec(double.replaceAll(/\\[\s\S]/g, "").replaceAll(variablePattern, ""))?.[0];

const filledPlain = (plain: string, fill: (name: string) => string): string =>
  plain.replaceAll(variablePattern, (_, braced?: string, open?: string) => fill(braced ?? open ?? ""));

const filledDouble = (double: string | undefined, fill: (name: string) => string): string | undefined =>
  double?.replaceAll(
    variableOrEscape,
    (_, escaped?: string, braced?: string, open?: string) => escaped ?? fill(braced ?? open ?? ""),
  );

const needsShell = (special: string): string =>
  `${special} means something only to a shell, and no shell runs the command line; put it in single quotes if it is meant as it stands`;

function unfinished(line: string, at: number): string {
  const first = line[at];
  return first === "\\" ? "the command line ends with a backslash" : `the quote ${first} is never closed`;
}
