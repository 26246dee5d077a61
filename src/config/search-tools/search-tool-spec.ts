import { hiddenSecrets } from "../../base/index.ts";
import { isPerTask, namedVariables, parseMcpServer } from "../../mcp/index.ts";
import { isOwnSearch, type OwnSearch } from "./own-search.ts";

/** What looks excerpts up, as it was set. */
export type SearchToolSpec =
  | { readonly kind: "tavily" }
  /** A module of the user's own; the path as it was written. */
  | { readonly kind: "module"; readonly path: string }
  /** The server as it was written, and its tool; undefined: the only one, or the one called `search`. */
  | { readonly kind: "mcp"; readonly server: string; readonly tool: string | undefined }
  /** A function or object given from code. */
  | { readonly kind: "own"; readonly tool: OwnSearch };

/** A setting, or what is wrong with it, for a line that starts with the setting's name. */
type ReadSearchTool =
  | { readonly ok: true; readonly spec: SearchToolSpec }
  | { readonly ok: false; readonly problem: string };

const moduleName = /\.[cm]?[jt]s$/i;
const mcpPrefix = /^mcp:/i;

/** What is wrong with the setting of a search tool, to stand after its name; null when nothing is. */
export function searchToolProblem(value: unknown): string | null {
  const read = parseSearchTool(value);
  return read.ok ? null : read.problem;
}

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
  if (mcpPrefix.test(text)) return readMcpSearch(text.replace(mcpPrefix, ""));
  if (moduleName.test(text)) return { ok: true, spec: { kind: "module", path: text } };
  return {
    ok: false,
    problem: `expected "tavily", the path of a module such as ./search.ts, or an MCP server such as mcp:https://host/mcp#search; found ${JSON.stringify(hiddenSecrets(value))}`,
  };
}

/** Reads `<server>#<tool>`; what stands in quotes belongs to the server. */
function readMcpSearch(text: string): ReadSearchTool {
  const [, server = "", tool] = /^(.*?)(?:#([^#"']*))?$/s.exec(text) ?? [];
  if (tool !== undefined && !/^\s*\S+\s*$/.test(tool))
    return { ok: false, problem: `expected the name of a tool after "#"; found ${JSON.stringify(tool)}` };
  const read = parseMcpServer("search", server, namedVariables(server, "1"));
  if (!read.ok) return { ok: false, problem: read.problem };
  if (isPerTask(read.server))
    return { ok: false, problem: "a search belongs to no task, so there is no {workspace} for its server" };
  return { ok: true, spec: { kind: "mcp", server: server.trim(), tool: tool?.trim() } };
}
