import type { FoundSecret } from "../../base/index.ts";
import { parseSearchTool } from "../search-tools/search-tool-spec.ts";
import { secretsInServer } from "./server-secrets.ts";

/** The secrets that stand in the setting of a search tool themselves, and not as the names of their variables. */
export function secretsInSearch(tool: unknown): readonly FoundSecret[] {
  const read = parseSearchTool(tool);
  return read.ok && read.spec.kind === "mcp" ? secretsInServer("search", read.spec.server) : [];
}
