import type { StdioServer } from "../servers/mcp-server.ts";
import type { ServerLine } from "./server-line.ts";
import { type StdioSurroundings, stdioTransport } from "./stdio-transport.ts";

/** Standard input and output of a program that is started for it. */
export async function stdioLine(
  server: StdioServer,
  surroundings: Omit<StdioSurroundings, "parse">,
): Promise<ServerLine> {
  const { deserializeMessage } = await import("@modelcontextprotocol/sdk/shared/stdio.js");
  const transport = stdioTransport(server, { ...surroundings, parse: deserializeMessage });
  return {
    transport,
    complaint: () => ({ ended: transport.ended, errorOutput: transport.errorOutput }),
    close: () => transport.close(),
  };
}
