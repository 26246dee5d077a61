/** Up to here the engine's own search is used; its worst case takes time proportional to both lengths. */
const shortPattern = 1000;

/**
 * The first place at or after `from` where `pattern` stands in `text` and `accepts` agrees; -1 where there is none.
 *
 * Linear in the text for long patterns, whatever they repeat (Knuth, Morris and Pratt 1977).
 */
export function find(
  text: string,
  pattern: string,
  from: number,
  accepts: (start: number) => boolean = () => true,
): number {
  if (pattern === "") return -1;
  if (pattern.length > shortPattern) return findLong(text, pattern, from, accepts);
  let at = text.indexOf(pattern, from);
  while (at >= 0 && !accepts(at)) at = text.indexOf(pattern, at + 1);
  return at;
}

function findLong(text: string, pattern: string, from: number, accepts: (start: number) => boolean): number {
  if (pattern.length > text.length - from) return -1;
  const borders = bordersOf(pattern);
  let matched = 0;
  for (let at = from; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    while (matched > 0 && pattern.charCodeAt(matched) !== unit) matched = borders[matched - 1] ?? 0;
    if (pattern.charCodeAt(matched) === unit) matched += 1;
    if (matched === pattern.length) {
      const start = at - matched + 1;
      if (accepts(start)) return start;
      matched = borders[matched - 1] ?? 0;
    }
  }
  return -1;
}

/** Per length of a prefix (less one): the longest proper prefix of it that is also its suffix. */
function bordersOf(pattern: string): Int32Array {
  const borders = new Int32Array(pattern.length);
  let matched = 0;
  for (let at = 1; at < pattern.length; at += 1) {
    const unit = pattern.charCodeAt(at);
    while (matched > 0 && pattern.charCodeAt(matched) !== unit) matched = borders[matched - 1] ?? 0;
    if (pattern.charCodeAt(matched) === unit) matched += 1;
    borders[at] = matched;
  }
  return borders;
}
