/** What a unit of a marked-up text is to a reader. */
export const unitClass = {
  /** Said. */
  text: 0,
  /** Said, and not to be read as markup: code. */
  code: 1,
  /** Signs of markup. */
  hidden: 2,
  /** Where something leads to: seen only in the source. */
  address: 3,
  /** Said beside the text: marks of references, numbers of a list. A quotation may leave them out. */
  aside: 4,
  /** Written and not said: struck out, or a comment. */
  unsaid: 5,
} as const;

/** What a stretch of a text is read as. */
interface Replacement {
  readonly end: number;
  readonly text: string;
}

/** What each unit of a text is to a reader; filled by one reader of markup after the other, the first one's word stands. */
export interface UnitClasses {
  readonly text: string;
  readonly classes: Uint8Array;
  /** Stretches that are read as something else, by where they begin; they hold no other class than `text`. */
  readonly replacements: Map<number, Replacement>;
}

/** Gives a class to the units from `start` to `end` that have none yet. */
export function setClass({ classes }: UnitClasses, start: number, end: number, to: number): void {
  for (let at = start; at < end; at += 1) {
    if (classes[at] === unitClass.text) classes[at] = to;
  }
}

/** Gives the class of addresses to all units from `start` to `end`: nothing in an address is said, in code neither. */
export function setAddress({ classes }: UnitClasses, start: number, end: number): void {
  classes.fill(unitClass.address, start, end);
}

/** Takes back all units from `start` to `end`, whatever they are. */
export function setUnsaid({ classes }: UnitClasses, start: number, end: number): void {
  classes.fill(unitClass.unsaid, start, end);
}

/** Whether markup may be read at a place: nobody has said yet what stands there. */
export function isOpen({ classes, replacements }: UnitClasses, at: number): boolean {
  return classes[at] === unitClass.text && !replacements.has(at);
}

/** Has a stretch read as another text; hides it where that is empty. */
export function replace(units: UnitClasses, start: number, end: number, text: string): void {
  if (text === "") setClass(units, start, end, unitClass.hidden);
  else units.replacements.set(start, { end, text });
}
