import * as z from "zod";
import { answerTemplate, traceRegex, verified } from "../../template/index.ts";
import { Benchmark } from "../../verify/index.ts";

/** Something that the drafting model is asked. */
export interface Asked {
  readonly id: string;
  readonly prompt: string;
}

/** What a model is asked, as questions of a run: its check looks for an object in the reply, for which no judge is asked. */
export function askedBenchmark(asked: readonly Asked[], systemPrompt: string): Benchmark {
  const template = answerTemplate({
    object: verified(z.boolean(), {
      description: "Whether the reply has an object",
      groundTruth: true,
      verifyWith: traceRegex({ pattern: "\\{" }),
    }),
  });
  const benchmark = Benchmark.create({ name: "Drafting" });
  for (const { id, prompt } of asked)
    benchmark.addQuestion({ id, question: prompt, rawAnswer: "an object", template, systemPrompt });
  return benchmark;
}
