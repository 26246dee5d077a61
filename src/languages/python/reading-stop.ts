/** Where something stands in a source. */
export interface SourcePlace {
  readonly from: number;
}

/** Ends a reading from wherever it stands; {@link readPythonTemplate} makes its result of it. */
export class ReadingStop extends Error {
  readonly kind: "code" | "mistake";
  /** Where in the source, in UTF-16 units. */
  readonly from: number;

  constructor(kind: "code" | "mistake", message: string, from: number) {
    super(message);
    this.kind = kind;
    this.from = from;
  }
}

/** Ends the reading: what stands there has to be run to be known. */
export function isCode(construct: string, { from }: SourcePlace): never {
  throw new ReadingStop("code", construct, from);
}

/** Ends the reading: what stands there can never be a template. */
export function isMistake(message: string, { from }: SourcePlace): never {
  throw new ReadingStop("mistake", message, from);
}

/** What an action gives, or undefined where it would have to be run to be known. */
export function unlessCode<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof ReadingStop && error.kind === "code") return undefined;
    throw error;
  }
}

/** What an action gives, or undefined where it ends the reading in any way. */
export function unlessStopped<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof ReadingStop) return undefined;
    throw error;
  }
}
