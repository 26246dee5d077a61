import * as z from "zod";
import type { PromptConfig } from "../../judge/index.ts";
import type { VerificationConfig } from "./settings.generated.ts";

const forCalls = (calls: string) => z.string().nullish().describe(`For ${calls}; null: none.`);

/** Extra instructions per kind of model call. */
export const PromptInstructions = z
  .strictObject({
    generation: forCalls("models under test"),
    parsing: forCalls("filling templates in"),
    abstentionDetection: forCalls("detecting refusals"),
    sufficiencyDetection: forCalls("detecting answers that lack what the template asks for"),
    rubricEvaluation: forCalls("judging traits"),
    agenticParsing: forCalls("judges that look for themselves"),
    deepJudgment: forCalls("judging from passages"),
  } satisfies Record<keyof PromptConfig, z.ZodType>)
  .describe("Extra instructions per kind of model call, at the end of the system text.");
export type PromptInstructions = z.infer<typeof PromptInstructions>;

/** The run's instructions: `promptConfig`, and the single settings (`parsingInstructions`, …) where it is silent. */
export function promptInstructions({ promptConfig, ...given }: VerificationConfig): PromptConfig {
  const parts = Object.keys(PromptInstructions.shape) as (keyof PromptConfig)[]; // it has those of PromptConfig
  const texts = parts.map((part) => [part, promptConfig?.[part] ?? given[`${part}Instructions`] ?? null]);
  return Object.fromEntries(texts);
}
