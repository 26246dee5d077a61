import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Clock, ExitGuard } from "../../base/index.ts";
import type { McpServer } from "../servers/mcp-server.ts";
import { CallReply } from "../tools/call-reply.ts";
import { ListedTool, ToolPage } from "../tools/listed-tool.ts";
import { sseLine, streamableHttpLine } from "../transport/http-line.ts";
import { defaultLongestMessageBytes } from "../transport/message-limits.ts";
import type { ServerLine } from "../transport/server-line.ts";
import { stdioLine } from "../transport/stdio-line.ts";
import type { Connection } from "./connection.ts";
import { connectError, describeEnd, statusOf } from "./failure.ts";
import { withinLimits } from "./within-limits.ts";

/** What connecting needs beside the server's own settings. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly guard: ExitGuard;
  /** Most bytes that the server may send in one message, or without answering. Default 64 MiB. */
  readonly longestMessageBytes?: number | undefined;
  /** Longest time until the server has come up and shaken hands, in milliseconds. */
  readonly timeoutMs: number;
  readonly notify: (line: string) => void;
}

/** The protocol has time limits of its own, which know nothing of ours; this one never comes first. */
const noTimeout = 2 ** 31 - 1;
const mostPages = 1000;
/** Statuses with which a server that knows only the older transport answers to the newer one. */
const isOlderServer = (status: number | undefined): boolean =>
  status !== undefined && status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status);

/**
 * Opens a session. For a URL that is streamable HTTP first, then the older SSE transport where the server does not know
 * it.
 *
 * @throws KareninaError naming the server, `configuration` for a program that cannot be started, else `TransportError`; the signal's reason when cancelled.
 */
export async function connectServer(
  server: McpServer,
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<Connection> {
  const { clock, timeoutMs, longestMessageBytes = defaultLongestMessageBytes } = surroundings;
  const lineOptions = { ...surroundings, longestMessageBytes };
  let line: ServerLine | undefined;
  const attempt = async (opened: ServerLine, limited: AbortSignal) => {
    line = opened;
    return openSession(server, opened, surroundings, limited);
  };
  try {
    return await withinLimits({ clock, silenceMs: timeoutMs, signal }, async ({ signal: limited }) => {
      if (server.transport === "stdio") return attempt(await stdioLine(server, lineOptions), limited);
      try {
        return await attempt(await streamableHttpLine(server, lineOptions), limited);
      } catch (error) {
        if (!isOlderServer(statusOf(error))) throw error;
        await line?.close();
        return attempt(await sseLine(server, lineOptions), limited).catch((olderError: unknown) => {
          // the first answer tells more, unless the older transport came further
          throw isOlderServer(statusOf(olderError)) ? error : olderError;
        });
      }
    });
  } catch (error) {
    await line?.close();
    if (signal.aborted) throw error;
    throw connectError(server, error, line?.complaint?.());
  }
}

async function openSession(
  server: McpServer,
  line: ServerLine,
  { notify }: Surroundings,
  signal: AbortSignal,
): Promise<Connection> {
  const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
  const { ToolListChangedNotificationSchema } = await import("@modelcontextprotocol/sdk/types.js");
  const client = new Client({ name: "karenina", version: "1" });
  let connected = false;
  let closed = false;
  let closing: Promise<void> | undefined;
  client.onclose = () => {
    closed = true;
    const loss = connected && closing === undefined ? describeEnd(server, line.complaint?.()) : undefined;
    if (loss !== undefined) notify(loss);
  };
  let listed: string | undefined;
  let change: "unknown" | "looking" | "logged" = "unknown";
  // servers also say this while they start or are asked for their tools, and when nothing is different
  client.setNotificationHandler(ToolListChangedNotificationSchema, async () => {
    if (listed === undefined || change !== "unknown") return;
    change = "looking";
    const now = await listedTools(client, server, { notify: () => undefined }).catch(() => undefined);
    const isChanged = now !== undefined && JSON.stringify(now) !== listed;
    change = isChanged ? "logged" : "unknown";
    if (isChanged)
      notify(`MCP server "${server.name}" changed its tools; this run keeps the list it began with`);
  });
  signal.throwIfAborted();
  await client.connect(line.transport, { signal, timeout: noTimeout });
  connected = true;
  const running = new Set<Promise<void>>();
  const close = () => {
    closing ??= line.close().then(() => client.close());
    return closing;
  };
  return {
    get closed() {
      return closed;
    },
    async listTools(limited) {
      const tools = await listedTools(client, server, { notify, signal: limited });
      listed = JSON.stringify(tools);
      return tools;
    },
    callTool(name, input, { signal: limited, onProgress }) {
      const params = { name, arguments: { ...input } };
      const options = { signal: limited, timeout: noTimeout, onprogress: onProgress };
      const reply = client.request({ method: "tools/call", params }, CallReply, options);
      const forget = () => void running.delete(ended);
      const ended: Promise<void> = reply.then(forget, forget);
      running.add(ended);
      return reply;
    },
    close,
    async retire() {
      await Promise.all(running);
      await close();
    },
  };
}

async function listedTools(
  client: Client,
  server: McpServer,
  { notify, signal }: { readonly notify: (line: string) => void; readonly signal?: AbortSignal },
): Promise<readonly ListedTool[]> {
  const tools = new Map<string, ListedTool>();
  if (client.getServerCapabilities()?.tools === undefined) {
    notify(`MCP server "${server.name}" offers no tools`);
    return [];
  }
  let cursor: string | undefined;
  for (let pages = 0; pages < mostPages; pages += 1) {
    const page = await client.request(
      { method: "tools/list", ...(cursor === undefined ? {} : { params: { cursor } }) },
      ToolPage,
      { timeout: noTimeout, signal },
    );
    for (const entry of page.tools) {
      const { data: tool, error } = ListedTool.safeParse(entry);
      const problem = problemOf(tool, tools);
      if (tool !== undefined && problem === undefined) tools.set(tool.name, tool);
      else notify(`MCP server "${server.name}" lists a tool that is left out: ${problem ?? error?.message}`);
    }
    if (page.nextCursor == null) return [...tools.values()];
    cursor = page.nextCursor;
  }
  throw new Error(`the list of tools does not end after ${mostPages} pages`);
}

function problemOf(tool: ListedTool | undefined, known: ReadonlyMap<string, ListedTool>): string | undefined {
  if (tool === undefined) return undefined;
  if (tool.needsTask) return `"${tool.name}" runs only as a background task`;
  return known.has(tool.name) ? `"${tool.name}" is listed twice` : undefined;
}
