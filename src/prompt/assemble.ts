import { type Message, systemMessage, userMessage } from "../trace/index.ts";

/** The two texts of a judge prompt. */
export interface Prompt {
  readonly system: string;
  readonly user: string;
}

/**
 * Assembles a prompt in its layers: the model's own system prompt, the task's text, the user's instructions.
 * Empty parts add nothing. The schema of the reply is added by the parser, where the provider needs it.
 */
export function assemblePrompt(
  prompt: Prompt,
  layers: { readonly systemPrompt?: string | null; readonly instructions?: string | null },
): readonly Message[] {
  const system = [layers.systemPrompt, prompt.system, layers.instructions]
    .filter((part) => part?.trim())
    .join("\n\n");
  return [...(system === "" ? [] : [systemMessage(system)]), userMessage(prompt.user)];
}
