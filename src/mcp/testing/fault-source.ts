import { join } from "node:path";
import { type Clock, systemClock } from "../../base/index.ts";
import type { Tool, ToolOutcome, ToolSource } from "../../ports/index.ts";
import { type McpServer, mcpToolSource } from "../index.ts";
import type { McpToolSourceOptions } from "../mcp-tool-source.ts";

/** Servers see little of the environment; what Node has compiled for one of them serves the others. */
const env = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? "" };

/** Node in the command of a server, with the same. */
export const cachedNode = `NODE_COMPILE_CACHE='${env.NODE_COMPILE_CACHE}' ${process.execPath}`;

/** The command of a server with the tools `echo` and `get-sum`, which works as it should. */
export const echoServer = `${cachedNode} '${join(import.meta.dirname, "echo-server.ts")}'`;

/** A server of this folder's own that misbehaves in one way. */
export function faultServer(mode: string, notes = "", name = mode): McpServer {
  const script = join(import.meta.dirname, "fault-server.ts");
  return { name, transport: "stdio", command: process.execPath, args: [script, mode, notes], env };
}

/** A program that one of the reference servers' packages brings. */
export function referenceServer(program: string, ...args: readonly string[]): McpServer {
  const command = join(import.meta.dirname, "../../../node_modules/.bin", program);
  return { name: "reference", transport: "stdio", command, args, env };
}

/** A source with the machine's own clock and environment. */
export function sourceOf(
  servers: readonly McpServer[],
  options: Partial<McpToolSourceOptions> = {},
): ToolSource {
  return mcpToolSource({ servers, environment: process.env, clock: systemClock, ...options });
}

/** A clock on which everything takes a tenth of its time. */
export const tenfoldClock: Clock = {
  now: systemClock.now,
  monotonic: () => systemClock.monotonic() * 10,
  sleep: (ms, signal) => systemClock.sleep(ms / 10, signal),
};

/** A clock on which everything takes its time until somebody is in a hurry, then a tenth: a busy machine starts programs slowly. */
export function laterTenfoldClock(): Clock & { hurry(): void } {
  let since = Number.POSITIVE_INFINITY;
  return {
    now: systemClock.now,
    monotonic: () => systemClock.monotonic() + 9 * Math.max(0, systemClock.monotonic() - since),
    sleep: (ms, signal) => systemClock.sleep(since === Number.POSITIVE_INFINITY ? ms : ms / 10, signal),
    hurry: () => {
      since = systemClock.monotonic();
    },
  };
}

/** Calls the tool of this name. */
export async function call(
  source: ToolSource,
  name: string,
  input: Parameters<Tool["call"]>[0] = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<ToolOutcome> {
  const tools = await source.tools({});
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool === undefined) throw new Error(`no tool ${name} among ${tools.map((one) => one.name).join(", ")}`);
  return tool.call(input, { signal });
}
