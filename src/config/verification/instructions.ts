import * as z from "zod";
import type { PromptConfig } from "../../judge/index.ts";

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

/** The same as single settings; each fills a member of `promptConfig` that is empty. */
export const instructionShortcuts = {
  generationInstructions: text,
  parsingInstructions: text,
  abstentionDetectionInstructions: text,
  sufficiencyDetectionInstructions: text,
  rubricEvaluationInstructions: text,
  agenticParsingInstructions: text,
  deepJudgmentInstructions: text,
};

type Shortcuts = { readonly [K in keyof typeof instructionShortcuts]?: string | null | undefined };

/** The run's instructions: `promptConfig`, and the shortcuts where it is silent. */
export function promptInstructions(
  given: Shortcuts & { readonly promptConfig?: PromptInstructions | null | undefined },
): PromptConfig {
  const config = given.promptConfig ?? {};
  return {
    generation: config.generation ?? given.generationInstructions ?? null,
    parsing: config.parsing ?? given.parsingInstructions ?? null,
    abstentionDetection: config.abstentionDetection ?? given.abstentionDetectionInstructions ?? null,
    sufficiencyDetection: config.sufficiencyDetection ?? given.sufficiencyDetectionInstructions ?? null,
    rubricEvaluation: config.rubricEvaluation ?? given.rubricEvaluationInstructions ?? null,
    agenticParsing: config.agenticParsing ?? given.agenticParsingInstructions ?? null,
    deepJudgment: config.deepJudgment ?? given.deepJudgmentInstructions ?? null,
  };
}
