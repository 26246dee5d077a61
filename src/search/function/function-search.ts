import { KareninaError } from "../../base/index.ts";
import type { SearchPort } from "../../ports/index.ts";
import { queryPort } from "../query-port.ts";
import { searchResultsOf } from "../search-results.ts";
import { defaultQueryTimeoutMs, withinTime } from "../within-time.ts";

/** Looks one query up, at once or with a promise. */
export type SearchFunction = (query: string) => unknown;

/** In order of preference. */
const methodNames = [
  "search",
  "ainvoke",
  "arun",
  "invoke",
  "run",
] as const satisfies readonly (keyof SearchMethods)[];

/** An object with one method that takes a query, such as a tool of an agent framework. */
export type SearchObject = {
  readonly [Name in keyof SearchMethods]: Pick<SearchMethods, Name>;
}[keyof SearchMethods];

interface SearchMethods {
  /** Looks one query up; taken before every other method. */
  readonly search: SearchFunction;
  /** Looks one query up, as LangChain of Python names it; taken where there is no `search`. */
  readonly ainvoke: SearchFunction;
  /** Looks one query up, as older tools name it; taken where there is neither of the above. */
  readonly arun: SearchFunction;
  /** Looks one query up, as tools of LangChain do. */
  readonly invoke: SearchFunction;
  /** Looks one query up; taken where there is no other method. */
  readonly run: SearchFunction;
}

/** Limits of a search by a function. */
export interface FunctionSearchOptions {
  /** Limit of one query in milliseconds. Default 60,000. It cannot end a function that never gives way. */
  readonly timeoutMs?: number;
}

/**
 * A search by a function or an object of the user's own. It is called once per query, with the text of the query and
 * nothing else; see `searchResultsOf` for what it may return. An error it throws is a failed query.
 *
 * @throws KareninaError `configuration` when it cannot be called.
 *
 * @example
 * functionSearch(async (query) => [{ title: "Venetoclax", content: "… inhibits BCL2 …", url: null }]);
 */
export function functionSearch(
  tool: SearchFunction | SearchObject,
  { timeoutMs = defaultQueryTimeoutMs }: FunctionSearchOptions = {},
): SearchPort {
  const find = searchFunctionOf(tool);
  if (find === undefined) {
    throw new KareninaError(
      "configuration",
      `A search tool must be a function, or an object with a method ${methodNames.join(", ")}.`,
    );
  }
  return queryPort({
    ask: async (query, signal) =>
      searchResultsOf(await withinTime({ timeoutMs, signal }, async () => find(query))),
  });
}

function searchFunctionOf(tool: unknown): SearchFunction | undefined {
  if ((typeof tool !== "object" || tool === null) && typeof tool !== "function") return undefined;
  for (const name of methodNames) {
    const method: unknown = Reflect.get(tool, name);
    if (typeof method === "function") return (query) => Reflect.apply(method, tool, [query]);
  }
  return typeof tool === "function" ? (query) => Reflect.apply(tool, undefined, [query]) : undefined;
}
