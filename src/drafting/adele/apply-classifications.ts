import { type Benchmark, storedDemandProfile } from "../../benchmark/index.ts";
import type { ClassifiedQuestion } from "./classify-questions.ts";

/** Writes what questions demand into their custom properties, as the Python system has it, with the reasons beside it. */
export function applyClassifications(benchmark: Benchmark, classified: readonly ClassifiedQuestion[]): void {
  for (const { question, profile } of classified)
    for (const [name, value] of Object.entries(storedDemandProfile(profile)))
      benchmark.setQuestionCustomProperty(question.id, name, value);
}
