/** Texts that stand in another one, and where: in characters as Unicode counts them (code points), from 0, end excluded. */
export interface TextStretches {
  /** How many characters there are. */
  readonly length: number;
  /** Where a text stands; one that follows what was found last is preferred. Undefined: nowhere. */
  find(text: string): readonly [start: number, end: number] | undefined;
  /** What stands there; undefined where the places are none of the text. */
  cut(start: number, end: number): string | undefined;
}

/** Looks up stretches of a text. */
export function stretchesOf(text: string): TextStretches {
  const units = unitsOfCharacters(text);
  const length = units === null ? text.length : units.length - 1;
  let from = 0;
  return {
    length,
    find(wanted) {
      const next = text.indexOf(wanted, from);
      const at = next === -1 && from > 0 ? text.indexOf(wanted) : next;
      if (at === -1) return undefined;
      from = at + wanted.length;
      const [start, end] = [characterAt(units, at), characterAt(units, from)];
      return start === undefined || end === undefined ? undefined : [start, end];
    },
    cut: (start, end) =>
      0 <= start && start <= end && end <= length
        ? text.slice(units?.[start] ?? start, units?.[end] ?? end)
        : undefined,
  };
}

/** Where each character begins, in UTF-16 units, and where the text ends; null where these are the same as characters. */
function unitsOfCharacters(text: string): Uint32Array | null {
  if (!/[\ud800-\udfff]/.test(text)) return null;
  const units = new Uint32Array(text.length + 1);
  let [count, unit] = [0, 0];
  for (const character of text) {
    units[count++] = unit;
    unit += character.length;
  }
  units[count] = unit;
  return units.subarray(0, count + 1);
}

/** Which character begins at a place; undefined within one. */
function characterAt(units: Uint32Array | null, unit: number): number | undefined {
  if (units === null) return unit;
  let [low, high] = [0, units.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((units[middle] ?? 0) < unit) low = middle + 1;
    else high = middle;
  }
  return units[low] === unit ? low : undefined;
}
