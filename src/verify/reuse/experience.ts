import { shortModelName, type VerificationResult } from "../../result/index.ts";
import { noUsage, sumUsage, type Usage } from "../../trace/index.ts";

/** What a stage took in an earlier run, over all its tasks. */
export interface StageExperience {
  readonly tasks: number;
  readonly calls: number;
  readonly usage: Usage;
  /** In US dollars, over the tasks that know it. */
  readonly costUsd: number;
  /** Tasks whose cost is known. */
  readonly priced: number;
}

/** What stages took in an earlier run: by stage alone, and by stage and model. */
export interface Experience {
  of(stage: string, modelId: string): StageExperience | undefined;
  ofStage(stage: string): StageExperience | undefined;
}

const nothing: StageExperience = { tasks: 0, calls: 0, usage: noUsage, costUsd: 0, priced: 0 };
const generation = "GenerateAnswer";

/** Adds up what the stages of results took. What was itself taken over from elsewhere took nothing there. */
export function experienceOf(results: Iterable<VerificationResult>): Experience {
  const found = new Map<string, StageExperience>();
  const add = (key: string, { modelCalls, inputTokens, outputTokens, costUsd }: Taken) => {
    const before = found.get(key) ?? nothing;
    const totalTokens = inputTokens + outputTokens;
    found.set(key, {
      tasks: before.tasks + 1,
      calls: before.calls + modelCalls,
      usage: sumUsage([before.usage, { inputTokens, outputTokens, totalTokens }]),
      costUsd: before.costUsd + (costUsd ?? 0),
      priced: before.priced + (costUsd === null ? 0 : 1),
    });
  };
  for (const { metadata, stages } of results) {
    if (metadata.reused?.what === "result") continue;
    for (const stage of stages) {
      const isGeneration = stage.name === generation;
      // a shared answer took nothing here; what it took stands where it was generated
      if (stage.status === "skipped" || (isGeneration && stage.modelCalls === 0)) continue;
      if (stage.storedReplies !== undefined) continue;
      const model = shortModelName(isGeneration ? metadata.answering : metadata.parsing);
      add(keyOf(stage.name), stage);
      add(keyOf(stage.name, model), stage);
    }
  }
  return {
    of: (stage, modelId) => found.get(keyOf(stage, modelId)),
    ofStage: (stage) => found.get(keyOf(stage)),
  };
}

type Taken = Pick<
  VerificationResult["stages"][number],
  "modelCalls" | "inputTokens" | "outputTokens" | "costUsd"
>;

const keyOf = (...parts: readonly string[]): string => JSON.stringify(parts);
