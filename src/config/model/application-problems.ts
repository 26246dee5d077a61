import { isPerTask, namedVariables, parseMcpServer } from "../../mcp/index.ts";
import type { ConfigProblem } from "../problems.ts";
import type { ModelConfig } from "../settings/model-config.ts";

/** What is wrong with how an application is started. Whether variables are set is looked at when it is. */
export function applicationProblems({ command }: ModelConfig): readonly ConfigProblem[] {
  if (!command) return [];
  const path = ["command"];
  const read = parseMcpServer("command", command, namedVariables(command, "1"), "the program");
  if (!read.ok) return [{ path, message: read.problem }];
  if (read.server.transport !== "stdio")
    return [{ path, message: "expected a command line, found an address; a service is given as `http`" }];
  if (isPerTask(read.server))
    return [
      { path, message: "{workspace} is not filled in: the folder of a task stands in the line it is sent" },
    ];
  return [];
}
