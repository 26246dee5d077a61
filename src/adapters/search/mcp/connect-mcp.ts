import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import * as z from "zod";
import { messageOf } from "../../../base/index.ts";
import { createHttpClient, shownUrl } from "../../models/http/index.ts";
import type { ListedTool, ToolConnection, ToolReply } from "./tool-connection.ts";

/** Where an MCP server is. */
export type McpEndpoint =
  | { readonly kind: "http"; readonly url: string }
  | {
      /** A program that is started and spoken to over its standard input and output; no shell is involved. */
      readonly kind: "stdio";
      readonly command: string;
      readonly args: readonly string[];
      /** In addition to the few that every program needs, such as `PATH`. */
      readonly variables: Readonly<Record<string, string>>;
      /** Working directory. Default: that of this process. */
      readonly folder?: string | undefined;
    };

interface Limits {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/** A transport with what is known about it beside the protocol. */
interface Line {
  readonly transport: Transport;
  readonly shown: string;
  /** What a program wrote to its error output, in case it does not come up. */
  complaint?(): string;
  /** Takes leave of the server. */
  end?(): Promise<void>;
}

const longestComplaint = 300;
const farewellMs = 1000;

/**
 * Connects to an MCP server by standard input and output or by streamable HTTP.
 *
 * @throws Error naming the server when it does not come up within the time limit.
 */
export async function connectMcp(
  endpoint: McpEndpoint,
  { signal, timeoutMs }: Limits,
): Promise<ToolConnection> {
  const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
  const client = new Client({ name: "karenina", version: "1" });
  const line = endpoint.kind === "http" ? await httpLine(endpoint.url) : await programLine(endpoint);
  const close = async () => {
    await line.end?.();
    await client.close();
  };
  try {
    await client.connect(line.transport, { signal, timeout: timeoutMs });
  } catch (cause) {
    await close();
    const complaint = line.complaint?.().trim();
    throw new Error(
      `The MCP server ${line.shown} could not be reached: ${messageOf(cause)}${complaint ? `; it wrote: ${complaint}` : ""}`,
      { cause },
    );
  }
  return {
    listTools: () => listedTools(client),
    callTool: (name, input, limits) => calledTool(client, { name, arguments: { ...input } }, limits),
    close,
  };
}

async function httpLine(url: string): Promise<Line> {
  const { StreamableHTTPClientTransport } = await import(
    "@modelcontextprotocol/sdk/client/streamableHttp.js"
  );
  const http = createHttpClient();
  const transport = new StreamableHTTPClientTransport(new URL(url), { fetch: http.fetch });
  return {
    transport,
    shown: shownUrl(url),
    async end() {
      const farewell = transport.terminateSession().catch(() => undefined);
      await Promise.race([farewell, sleep(farewellMs, undefined, { ref: false })]);
      await http[Symbol.asyncDispose]();
    },
  };
}

async function programLine(endpoint: McpEndpoint & { readonly kind: "stdio" }): Promise<Line> {
  const { StdioClientTransport } = await import("@modelcontextprotocol/sdk/client/stdio.js");
  const transport = new StdioClientTransport({
    command: endpoint.command,
    args: [...endpoint.args],
    env: { ...endpoint.variables },
    stderr: "pipe",
    ...(endpoint.folder === undefined ? {} : { cwd: endpoint.folder }),
  });
  let written = "";
  transport.stderr?.on("data", (chunk: unknown) => {
    written = (written + String(chunk)).slice(-longestComplaint);
  });
  return { transport, shown: endpoint.command, complaint: () => written };
}

async function listedTools(client: Client): Promise<readonly ListedTool[]> {
  const tools: ListedTool[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.listTools(cursor === undefined ? {} : { cursor });
    tools.push(...page.tools.map(({ name, inputSchema }) => ({ name, inputSchema })));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return tools;
}

/** The parts of a tool's result that are read. */
const ToolResult = z.object({
  content: z.array(z.unknown()).catch([]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().nullish(),
});
const TextBlock = z.union([
  z.object({ type: z.literal("text"), text: z.string() }).transform(({ text }) => text),
  z
    .object({ type: z.literal("resource"), resource: z.object({ text: z.string() }) })
    .transform(({ resource }) => resource.text),
]);

async function calledTool(
  client: Client,
  call: { readonly name: string; readonly arguments: Record<string, unknown> },
  { signal, timeoutMs }: Limits,
): Promise<ToolReply> {
  const { ErrorCode, McpError } = await import("@modelcontextprotocol/sdk/types.js");
  const lost: readonly number[] = [ErrorCode.ConnectionClosed, ErrorCode.RequestTimeout];
  try {
    const result = ToolResult.parse(await client.callTool(call, undefined, { signal, timeout: timeoutMs }));
    const text = result.content.flatMap((block) => TextBlock.safeParse(block).data ?? []).join("\n");
    return { text, isError: result.isError ?? false, structured: result.structuredContent };
  } catch (error) {
    // the server answered, though not with a result
    if (error instanceof McpError && !lost.includes(error.code))
      return { text: error.message, isError: true };
    throw error;
  }
}
