import type { AnsweringModel } from "../../pipeline/index.ts";

/**
 * Connects the MCP servers of models and looks at the tools that settings name, so that a run that cannot have them fails
 * once, before any model is asked.
 *
 * @throws KareninaError `configuration` for programs and tools that are not there, `TransportError` for servers that cannot be
 * reached, `cancelled`.
 */
export async function connectToolsFirst(
  models: readonly AnsweringModel[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const sources = new Set(
    models.flatMap(({ connection }) => (connection.kind === "agent" ? (connection.tools ?? []) : [])),
  );
  const options = signal === undefined ? {} : { signal };
  await Promise.all([...sources].map((source) => source.tools(options)));
}
