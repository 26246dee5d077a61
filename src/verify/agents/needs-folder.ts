import { isPerTask, namedVariables, parseMcpServer } from "../../mcp/index.ts";
import type { ResolvedModel } from "../../models/definition/index.ts";

/**
 * True for a model under test that will work in the folder of its task: as an agent, or by the tools it is given. Once it
 * is connected, `worksInFolder` of the pipeline says so.
 */
export function needsFolder(model: ResolvedModel): boolean {
  if (model.reachedBy.tier === "deep_agent") return true;
  return Object.entries(model.mcpUrlsDict ?? {}).some(([name, value]) => {
    const read = parseMcpServer(name, value, namedVariables(value, "1"));
    return read.ok && isPerTask(read.server);
  });
}
