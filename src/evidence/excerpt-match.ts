/** Where an excerpt stands in a text, or the passage that comes nearest to it. */
export interface ExcerptMatch {
  /** 1: verbatim, apart from white space and typography; 0: nothing alike. In between: the share of the excerpt that is there. */
  readonly similarity: number;
  /** Offsets of the passage in the original text, in UTF-16 units, end excluded; null when nothing is alike. */
  readonly range: { readonly start: number; readonly end: number } | null;
  /** How it was found: `exact` (white space aside), `typographic`, `parts` (joined by ellipses), `alignment`; `none`. */
  readonly found: "exact" | "typographic" | "parts" | "alignment" | "none";
}

/** A text prepared for finding excerpts in it; made once per text by `indexText`. */
export interface TextIndex {
  readonly text: string;
  /** Where the excerpt stands. Never throws; an empty excerpt is not found. */
  locate(excerpt: string): ExcerptMatch;
}
