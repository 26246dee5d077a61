import type { JsonObject } from "../base/index.ts";

/**
 * Rubric traits as they stand in a checkpoint: one Rating node per trait, kept whole. Nothing in them is ever executed.
 * Their structure is checked when they enter; their meaning is the rubric room's.
 */
export interface StoredRubric {
  readonly nodes: readonly JsonObject[];
}

/** A rubric without traits. */
export const noRubric: StoredRubric = Object.freeze({ nodes: Object.freeze([]) });
