import { type Clock, exitGuard, KareninaError, untilAborted } from "../base/index.ts";
import { cancelledError } from "../http/index.ts";
import type { Tool, ToolSource } from "../ports/index.ts";
import { type ServerSession, serverSession } from "./connection/server-session.ts";
import type { McpServer } from "./servers/mcp-server.ts";
import { isPerTask, serverInWorkspace } from "./servers/workspace-server.ts";
import { chooseTools, type ToolChoice } from "./tools/choose-tools.ts";

/** Which servers, which of their tools, and how long to wait for them. */
export interface McpToolSourceOptions extends ToolChoice {
  /** Their names differ. */
  readonly servers: readonly McpServer[];
  /** Longest time for connecting, and for listing the tools, in milliseconds. Default 30,000. */
  readonly httpTimeoutMs?: number | undefined;
  /** Longest time of a call without a sign of progress, in milliseconds. Default 300,000. */
  readonly sseReadTimeoutMs?: number | undefined;
  /** Longest time of a call altogether, in milliseconds. Default: no limit but the caller's signal. */
  readonly callTimeoutMs?: number | undefined;
  /** Most bytes that a server may send in one message, or without answering. Default 64 MiB. */
  readonly longestMessageBytes?: number | undefined;
  /** Where programs of servers get the few variables from that every program needs; nothing else of it is passed on. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** Told what a user may want to know, one line at a time. */
  readonly notify?: ((line: string) => void) | undefined;
}

/**
 * The tools of MCP servers. Programs that work in the folder of a task are started for each task, by a source of its
 * own; all others belong to the whole run. Nothing is opened before the first use; then each server is connected and asked for its
 * tools once, all of them at the same time, for everyone who asks. A server that cannot be reached is tried again at
 * the next use. A connection that is lost later is opened once more when the next call needs it.
 *
 * @throws KareninaError `configuration` when two servers have one name or a URL cannot be read; from `tools` also when the filter or an
 * override names a tool that no server has, or a program is not there, and `TransportError` naming a server that cannot be
 * reached.
 *
 * @example
 * await using source = mcpToolSource({
 *   servers: [{ name: "files", transport: "stdio", command: "npx", args: ["-y", "@modelcontextprotocol/server-filesystem", "/data"] }],
 *   toolFilter: ["read_text_file"],
 *   environment: process.env,
 *   clock: systemClock,
 * });
 * const [readFile] = await source.tools({});
 */
export function mcpToolSource(options: McpToolSourceOptions): ToolSource {
  const { environment, clock, httpTimeoutMs = 30_000, sseReadTimeoutMs = 300_000 } = options;
  const servers = options.servers.toSorted(byName);
  checkServers(servers);
  const guard = exitGuard();
  const openServer = (server: McpServer): OpenServer => ({
    name: server.name,
    session: serverSession(server, {
      environment,
      clock,
      guard,
      longestMessageBytes: options.longestMessageBytes,
      timeoutMs: httpTimeoutMs,
      silenceMs: sseReadTimeoutMs,
      callTimeoutMs: options.callTimeoutMs,
      notify: options.notify ?? (() => undefined),
    }),
  });
  const names = servers.map(({ name }) => name);
  const perTask = servers.filter(isPerTask);
  const shared = servers.filter((server) => !isPerTask(server)).map(openServer);
  if (perTask.length === 0) return sourceOf({ servers: names, open: shared, own: shared, choice: options });
  const run = sourceOf({ servers: names, open: shared, own: shared, choice: {} });
  const tasks = new Set<ToolSource>();
  return {
    // what the choice names may be a tool of a task's own server
    ...run,
    inWorkspace(workspacePath) {
      const own = perTask.map((server) => openServer(serverInWorkspace(server, workspacePath)));
      const open = [...shared, ...own].toSorted(byName);
      const source = sourceOf({ servers: names, open, own, choice: options });
      const task: ToolSource = {
        ...source,
        async [Symbol.asyncDispose]() {
          await source[Symbol.asyncDispose]();
          tasks.delete(task);
        },
      };
      tasks.add(task);
      return task;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([run, ...tasks].map((source) => source[Symbol.asyncDispose]()));
    },
  };
}

/** A server and the session with it, connected with its first use. */
interface OpenServer {
  readonly name: string;
  readonly session: ServerSession;
}

const byName = (left: { readonly name: string }, right: { readonly name: string }) =>
  left.name < right.name ? -1 : 1;

function sourceOf({
  servers,
  open,
  own,
  choice,
}: {
  readonly servers: readonly string[];
  readonly open: readonly OpenServer[];
  /** Those that end with the source. */
  readonly own: readonly OpenServer[];
  readonly choice: ToolChoice;
}): ToolSource {
  return {
    servers,
    async tools({ signal }) {
      try {
        return await untilAborted(listOfferedTools(open, choice), signal);
      } catch (error) {
        throw signal?.aborted ? cancelledError(error) : error;
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(own.map(({ session }) => session.close()));
    },
  };
}

async function listOfferedTools(
  servers: readonly OpenServer[],
  choice: ToolChoice,
): Promise<readonly Tool[]> {
  const lists = await Promise.allSettled(
    servers.map(async ({ name, session }) => ({ name, session, tools: await session.tools() })),
  );
  const offered = lists.flatMap((list) => {
    if (list.status === "rejected") throw list.reason;
    const { name, session, tools } = list.value;
    return tools.map((listed) => ({ server: name, session, listed }));
  });
  return chooseTools(offered, choice).map(({ name, server, tool, session, listed }) => ({
    name,
    origin: { server, tool },
    description: listed.description,
    inputSchema: listed.inputSchema,
    call: (input, options) => session.call(tool, input, options),
  }));
}

function checkServers(servers: readonly McpServer[]): void {
  const twice = servers.find(({ name }, index) => servers[index + 1]?.name === name);
  if (twice !== undefined)
    throw new KareninaError("configuration", `Two MCP servers are called "${twice.name}".`, {
      hint: "Give each server a name of its own.",
    });
  const unreadable = servers.find((server) => server.transport === "http" && !URL.canParse(server.url));
  if (unreadable !== undefined)
    throw new KareninaError(
      "configuration",
      `The URL of the MCP server "${unreadable.name}" cannot be read.`,
      {
        hint: "Write it in full, such as http://localhost:8000/mcp.",
      },
    );
}
