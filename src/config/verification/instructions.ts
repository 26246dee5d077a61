import * as z from "zod";
import type { PromptConfig } from "../../judge/index.ts";
import type { VerificationConfig } from "../settings/settings.generated.ts";

const text = z.string().nullish();

/** Extra instructions per kind of model call. */
export const PromptInstructions = z.strictObject({
  generation: text,
  parsing: text,
  abstentionDetection: text,
  sufficiencyDetection: text,
  rubricEvaluation: text,
  agenticParsing: text,
  deepJudgment: text,
} satisfies Record<keyof PromptConfig, z.ZodType>);
export type PromptInstructions = z.infer<typeof PromptInstructions>;

/** The run's instructions: `promptConfig`, and the single settings (`parsingInstructions`, …) where it is silent. */
export function promptInstructions({ promptConfig, ...given }: VerificationConfig): PromptConfig {
  const parts = Object.keys(PromptInstructions.shape) as (keyof PromptConfig)[]; // it has those of PromptConfig
  const texts = parts.map((part) => [part, promptConfig?.[part] ?? given[`${part}Instructions`] ?? null]);
  return Object.fromEntries(texts);
}
