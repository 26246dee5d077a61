const special = /[.+^$()|\\[\]{}*?]/g;
const escaped = (text: string): string => text.replaceAll(special, String.raw`\$&`);

/**
 * The regular expression of a glob, for a whole relative path: `*` and `?` stay within a name, `**` goes through
 * folders, `[…]` is one of several characters, `{a,b}` one of several texts. A glob without `/` is about names alone.
 */
export function globPattern(glob: string): string {
  const anywhere = glob.includes("/") ? "" : "(?:.*/)?";
  return String.raw`\A${anywhere}${translate(glob.replace(/^(?:\.?\/)+/, ""))}\Z`;
}

function translate(glob: string): string {
  let pattern = "";
  let open = 0;
  for (let rest = glob; rest !== ""; ) {
    const piece = pieceOf(rest, open > 0);
    pattern += piece.pattern;
    open += piece.opens ?? 0;
    rest = rest.slice(piece.length);
  }
  return pattern + ")".repeat(open);
}

interface Piece {
  readonly length: number;
  readonly pattern: string;
  readonly opens?: 1 | -1;
}

function pieceOf(rest: string, inBraces: boolean): Piece {
  if (rest.startsWith("**/")) return { length: 3, pattern: "(?:.*/)?" };
  if (rest.startsWith("**")) return { length: 2, pattern: ".*" };
  if (rest.startsWith("*")) return { length: 1, pattern: "[^/]*" };
  if (rest.startsWith("?")) return { length: 1, pattern: "[^/]" };
  const [set, negated, members = ""] = /^\[(!|\^)?(\]?[^\]/]+)\]/.exec(rest) ?? [];
  if (set !== undefined) {
    const inside = members.replaceAll(/[\\^[\]]/g, String.raw`\$&`);
    return { length: set.length, pattern: negated ? `[^/${inside}]` : `[${inside}]` };
  }
  if (rest.startsWith("{") && rest.includes("}")) return { length: 1, pattern: "(?:", opens: 1 };
  if (inBraces && rest.startsWith(",")) return { length: 1, pattern: "|" };
  if (inBraces && rest.startsWith("}")) return { length: 1, pattern: ")", opens: -1 };
  const [character = ""] = rest;
  return { length: character.length, pattern: escaped(character) };
}
