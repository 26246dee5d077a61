import {
  noOutcomes,
  type OutcomeCounts,
  outcomeOf,
  shortModelName,
  type VerificationResult,
} from "../result/index.ts";

/** What an earlier part of a run has come to. */
export interface EarlierPart {
  /** Of the tasks it has finished. */
  readonly outcomes: OutcomeCounts;
  /** The same of each answering model, by its id in the configuration. */
  readonly models: ReadonlyMap<string, OutcomeCounts>;
  /** Sent and received, of all stages. */
  readonly tokens: number;
  /** In US dollars; null where no stage knows its cost. */
  readonly costUsd: number | null;
}

/** Counts the results of an earlier part. */
export function countEarlierPart(): { add(result: VerificationResult): void; part(): EarlierPart } {
  const outcomes = noOutcomes();
  const models = new Map<string, OutcomeCounts>();
  let tokens = 0;
  let costUsd: number | null = null;
  return {
    add(result) {
      const model = shortModelName(result.metadata.answering);
      const ofModel = models.get(model) ?? noOutcomes();
      models.set(model, ofModel);
      const outcome = outcomeOf(result);
      outcomes[outcome]++;
      ofModel[outcome]++;
      for (const stage of result.stages) {
        tokens += stage.inputTokens + stage.outputTokens;
        if (stage.costUsd !== null) costUsd = (costUsd ?? 0) + stage.costUsd;
      }
    },
    part: () => ({ outcomes, models, tokens, costUsd }),
  };
}
