import type { RejectedExcerpt } from "../../result/index.ts";
import type { Judge } from "../judge.ts";
import { type CallCounter, countCalls } from "./count-calls.ts";

/** The steps of judging a trait from evidence, in order. */
type TraitStage =
  | "excerpt_extraction"
  | "hallucination_assessment"
  | "reasoning_generation"
  | "score_extraction";

/** What one trait has come through so far. */
interface TraitProgress {
  readonly stagesCompleted: readonly TraitStage[];
  readonly modelCalls: number;
  readonly excerptRetryCount: number;
}

/** What has happened while the traits of one answer are judged. */
export interface TraitLog {
  /** The judge, its calls counted for each of these traits, and once in all. */
  judgeFor(traits: readonly string[]): Judge;
  addStage(stage: TraitStage, traits: readonly string[]): void;
  addRetry(trait: string): void;
  addRejected(trait: string, rejected: readonly RejectedExcerpt[]): void;
  addWarning(warning: string): void;
  progressOf(trait: string): TraitProgress;
  /** Quotations of every attempt that are no evidence. */
  rejectedOf(trait: string): readonly RejectedExcerpt[];
  readonly modelCalls: number;
  readonly warnings: readonly string[];
}

/** An empty log of a judge's work. */
export function traitLog(judge: Judge): TraitLog {
  const all = countCalls();
  const entries = new Map<
    string,
    { calls: CallCounter; stages: TraitStage[]; retries: number; rejected: RejectedExcerpt[] }
  >();
  const warnings: string[] = [];
  const entryOf = (trait: string) => {
    const entry = entries.get(trait) ?? { calls: countCalls(), stages: [], retries: 0, rejected: [] };
    entries.set(trait, entry);
    return entry;
  };
  return {
    warnings,
    judgeFor: (traits) =>
      traits.reduce((counted, trait) => entryOf(trait).calls.counted(counted), all.counted(judge)),
    addStage(stage, traits) {
      for (const trait of traits) entryOf(trait).stages.push(stage);
    },
    addRetry(trait) {
      entryOf(trait).retries += 1;
    },
    addRejected: (trait, rejected) => void entryOf(trait).rejected.push(...rejected),
    addWarning: (warning) => void warnings.push(warning),
    progressOf(trait) {
      const { calls, stages, retries } = entryOf(trait);
      return { stagesCompleted: stages, modelCalls: calls.calls, excerptRetryCount: retries };
    },
    rejectedOf: (trait) => entryOf(trait).rejected,
    get modelCalls() {
      return all.calls;
    },
  };
}
