import { type FoundSecret, secretsOfCommand } from "../../base/index.ts";
import { namedVariables, parseMcpServer, secretsOfServer } from "../../mcp/index.ts";

/** Stands for a value of the environment; letters only, so that an address keeps it as it is. */
const fromEnvironment = "KareninaVariable";

/** The secrets that stand in the setting of an MCP server themselves, and not as the names of their variables. */
export function secretsInServer(name: string, text: string): readonly FoundSecret[] {
  const read = parseMcpServer(name, text, namedVariables(text, fromEnvironment));
  // a server that cannot be read is refused elsewhere; its words are searched all the same
  const found = read.ok ? secretsOfServer(read.server) : secretsOfCommand([text]);
  return found.filter(({ value }) => !value.includes(fromEnvironment));
}
