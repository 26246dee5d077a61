import { isPerTask, namedVariables, parseMcpServer } from "../../mcp/index.ts";
import { interfaceFacts } from "../model/interfaces.ts";
import type { ResolvedModel } from "../model/resolved-model.ts";

/** True for a model under test that works in the folder of its task: as an agent, or by the tools it is given. */
export function worksInFolder(model: ResolvedModel): boolean {
  if (interfaceFacts(model.interface).tier === "deep_agent") return true;
  return Object.entries(model.mcpUrlsDict ?? {}).some(([name, value]) => {
    const read = parseMcpServer(name, value, namedVariables(value, "1"));
    return read.ok && isPerTask(read.server);
  });
}
