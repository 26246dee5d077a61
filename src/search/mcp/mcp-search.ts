import { type Clock, exitGuard, systemClock, untilAborted } from "../../base/index.ts";
import { cancelledError } from "../../http/index.ts";
import { type McpServer, serverSession } from "../../mcp/index.ts";
import type { SearchPort, SearchResult, ToolOutcome } from "../../ports/index.ts";
import { queryPort } from "../query-port.ts";
import { resultsOfRows, rowsIn, searchResultsOf } from "../search-results.ts";
import { defaultQueryTimeoutMs } from "../within-time.ts";
import { chosenTool } from "./chosen-tool.ts";

/** Which tool of which server searches. */
export interface McpSearchOptions {
  readonly server: McpServer;
  /** Default: the server's only tool, or the one called `search`. */
  readonly tool?: string | undefined;
  /** Where a server's program gets the few variables from that every program needs. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Limit of connecting, and of each query, in milliseconds. Default 60,000. */
  readonly timeoutMs?: number;
  readonly clock?: Clock;
  /** Told what a user may want to know, one line at a time. */
  readonly notify?: ((line: string) => void) | undefined;
}

/** A search by a tool of an MCP server. Nothing is opened before the first query; one connection serves them all. */
export function mcpSearch(options: McpSearchOptions): SearchPort {
  const {
    server,
    timeoutMs = defaultQueryTimeoutMs,
    clock = systemClock,
    notify = () => undefined,
  } = options;
  const session = serverSession(server, {
    ...{ environment: options.environment, clock, guard: exitGuard(), notify },
    ...{ timeoutMs, silenceMs: timeoutMs, callTimeoutMs: timeoutMs },
  });
  return queryPort({
    secrets: server.secrets ?? [],
    async ask(query, signal) {
      const tools = await untilAborted(session.tools(), signal, cancelledError);
      const { name, argument } = chosenTool(tools, options.tool);
      return resultsOfOutcome(await session.call(name, { [argument]: query }, { signal }));
    },
    close: () => session.close(),
  });
}

function resultsOfOutcome({ text, isError, structured }: ToolOutcome): readonly SearchResult[] {
  if (isError) throw new Error(`The search tool failed: ${text.trim() || "it does not say why"}`);
  const rows = rowsIn(structured);
  return rows === undefined ? searchResultsOf(text) : resultsOfRows(rows);
}
