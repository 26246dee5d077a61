import type { McpServer, StdioServer } from "./mcp-server.ts";

/** Stands for the folder of a task. */
export const workspacePlaceholder = "{workspace}";

/** True for a program that works in the folder of a task, and so is started for each. */
export function isPerTask(server: McpServer): server is StdioServer {
  if (server.transport !== "stdio") return false;
  const { args, env = {}, cwd = "" } = server;
  return [...args, ...Object.values(env), cwd].some((text) => text.includes(workspacePlaceholder));
}

/** The program as it is started for a task that works in this folder. */
export function serverInWorkspace(server: StdioServer, workspacePath: string): StdioServer {
  const fillPlaceholder = (text: string) => text.replaceAll(workspacePlaceholder, () => workspacePath);
  const { args, env, cwd } = server;
  return {
    ...server,
    args: args.map(fillPlaceholder),
    ...(env !== undefined && {
      env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, fillPlaceholder(value)])),
    }),
    ...(cwd !== undefined && { cwd: fillPlaceholder(cwd) }),
  };
}
