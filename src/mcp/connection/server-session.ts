import { type JsonObject, messageOf, untilAborted } from "../../base/index.ts";
import { cancelledError } from "../../http/index.ts";
import type { ToolOutcome } from "../../ports/index.ts";
import type { McpServer } from "../servers/mcp-server.ts";
import { maskedOutcome } from "../servers/server-secrets.ts";
import { outcomeOf } from "../tools/call-reply.ts";
import type { ListedTool } from "../tools/listed-tool.ts";
import { connectServer, type Surroundings } from "./connect-server.ts";
import type { Connection } from "./connection.ts";
import { callFailure, connectError, neverRan } from "./failure.ts";
import { withinLimits } from "./within-limits.ts";

/** What a session needs beside its server's own settings. */
interface SessionOptions extends Surroundings {
  /** Longest time without progress of a call, in milliseconds. */
  readonly silenceMs: number;
  /** Longest time of a call altogether, in milliseconds. */
  readonly callTimeoutMs?: number | undefined;
}

/** One server for one run: connected at first use, by whoever comes first, for all. */
export interface ServerSession {
  /** The tools, listed once. @throws KareninaError when the server cannot be started or reached; the next use tries again. */
  tools(): Promise<readonly ListedTool[]>;
  /** Rejects only when cancelled. */
  call(tool: string, input: JsonObject, options: { readonly signal: AbortSignal }): Promise<ToolOutcome>;
  close(): Promise<void>;
}

/** A session that is not connected yet. */
export function serverSession(server: McpServer, options: SessionOptions): ServerSession {
  const life = new AbortController();
  const open = new Set<Connection>();
  let connecting: Promise<Connection> | undefined;
  let listing: Promise<readonly ListedTool[]> | undefined;

  /** The open connection; a new one where there is none, or the last one was given up. */
  const openConnection = (): Promise<Connection> => {
    life.signal.throwIfAborted();
    if (connecting !== undefined) return connecting;
    const opening: Promise<Connection> = connectServer(server, options, life.signal);
    opening.then(
      (connection) => open.add(connection),
      () => forget(opening),
    );
    connecting = opening;
    return opening;
  };
  const forget = (lost: Promise<Connection>) => {
    if (connecting === lost) connecting = undefined;
  };
  const close = async (connection: Connection, end: "close" | "retire") => {
    try {
      await connection[end]();
    } catch (error) {
      options.notify(`MCP server "${server.name}" was not closed: ${messageOf(error)}`);
    }
    open.delete(connection);
  };
  const giveUp = (opening: Promise<Connection>, connection: Connection) => {
    if (connecting === opening)
      options.notify(`MCP server "${server.name}" lost its session and is connected anew when next needed`);
    forget(opening);
    void close(connection, "retire");
  };
  const live = async (): Promise<{ connection: Connection; opening: Promise<Connection> }> => {
    const opening = openConnection();
    const connection = await opening;
    if (!connection.closed) return { connection, opening };
    giveUp(opening, connection);
    const reopening = openConnection();
    return { connection: await reopening, opening: reopening };
  };

  const list = async (): Promise<readonly ListedTool[]> => {
    const { connection, opening } = await live();
    try {
      const limits = { clock: options.clock, silenceMs: options.timeoutMs, signal: life.signal };
      return await withinLimits(limits, ({ signal }) => connection.listTools(signal));
    } catch (error) {
      if (life.signal.aborted) throw error;
      giveUp(opening, connection);
      throw connectError(server, error, undefined);
    }
  };

  const callOnce = async (
    tool: string,
    input: JsonObject,
    { signal, repeat }: { readonly signal: AbortSignal; readonly repeat: boolean },
  ): Promise<ToolOutcome> => {
    let used: Connection | undefined;
    try {
      const { connection, opening } = await untilAborted(live(), signal);
      used = connection;
      const { clock, silenceMs, callTimeoutMs: totalMs } = options;
      const reply = await withinLimits({ clock, silenceMs, totalMs, signal }, (limits) =>
        connection
          .callTool(tool, input, { signal: limits.signal, onProgress: limits.alive })
          .catch((error: unknown) => {
            if (!repeat || !neverRan(error) || signal.aborted) throw error;
            giveUp(opening, connection);
            return undefined;
          }),
      );
      if (reply === undefined) return await callOnce(tool, input, { signal, repeat: false });
      return maskedOutcome(server, outcomeOf(reply));
    } catch (error) {
      if (signal.aborted) throw cancelledError(error);
      return { text: callFailure(server, tool, error, used?.closed ?? false), isError: true };
    }
  };

  return {
    async tools() {
      life.signal.throwIfAborted();
      if (listing !== undefined) return listing;
      const started = list();
      started.catch(() => {
        if (listing === started) listing = undefined;
      });
      listing = started;
      return started;
    },
    call: (tool, input, { signal }) => callOnce(tool, input, { signal, repeat: true }),
    async close() {
      life.abort(cancelledError("the MCP connections were closed"));
      await connecting?.catch(() => undefined);
      await Promise.all([...open].map((connection) => close(connection, "close")));
    },
  };
}
