import { type Environment, KareninaError, snakeCase, variable } from "../../base/index.ts";
import type { ResolvedModel } from "./model-interface.ts";

/** Where a key may come from. */
interface KeySource {
  readonly inline: string | null;
  /** Name of an environment variable. */
  readonly variable: string | null;
}

/**
 * The key, or undefined where none is configured.
 *
 * @throws KareninaError `missing_key` when a variable is named that is not set.
 */
export function apiKey(source: KeySource, owner: string, environment: Environment): string | undefined {
  if (source.inline !== null) return source.inline;
  if (source.variable === null) return undefined;
  const key = variable(environment, source.variable);
  if (key !== undefined) return key;
  throw new KareninaError("missing_key", `No API key for ${owner}: ${source.variable} is not set.`, {
    hint: `Set ${source.variable}, or name another variable.`,
  });
}

/** A key, and what messages call the place it came from. */
interface NamedKey {
  readonly apiKey?: string;
  readonly keyName?: string;
}

/**
 * The key of a model with the name of what holds it; both absent where none is configured.
 *
 * @param inline the setting that may hold the key itself
 * @throws KareninaError `missing_key` when a variable is named that is not set.
 */
export function modelKey(
  model: ResolvedModel,
  inline: "anthropicApiKey" | "endpointApiKey" | null,
  environment: Environment,
): NamedKey {
  const source = { inline: inline === null ? null : model[inline], variable: model.apiKeyEnv };
  const key = apiKey(source, `model "${model.id}"`, environment);
  if (key === undefined) return {};
  const keyName = source.inline === null || inline === null ? source.variable : snakeCase(inline);
  return keyName === null ? { apiKey: key } : { apiKey: key, keyName };
}
