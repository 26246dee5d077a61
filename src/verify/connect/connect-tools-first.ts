import { KareninaError } from "../../base/index.ts";
import type { AnsweringModel } from "../../pipeline/index.ts";
import type { Tool, ToolSource, WorkspaceProvider } from "../../ports/index.ts";
import { listedNames } from "../listed-names.ts";
import type { LeftOutTool } from "../scenarios/plan-scenarios.ts";

/**
 * Connects the MCP servers of models and looks at the tools that settings name, so that a run that cannot have them fails
 * once, before any model is asked. Programs that work in the folder of a task are tried in an empty one; that they miss
 * something there is no reason not to begin.
 *
 * @throws KareninaError `configuration` for programs and tools that are not there, `TransportError` for servers that cannot be
 * reached, `cancelled`.
 */
export async function connectToolsFirst(
  models: readonly AnsweringModel[],
  workspaces: WorkspaceProvider | null,
  signal: AbortSignal | undefined,
  leftOut: readonly LeftOutTool[] = [],
): Promise<void> {
  const sources = new Set(
    models.flatMap(({ connection }) => (connection.kind === "agent" ? (connection.tools ?? []) : [])),
  );
  const options = signal === undefined ? {} : { signal };
  const offered = await Promise.all([...sources].map((source) => source.tools(options)));
  refuseUnknownTools(leftOut, offered.flat());
  const perTask = [...sources].filter((source) => source.inWorkspace !== undefined);
  if (perTask.length === 0 || workspaces === null) return;
  const folder = await workspaces.prepare({
    ...{ questionId: "tools", source: null, replicate: null, purpose: "judge" },
    ...options,
  });
  try {
    await Promise.all(perTask.map((source) => tryInFolder(source, folder.path, options)));
  } finally {
    await folder.release();
  }
}

/** A filter that takes nothing away is not what its scenario means. Of a server that is started for each task nobody knows. */
function refuseUnknownTools(leftOut: readonly LeftOutTool[], offered: readonly Tool[]): void {
  for (const { place, server, tool } of leftOut) {
    const known = offered.flatMap(({ origin }) => (origin?.server === server ? [origin.tool] : []));
    if (known.length === 0 || known.includes(tool)) continue;
    throw new KareninaError(
      "configuration",
      `${place} it goes without the tool ${JSON.stringify(tool)} of ${JSON.stringify(server)}, which has none of that name; there are ${listedNames(known)}.`,
    );
  }
}

async function tryInFolder(
  source: ToolSource,
  folder: string,
  options: { readonly signal?: AbortSignal },
): Promise<void> {
  await using own = source.inWorkspace?.(folder);
  try {
    await own?.tools(options);
  } catch (error) {
    if (KareninaError.isInstance(error) && error.code !== "transport") throw error;
  }
}
