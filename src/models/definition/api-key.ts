import { type Environment, KareninaError, variable } from "../../base/index.ts";

/** Where a key may come from. */
export interface KeySource {
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
