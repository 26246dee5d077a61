import { assemblePrompt, type Prompt } from "../../prompt/index.ts";
import type { JudgeForm } from "../../rubric/index.ts";
import type { Judge, PromptConfig } from "../judge.ts";

/** How a form is asked for. */
interface AskFormOptions {
  /** Whose extra instructions stand at the end, one after the other; default `rubricEvaluation`. */
  readonly instructions?: keyof PromptConfig | readonly (keyof PromptConfig)[];
  readonly temperature?: number;
  /** How often earlier requests of the same step were asked again for an unreadable reply. */
  readonly repeated?: number;
}

/** Asks the judge to fill in a form. Throws `ReplyError` or `TransportError`. */
export function askForm<Value>(
  judge: Judge,
  prompt: Prompt,
  form: JudgeForm<Value>,
  { instructions = "rubricEvaluation", ...options }: AskFormOptions = {},
): Promise<Value> {
  const further = [instructions].flat().map((kind) => judge.prompts[kind]);
  return judge.parser.parse({
    messages: assemblePrompt(prompt, {
      systemPrompt: judge.systemPrompt,
      instructions: further.filter((text) => text?.trim()).join("\n\n"),
    }),
    ...form,
    ...options,
    signal: judge.signal,
    timeoutMs: judge.timeoutMs,
    observer: judge.observer,
  });
}
