/** What of results another form has other words for, or none. */
export interface MappedContent {
  /** What kind of thing it is. */
  readonly kind: MappedKind;
  /** Which one, such as `authentication`. */
  readonly from: string;
  /** What stands there instead; null: it is left out. */
  readonly to: string | null;
  /** In how many places. */
  readonly count: number;
}

/** Kinds of things that are mapped. */
export type MappedKind =
  | "failure category"
  | "failure reason"
  | "error"
  | "caveat"
  | "warnings"
  | "interface"
  | "extension"
  | "score"
  | "metric"
  | "hallucination risk"
  | "trait"
  | "section"
  | "formula"
  | "scenario"
  | "scenario outcome"
  | "scenario state";

/** Notes that something is mapped, once. */
export type NoteMapped = (kind: MappedKind, from: string, to: string | null) => void;

/** Who is told what was mapped, when everything is written. */
export type OnMapped = (mapped: readonly MappedContent[]) => void;

/** Counts what is mapped. */
export function mappingTally(): {
  readonly note: NoteMapped;
  /** In the order of first appearance. */
  readonly list: () => readonly MappedContent[];
} {
  const found = new Map<string, MappedContent>();
  return {
    note(kind, from, to) {
      const key = JSON.stringify([kind, from, to]);
      found.set(key, { kind, from, to, count: (found.get(key)?.count ?? 0) + 1 });
    },
    list: () => [...found.values()],
  };
}
