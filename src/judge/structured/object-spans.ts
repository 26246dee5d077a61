/** A piece of text from `start` up to, not including, `end`. */
interface Span {
  readonly start: number;
  readonly end: number;
}

const unvisited = 0;
const unclosed = -1;
/** How often the text may be read to its end in vain; more only happens in text made to be slow. */
const mostFutileReadings = 16;

/** A brace, a quoted key and its colon: certainly an object. */
const objectWithKey = /\{\s*"(?:[^"\\]|\\.)*"\s*:/y;

/**
 * The outermost `{…}` of a text from left to right, braces in double-quoted strings not counted. A brace that is
 * never closed is passed over; but the parts of an object that is never closed are not objects of their own.
 * Time is linear in the length of the text.
 */
export function objectSpans(text: string): readonly Span[] {
  const spans: Span[] = [];
  let start = text.indexOf("{");
  if (start === -1 || !text.includes("}")) return spans;
  /** For each opening brace: the offset after its closing one, or `unclosed`. */
  const ends = new Int32Array(text.length);
  let futileReadings = 0;
  while (start !== -1) {
    if (ends[start] === unvisited) {
      if (futileReadings === mostFutileReadings) return spans;
      readFrom(text, start, ends);
      if (ends[start] === unclosed) futileReadings += 1;
    }
    const end = ends[start] ?? unclosed;
    if (end !== unclosed) spans.push({ start, end });
    start = text.indexOf("{", end === unclosed ? start + 1 : end);
  }
  return spans;
}

/** Follows the text from one opening brace to its end, and notes the end of every brace opened on the way. */
function readFrom(text: string, start: number, ends: Int32Array): void {
  const open: number[] = [];
  const closed: number[] = [];
  let inString = false;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (inString) {
      if (character === "\\") index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === "{") open.push(index);
    else if (character === "}") {
      const opened = open.pop();
      if (opened !== undefined) {
        ends[opened] = index + 1;
        closed.push(opened);
      }
      if (open.length === 0) return;
    }
  }
  for (const opened of open) ends[opened] = unclosed;
  const pattern = new RegExp(objectWithKey);
  const opensObject = (brace: number) => {
    pattern.lastIndex = brace;
    return pattern.test(text);
  };
  const unfinished = open.find(opensObject) ?? text.length;
  for (const opened of closed) if (opened > unfinished) ends[opened] = unclosed;
}
