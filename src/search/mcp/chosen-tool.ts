import * as z from "zod";
import { KareninaError } from "../../base/index.ts";
import type { ListedTool } from "../../mcp/index.ts";

/** The tool that searches, and the name of the argument that takes the query. */
interface ChosenTool {
  readonly name: string;
  readonly argument: string;
}

const InputSchema = z
  .object({
    properties: z.record(z.string(), z.unknown()).catch({}),
    required: z.array(z.string()).catch([]),
  })
  .catch({ properties: {}, required: [] });
const Text = z.object({ type: z.literal("string") });

/**
 * The tool named, else the server's only tool, else the one called `search`; the query goes into its argument `query`,
 * else `q`, else its only required text.
 *
 * @throws KareninaError `configuration` naming the tools, or the arguments, there are.
 */
export function chosenTool(tools: readonly ListedTool[], wanted: string | undefined): ChosenTool {
  const named = tools.find(({ name }) => name === (wanted ?? "search"));
  const tool = named ?? (wanted === undefined && tools.length === 1 ? tools[0] : undefined);
  if (tool === undefined) {
    const names = tools.map(({ name }) => name).join(", ");
    throw new KareninaError(
      "configuration",
      `The MCP server has ${wanted === undefined ? "no tool called search" : `no tool ${JSON.stringify(wanted)}`}; it has ${names || "none"}.`,
      { hint: "Name one of them after a # at the end of the setting." },
    );
  }
  return { name: tool.name, argument: queryArgument(tool) };
}

function queryArgument({ name, inputSchema }: ListedTool): string {
  const { properties, required } = InputSchema.parse(inputSchema);
  const usual = ["query", "q"].find((key) => Object.hasOwn(properties, key));
  if (usual !== undefined) return usual;
  const texts = required.filter((key) => Text.safeParse(properties[key]).success);
  const [only] = texts;
  if (only !== undefined && texts.length === 1) return only;
  throw new KareninaError(
    "configuration",
    `The MCP tool ${JSON.stringify(name)} has no argument for a query: expected "query", "q" or one required text; it has ${Object.keys(properties).join(", ") || "none"}.`,
    { hint: "Name another tool after a # at the end of the setting." },
  );
}
