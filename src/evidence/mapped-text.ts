/** A text made from another one, with the place in the original that each of its UTF-16 units comes from. */
export interface MappedText {
  readonly text: string;
  /** Per unit: where in the original its source begins. */
  readonly starts: Int32Array;
  /** Per unit: where in the original its source ends (excluded). */
  readonly ends: Int32Array;
}

/** The first unit of a mapped text that comes from `place` in the original or from behind it. */
export function unitFrom({ starts }: MappedText, place: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first unit of a mapped text whose source ends behind `place` in the original. */
export function unitAround({ ends }: MappedText, place: number): number {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ends[middle] ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  return low;
}

const space = 0x20;
const unitsAtOnce = 8192;

/** Collects the units of a {@link MappedText}; runs of white space become one space, and none stands at the ends. */
export class MappedTextWriter {
  private units: Uint16Array;
  private starts: Int32Array;
  private ends: Int32Array;
  private length = 0;
  private spaceAt = -1;

  constructor(expectedLength: number) {
    const capacity = expectedLength + 16;
    this.units = new Uint16Array(capacity);
    this.starts = new Int32Array(capacity);
    this.ends = new Int32Array(capacity);
  }

  /** Notes white space at `start` of the original; written only once something follows. */
  space(start: number): void {
    if (this.spaceAt < 0 && this.length > 0) this.spaceAt = start;
  }

  unit(unit: number, start: number, end: number): void {
    if (this.spaceAt >= 0) {
      const at = this.spaceAt;
      this.spaceAt = -1;
      this.write(space, at, at + 1);
    }
    this.write(unit, start, end);
  }

  /** The unit written last; 0 where white space follows it or there is none. */
  last(): number {
    return this.spaceAt >= 0 ? 0 : (this.units[this.length - 1] ?? 0);
  }

  finish(): MappedText {
    const pieces: string[] = [];
    for (let from = 0; from < this.length; from += unitsAtOnce) {
      const piece = this.units.subarray(from, Math.min(this.length, from + unitsAtOnce));
      pieces.push(Reflect.apply(String.fromCharCode, undefined, piece));
    }
    return {
      text: pieces.join(""),
      starts: this.starts.subarray(0, this.length),
      ends: this.ends.subarray(0, this.length),
    };
  }

  private write(unit: number, start: number, end: number): void {
    if (this.length === this.units.length) this.grow();
    this.units[this.length] = unit;
    this.starts[this.length] = start;
    this.ends[this.length] = end;
    this.length += 1;
  }

  private grow(): void {
    const capacity = this.units.length * 2;
    const units = new Uint16Array(capacity);
    const starts = new Int32Array(capacity);
    const ends = new Int32Array(capacity);
    units.set(this.units);
    starts.set(this.starts);
    ends.set(this.ends);
    this.units = units;
    this.starts = starts;
    this.ends = ends;
  }
}
