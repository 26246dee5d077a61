import { type McpText, readMcpText } from "./mcp-text.ts";
import { isOwnSearch, type OwnSearch } from "./own-search.ts";

/** What looks excerpts up, as it was set. */
export type SearchToolSpec =
  | { readonly kind: "tavily" }
  /** A module of the user's own; the path as it was written. */
  | { readonly kind: "module"; readonly path: string }
  | ({ readonly kind: "mcp" } & McpText)
  /** A function or object given from code. */
  | { readonly kind: "own"; readonly tool: OwnSearch };

/** A setting, or what is wrong with it, for a line that starts with the setting's name. */
export type ReadSearchTool =
  | { readonly ok: true; readonly spec: SearchToolSpec }
  | { readonly ok: false; readonly problem: string };

const moduleName = /\.[cm]?[jt]s$/i;
const mcpPrefix = /^mcp:/i;

/** Reads the setting of a search tool. Opens nothing and looks at no file. */
export function parseSearchTool(value: unknown): ReadSearchTool {
  if (isOwnSearch(value)) return { ok: true, spec: { kind: "own", tool: value } };
  if (typeof value !== "string") {
    return {
      ok: false,
      problem: "expected a text, a function, or an object with a method search, ainvoke, arun, invoke or run",
    };
  }
  const text = value.trim();
  if (text.toLowerCase() === "tavily") return { ok: true, spec: { kind: "tavily" } };
  if (mcpPrefix.test(text)) {
    const read = readMcpText(text.replace(mcpPrefix, ""));
    return typeof read === "string"
      ? { ok: false, problem: read }
      : { ok: true, spec: { kind: "mcp", ...read } };
  }
  if (moduleName.test(text)) return { ok: true, spec: { kind: "module", path: text } };
  return {
    ok: false,
    problem: `expected "tavily", the path of a module such as ./search.ts, or an MCP server such as mcp:https://host/mcp#search; found ${JSON.stringify(value)}`,
  };
}
