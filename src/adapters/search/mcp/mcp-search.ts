import { KareninaError, untilAborted } from "../../../base/index.ts";
import type { SearchPort, SearchResult } from "../../../ports/index.ts";
import { cancelledError } from "../../models/http/index.ts";
import { queryPort } from "../query-port.ts";
import { resultsOfRows, rowsIn, searchResultsOf } from "../search-results.ts";
import { defaultQueryTimeoutMs, withinTime } from "../within-time.ts";
import { type ChosenTool, chosenTool } from "./chosen-tool.ts";
import type { ToolConnection, ToolReply } from "./tool-connection.ts";

/** Which tool of which server searches. */
export interface McpSearchOptions {
  /** Opens the connection, at the first query; again after it was lost. */
  readonly connect: (options: {
    readonly signal: AbortSignal;
    readonly timeoutMs: number;
  }) => Promise<ToolConnection>;
  /** Default: the server's only tool, or the one called `search`. */
  readonly tool?: string | undefined;
  /** Limit of connecting, and of each query, in milliseconds. Default 60,000. */
  readonly timeoutMs?: number;
  /** Never to appear in a problem. */
  readonly secrets?: readonly string[];
}

/** The tool on an open connection, which is closed once nobody uses it and nobody will. */
interface OpenedTool extends ChosenTool {
  readonly connection: ToolConnection;
  users: number;
  lost: boolean;
}

/** A search by a tool of an MCP server. Nothing is opened before the first query; one connection serves them all. */
export function mcpSearch(options: McpSearchOptions): SearchPort {
  const { timeoutMs = defaultQueryTimeoutMs, secrets = [] } = options;
  const life = new AbortController();
  let opened: Promise<OpenedTool> | undefined;

  const open = (): Promise<OpenedTool> => {
    if (opened !== undefined) return opened;
    const opening = withinTime({ timeoutMs, signal: life.signal }, (signal) =>
      openTool(options, { signal, timeoutMs }),
    );
    opening.catch((error: unknown) => {
      // a wrong setting stays wrong; anything else may work the next time
      if (!isConfiguration(error) && opened === opening) opened = undefined;
    });
    opened = opening;
    return opening;
  };

  const call = async (query: string, signal: AbortSignal): Promise<ToolReply> => {
    const opening = open();
    const tool = await untilAborted(opening, signal, cancelledError);
    const { connection, name, argument } = tool;
    tool.users += 1;
    try {
      return await withinTime({ timeoutMs, signal }, (limited) =>
        connection
          .callTool(name, { [argument]: query }, { signal: limited, timeoutMs })
          .catch((error: unknown) => {
            if (!limited.aborted) tool.lost = true;
            throw error;
          }),
      );
    } finally {
      tool.users -= 1;
      if (tool.lost && opened === opening) opened = undefined;
      if (tool.lost && tool.users === 0) await connection.close();
    }
  };

  return queryPort({
    secrets,
    ask: async (query, signal) => resultsOfReply(await call(query, signal)),
    async close() {
      life.abort();
      const tool = await opened?.catch(() => undefined);
      await tool?.connection.close();
    },
  });
}

async function openTool(
  { connect, tool }: McpSearchOptions,
  limits: { readonly signal: AbortSignal; readonly timeoutMs: number },
): Promise<OpenedTool> {
  const connection = await connect(limits);
  try {
    const chosen = chosenTool(
      await untilAborted(connection.listTools(), limits.signal, cancelledError),
      tool,
    );
    return { connection, ...chosen, users: 0, lost: false };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

function resultsOfReply({ text, isError, structured }: ToolReply): readonly SearchResult[] {
  if (isError) throw new Error(`The search tool failed: ${text.trim() || "it does not say why"}`);
  const rows = rowsIn(structured);
  return rows === undefined ? searchResultsOf(text) : resultsOfRows(rows);
}

const isConfiguration = (error: unknown) => KareninaError.isInstance(error) && error.code === "configuration";
