import { present } from "./resolved-model.ts";

/** What serves the vectors of the embedding check. */
interface EmbedderReference {
  /** Undefined: an OpenAI-compatible server, or a name that only a recording knows. */
  readonly provider: string | undefined;
  readonly modelName: string;
}

/**
 * Splits `openai/text-embedding-3-small` into provider and model. With a server's address the whole is the model's
 * name, whatever signs it has.
 */
export function embedderReference(model: string, baseUrl: string | null): EmbedderReference {
  const slash = model.indexOf("/");
  if (present(baseUrl) || slash <= 0) return { provider: undefined, modelName: model };
  return { provider: model.slice(0, slash), modelName: model.slice(slash + 1) };
}
