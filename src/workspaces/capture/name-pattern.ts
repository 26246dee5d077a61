/** A name pattern taken apart; each part takes one character, `rest` any number of them. */
type PatternPart =
  | { readonly kind: "rest" }
  | { readonly kind: "any" }
  | { readonly kind: "one"; readonly character: string }
  | {
      readonly kind: "set";
      readonly negated: boolean;
      readonly ranges: readonly (readonly [string, string])[];
    };

/**
 * Compiles a shell pattern as Python's `fnmatch` reads it: `*` takes any characters, also `/`; `?` one; `[abc]`, `[a-z]` and
 * `[!a]` one of a set. It matches the whole text, minding case. Takes at most pattern × text steps, whatever they are.
 *
 * @example
 * namePattern("*.pyc")("pkg/a.pyc"); // true
 */
export function namePattern(pattern: string): (text: string) => boolean {
  const parts = partsOf([...pattern]);
  return (text) => matches(parts, [...text]);
}

function partsOf(pattern: readonly string[]): readonly PatternPart[] {
  const parts: PatternPart[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at] ?? "";
    if (character === "*") {
      if (parts.at(-1)?.kind !== "rest") parts.push({ kind: "rest" });
    } else if (character === "?") parts.push({ kind: "any" });
    else if (character === "[") {
      const end = endOfSet(pattern, at);
      // without its end, a bracket stands for itself
      if (end < 0) parts.push({ kind: "one", character });
      else {
        parts.push(setOf(pattern.slice(at + 1, end)));
        at = end;
      }
    } else parts.push({ kind: "one", character });
  }
  return parts;
}

/** A bracket that closes right after the opening, or after its `!`, belongs to the set. */
function endOfSet(pattern: readonly string[], start: number): number {
  const first = pattern[start + 1] === "!" ? start + 2 : start + 1;
  return pattern.indexOf("]", first + 1);
}

function setOf(content: readonly string[]): PatternPart {
  const negated = content[0] === "!";
  const members = negated ? content.slice(1) : content;
  const ranges: [string, string][] = [];
  for (let at = 0; at < members.length; at++) {
    const from = members[at] ?? "";
    const to = members[at + 2];
    if (members[at + 1] === "-" && to !== undefined) {
      ranges.push([from, to]);
      at += 2;
    } else ranges.push([from, from]);
  }
  return { kind: "set", negated, ranges };
}

/** Goes forward, and back only to the last `*`: what an earlier one took need not change. */
function matches(parts: readonly PatternPart[], text: readonly string[]): boolean {
  let part = 0;
  let at = 0;
  let restPart = -1;
  let restAt = 0;
  while (at < text.length) {
    const wanted = parts[part];
    if (wanted?.kind === "rest") {
      restPart = part;
      restAt = at;
      part += 1;
    } else if (wanted !== undefined && takes(wanted, text[at] ?? "")) {
      part += 1;
      at += 1;
    } else if (restPart >= 0) {
      restAt += 1;
      at = restAt;
      part = restPart + 1;
    } else return false;
  }
  while (parts[part]?.kind === "rest") part += 1;
  return part === parts.length;
}

function takes(part: PatternPart, character: string): boolean {
  if (part.kind === "one") return part.character === character;
  if (part.kind !== "set") return true;
  const code = codeOf(character);
  const inside = part.ranges.some(([from, to]) => codeOf(from) <= code && code <= codeOf(to));
  return inside !== part.negated;
}

const codeOf = (character: string) => character.codePointAt(0) ?? -1;
