/** Which prompt of a run a model under test is asked with. */
export interface ModelPrompt {
  /** Its name in results. */
  readonly id: string;
  /** The id of the model as it was configured, which is the same for all its prompts. */
  readonly modelId: string;
  /** What it is told in place of the model's own system prompt; null: that. */
  readonly systemPrompt: string | null;
  /** What the question stands in; null: it stands alone. */
  readonly userPrompt: string | null;
}

/** Where the question stands in a user prompt: `{{question}}`. */
const place = /\{\{\s*question\s*\}\}/g;

/** How often a user prompt has a place for the question. */
export const countQuestionPlaces = (userPrompt: string): number => userPrompt.match(place)?.length ?? 0;

/** The question inside a user prompt. What it says itself is text: nothing in it is filled in. */
export const fillUserPrompt = (userPrompt: string, question: string): string =>
  userPrompt.replace(place, () => question);

/** The id of a model with one of its prompts: `gpt-5 / short`. Ids of prompts have neither blanks nor slashes. */
export const promptedId = (modelId: string, promptId: string): string => `${modelId} / ${promptId}`;

/** The model's part of such an id. */
export const modelIdOf = (id: string, promptId: string): string =>
  id.endsWith(promptedId("", promptId)) ? id.slice(0, -promptedId("", promptId).length) : id;
