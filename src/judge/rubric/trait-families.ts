import {
  type JudgedTrait,
  type JudgeForm,
  literalBatchForm,
  scoreBatchForm,
  singleTraitForm,
  type TraitJudgement,
  type TraitJudgements,
} from "../../rubric/index.ts";
import type { CheckTools } from "../../template/index.ts";
import type { Prompt } from "../assemble.ts";
import { rubricBooleanPrompt } from "../prompts/rubric-boolean.ts";
import { rubricLiteralPrompt } from "../prompts/rubric-literal.ts";
import { rubricLiteralBatchPrompt } from "../prompts/rubric-literal-batch.ts";
import type { TraitPromptInput, TraitsPromptInput } from "../prompts/rubric-material.ts";
import { rubricScorePrompt } from "../prompts/rubric-score.ts";
import { rubricScoreBatchPrompt } from "../prompts/rubric-score-batch.ts";
import { rubricTemplatePrompt } from "../prompts/rubric-template.ts";
import { type KindName, kindName } from "./kind-name.ts";
import { withSomeKey } from "./required-keys.ts";

/** How several traits are asked for in one call. */
export interface BatchQuestion {
  prompt(input: TraitsPromptInput): Prompt;
  form(traits: readonly JudgedTrait[], tools: CheckTools): JudgeForm<TraitJudgements>;
}

/** Kinds of traits that are asked for in one way. */
export interface TraitFamily {
  readonly kinds: readonly KindName[];
  /** Absent: each trait has a call of its own, whatever the strategy. */
  readonly batch?: BatchQuestion;
}

/** All kinds of LLM traits, in the order in which they are asked for. */
export const traitFamilies: readonly TraitFamily[] = [
  { kinds: ["template"] },
  { kinds: ["boolean", "score"], batch: { prompt: rubricScoreBatchPrompt, form: scoreBatchForm } },
  { kinds: ["literal"], batch: { prompt: rubricLiteralBatchPrompt, form: literalBatchForm } },
];

const singlePrompts: { readonly [Kind in KindName]: (input: TraitPromptInput) => Prompt } = {
  boolean: rubricBooleanPrompt,
  score: rubricScorePrompt,
  literal: rubricLiteralPrompt,
  template: rubricTemplatePrompt,
};

/** The prompt that asks for one trait alone. */
export function singlePrompt(input: TraitPromptInput): Prompt {
  return singlePrompts[kindName(input.trait)](input);
}

/** The form in which one trait alone is asked for. */
export function singleForm(trait: JudgedTrait, tools: CheckTools): JudgeForm<TraitJudgement> {
  return withSomeKey(singleTraitForm(trait, tools));
}
