/** Most brackets that Python opens within each other. */
const most = 200;

const token = /#[^\n]*|("""|'''|"|')|[([{]|[)\]}]/g;
const ends: ReadonlyMap<string, RegExp> = new Map([
  ['"""', /(?:[^"\\]|\\[\s\S]|"(?!""))*(?:"""|$)/y],
  ["'''", /(?:[^'\\]|\\[\s\S]|'(?!''))*(?:'''|$)/y],
  ['"', /(?:[^"\\\n]|\\[\s\S])*(?:["\n]|$)/y],
  ["'", /(?:[^'\\\n]|\\[\s\S])*(?:['\n]|$)/y],
]);

/** Where the first bracket stands that is nested deeper than Python takes it; undefined where there is none. */
export function tooManyBrackets(source: string): number | undefined {
  if (source.length <= most) return undefined;
  let depth = 0;
  token.lastIndex = 0;
  for (let found = token.exec(source); found !== null; found = token.exec(source)) {
    const [text, quote] = found;
    if (quote !== undefined) token.lastIndex = endOfString(source, quote, token.lastIndex);
    else if ("([{".includes(text)) depth += 1;
    else if (")]}".includes(text)) depth -= 1;
    if (depth > most) return found.index;
  }
  return undefined;
}

function endOfString(source: string, quote: string, from: number): number {
  const end = ends.get(quote);
  if (end === undefined) return from;
  end.lastIndex = from;
  return end.test(source) ? end.lastIndex : source.length;
}
