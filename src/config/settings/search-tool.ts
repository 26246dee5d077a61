import * as z from "zod";
import type { SearchFunction, SearchObject } from "../../search/index.ts";
import { configurationError, fileName } from "../problems.ts";

/** A search of the program's own. */
type OwnSearch = SearchFunction | SearchObject;

const isOwn = (value: unknown): value is OwnSearch =>
  typeof value === "function" || (typeof value === "object" && value !== null);

/** Looks excerpts up outside the answer: the name of a service or, in code only, a function or an object. */
export const SearchTool = z.union([
  z.string(),
  z.custom<OwnSearch>(isOwn, "expected the name of a service, or a function"),
]);
export type SearchTool = z.infer<typeof SearchTool>;

/** The settings that hold a search tool. */
export const searchToolSettings = ["deepJudgmentSearchTool", "deepJudgmentRubricSearchTool"] as const;

type WithSearchTools = { readonly [K in (typeof searchToolSettings)[number]]?: SearchTool | undefined };

const ownSearch = "a function of the program";

/** The configuration with a text in place of a search of the program's own, always the same. */
export function withNamedSearch<T extends WithSearchTools>(config: T): T {
  const own = searchToolSettings.filter((name) => isOwn(config[name]));
  return { ...config, ...Object.fromEntries(own.map((name) => [name, ownSearch])) };
}

/**
 * Refuses a configuration that no file can hold.
 *
 * @throws KareninaError `configuration` that names the setting.
 */
export function refuseOwnSearch<T extends WithSearchTools>(
  config: T,
): asserts config is T & { readonly [K in keyof WithSearchTools]?: string | undefined } {
  const own = searchToolSettings.filter((name) => isOwn(config[name]));
  if (own.length === 0) return;
  throw configurationError(
    "The configuration",
    own.map((name) => `${fileName(name)}: a function cannot be written to a file`),
    "Leave it out, and set it in code after loading.",
  );
}
