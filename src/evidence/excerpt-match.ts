/** A stretch of a text in UTF-16 units, end excluded. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** One place where a quotation and the passage it comes nearest to do not say the same. */
export interface Difference {
  /** What the quotation says there; empty where it leaves out what the text says. */
  readonly quoted: string;
  /** What the text says there; empty where it has nothing of the kind. */
  readonly said: string;
  /** What of the meaning it changes; null where it is spelling, case or punctuation only. */
  readonly changes: "number" | "unit" | "sign" | "negation" | "name" | "word" | null;
}

/** Where an excerpt stands in a text, or the passage that comes nearest to it. */
export interface ExcerptMatch {
  /**
   * How the passage differs. `exact`: in white space only; `typographic`: in what print and markup vary; `shortened`: in
   * what its ellipses stand for; `altered`: in what `differences` names; `none`: nothing is alike.
   */
  readonly kind: "exact" | "typographic" | "shortened" | "altered" | "none";
  /** 1: nothing differs; 0: nothing alike. In between: the share of the excerpt that is there. */
  readonly similarity: number;
  /** The passage in the original text; null when nothing is alike. */
  readonly range: TextRange | null;
  /** In the order of the excerpt; unless it is altered, only a word or number of which it holds a part. */
  readonly differences: readonly Difference[];
}

/** A text prepared for finding excerpts in it; made once per text by `indexText`. */
export interface TextIndex {
  readonly text: string;
  /** Where the excerpt stands. Never throws; an empty excerpt is not found. */
  locate(excerpt: string): ExcerptMatch;
}
