import { assemblePrompt, type Prompt } from "../../prompt/index.ts";
import type { JudgeForm } from "../../rubric/index.ts";
import type { Judge } from "../judge.ts";

/** Asks the judge to fill in a form about evidence. Throws `ReplyError` or `TransportError`. */
export function askEvidence<Value>(
  judge: Judge,
  prompt: Prompt,
  form: JudgeForm<Value>,
  options: { readonly repeated?: number } = {},
): Promise<Value> {
  return judge.parser.parse({
    messages: assemblePrompt(prompt, {
      systemPrompt: judge.systemPrompt,
      instructions: judge.prompts.deepJudgment,
    }),
    name: form.name,
    schema: form.schema,
    accept: (json) => form.accept(json),
    ...options,
    signal: judge.signal,
    timeoutMs: judge.timeoutMs,
    observer: judge.observer,
  });
}
