/** How evidence for one attribute or trait is looked for. */
export interface EvidenceSettings {
  /** At most so many excerpts; 1 or more. */
  readonly maxExcerpts: number;
  /** An excerpt counts when its similarity to a passage of the answer is at least this, in 0..1. */
  readonly threshold: number;
  /** How often the judge is asked again for excerpts that could not be found; 0 or more. */
  readonly retryAttempts: number;
  /** `messages`: only what the answering model itself said counts, not its tools' calls and output. Default `all`. */
  readonly sources?: ExcerptSources;
}

/** Which parts of a trace may be quoted. */
type ExcerptSources = "all" | "messages";

/** `batch`: one call per step for all attributes or traits of an answer. `sequential`: one call per step for each. */
export type EvidenceStrategy = "batch" | "sequential";
