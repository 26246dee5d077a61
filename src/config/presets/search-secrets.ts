import { type FoundSecret, secretsOfCommand, secretsOfServerAddress } from "../../base/index.ts";
import { parseSearchTool } from "../wiring/search.ts";

/** The secrets that stand in the setting of a search tool themselves, and not as the names of their variables. */
export function secretsInSearch(tool: unknown): readonly FoundSecret[] {
  const read = parseSearchTool(tool);
  if (!read.ok || read.spec.kind !== "mcp") return [];
  const { server } = read.spec;
  const found =
    server.kind === "http"
      ? secretsOfServerAddress(server.url)
      : secretsOfCommand([
          ...Object.entries(server.variables).map(([name, value]) => `${name}=${value}`),
          ...server.args,
        ]);
  return found.filter(({ value }) => !value.includes("$"));
}
