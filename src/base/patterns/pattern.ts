/** Flags of a regular expression, named as Python names them. */
export interface PatternFlags {
  readonly ignoreCase?: boolean;
  readonly multiline?: boolean;
  readonly dotAll?: boolean;
  readonly verbose?: boolean;
  readonly ascii?: boolean;
}

/** One match: the whole text, its groups (undefined where a group took no part) and its place. */
export interface PatternMatch {
  readonly text: string;
  readonly groups: readonly (string | undefined)[];
  /** Offset of the match in UTF-16 units. */
  readonly index: number;
}

/** How a text is searched. */
export interface SearchOptions extends PatternFlags {
  /** Most matches; default: all. */
  readonly limit?: number;
  /** Aborting it ends the search. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs regular expressions written in Python's dialect. A hostile pattern ends in an error, never in a stall.
 * Throws `KareninaError` with code `invalid_input` for a pattern that cannot be read and `sandbox_limit`
 * for one that took too long.
 */
export interface PatternEngine {
  /** Throws when the pattern cannot be read; the cheap check for validation. */
  validate(pattern: string, flags?: PatternFlags): void;
  /** All non-overlapping matches from left to right. */
  matches(pattern: string, text: string, options?: SearchOptions): Promise<readonly PatternMatch[]>;
  /**
   * A test for values where there is no time to wait: whether a pattern matches somewhere. All tests by it together
   * take a fraction of a second; beyond it they throw `sandbox_limit`.
   */
  valueTest(): (pattern: string, value: string) => boolean;
}
