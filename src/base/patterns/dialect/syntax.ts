/** A run of code points, both ends included. */
export interface CodePointRange {
  readonly from: number;
  readonly to: number;
}

/** `\d`, `\s` or `\w` over all of Unicode, or its opposite. */
export interface UnicodeClass {
  readonly class: "digit" | "space" | "word";
  readonly negated: boolean;
}

export type SetItem = CodePointRange | UnicodeClass;

/** One character out of a set: also a plain character, `.` and `\d`. */
export interface SetNode {
  readonly kind: "set";
  readonly negated: boolean;
  readonly items: readonly SetItem[];
  readonly ignoreCase: boolean;
}

/** A regular expression in Python's dialect, read. Flags are already applied to the nodes they concern. */
export type PatternNode =
  | SetNode
  | { readonly kind: "sequence"; readonly nodes: readonly PatternNode[] }
  | { readonly kind: "alternation"; readonly branches: readonly PatternNode[] }
  | {
      readonly kind: "repeat";
      readonly node: PatternNode;
      readonly min: number;
      /** Absent: without end. */
      readonly max?: number;
      readonly lazy: boolean;
    }
  | { readonly kind: "group"; readonly node: PatternNode }
  /** What matched inside is not given back: `(?>…)`, and of `a++` the whole repetition. */
  | { readonly kind: "atomic"; readonly node: PatternNode; readonly ofRepeat: boolean }
  /** `(?(1)yes|no)`: by whether a group took part. */
  | {
      readonly kind: "conditional";
      readonly group: number;
      readonly yes: PatternNode;
      readonly no: PatternNode;
    }
  | { readonly kind: "lineStart" }
  | { readonly kind: "lineEnd" }
  | { readonly kind: "textStart" }
  | { readonly kind: "textEnd" }
  /** `$` without multiline: the end of the text, or before a newline that ends it. */
  | { readonly kind: "textEndOrNewline" }
  | { readonly kind: "boundary"; readonly negated: boolean }
  /** A boundary for which only ASCII letters, digits and `_` are word characters. */
  | { readonly kind: "asciiBoundary"; readonly negated: boolean }
  | { readonly kind: "lookahead"; readonly node: PatternNode; readonly negated: boolean }
  | {
      readonly kind: "lookbehind";
      readonly node: PatternNode;
      readonly negated: boolean;
      /** How many characters it looks back; only where what it holds must be read forwards. */
      readonly width?: number | undefined;
    }
  | { readonly kind: "backreference"; readonly group: number; readonly ignoreCase: boolean };

export type PatternKind = PatternNode["kind"];
export type NodeOf<Kind extends PatternKind> = Extract<PatternNode, { kind: Kind }>;

/** A pattern that was read, with the kinds of node in it. */
export interface ParsedPattern {
  readonly root: PatternNode;
  readonly groupCount: number;
  readonly kinds: ReadonlySet<PatternKind>;
}

export const LAST_CODE_POINT = 0x10ffff;

/** The code points outside the given ranges. */
export function complement(ranges: readonly CodePointRange[]): CodePointRange[] {
  const result: CodePointRange[] = [];
  let next = 0;
  for (const { from, to } of ranges.toSorted((left, right) => left.from - right.from)) {
    if (from > next) result.push({ from: next, to: from - 1 });
    next = Math.max(next, to + 1);
  }
  if (next <= LAST_CODE_POINT) result.push({ from: next, to: LAST_CODE_POINT });
  return result;
}
