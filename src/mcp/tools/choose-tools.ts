import { KareninaError, nearestName } from "../../base/index.ts";
import type { ListedTool } from "./listed-tool.ts";
import { prefixedName, type ToolOrigin, toolNames } from "./tool-names.ts";

/** A tool with the name that models are told. */
interface NamedTool extends ToolOrigin {
  readonly name: string;
}

/** A tool as its server offers it. */
interface OfferedTool {
  readonly server: string;
  readonly listed: ListedTool;
}

/** What a user says about tools, by the server's name for them, by `server__tool`, or by the name models are told. */
export interface ToolChoice {
  /** The tools to offer. Default, also when empty: all. */
  readonly toolFilter?: readonly string[] | undefined;
  /** Descriptions that models are told in place of the server's. */
  readonly descriptionOverrides?: Readonly<Record<string, string>> | undefined;
}

/**
 * The tools that models are offered, named and described. Names do not depend on the filter.
 *
 * @throws KareninaError `configuration` for a name that no server knows, listing those there are.
 */
export function chooseTools<Offered extends OfferedTool>(
  offered: readonly Offered[],
  { toolFilter = [], descriptionOverrides = {} }: ToolChoice,
): readonly (Offered & NamedTool)[] {
  const origins = offered.map((one) => ({ ...one, tool: one.listed.name }));
  const names = toolNames(origins);
  const tools = origins.map((origin, index) => ({ ...origin, name: names[index] ?? origin.tool }));
  const overrides = Object.entries(descriptionOverrides);
  checkKnown("tool filter", toolFilter, tools);
  checkKnown(
    "description overrides",
    overrides.map(([name]) => name),
    tools,
  );
  return tools
    .filter((tool) => toolFilter.length === 0 || toolFilter.some((name) => isCalled(tool, name)))
    .map((tool) => {
      const description = overrides.find(([name]) => isCalled(tool, name))?.[1];
      return description === undefined ? tool : { ...tool, listed: { ...tool.listed, description } };
    });
}

const isCalled = (tool: NamedTool, name: string): boolean =>
  name === tool.tool || name === tool.name || name === prefixedName(tool);

function checkKnown(setting: string, names: readonly string[], tools: readonly NamedTool[]): void {
  const unknown = names.filter((name) => !tools.some((tool) => isCalled(tool, name)));
  if (unknown.length === 0) return;
  const known = tools.map(({ name }) => name);
  const suggestions = unknown.flatMap((name) => nearestName(name, known) ?? []);
  const problem = `The ${setting} names ${unknown.map((name) => JSON.stringify(name)).join(", ")}, which no MCP server offers; there are ${known.toSorted().join(", ") || "no tools"}.`;
  throw new KareninaError("configuration", problem, {
    hint:
      suggestions.length > 0
        ? `Did you mean ${[...new Set(suggestions)].join(", ")}?`
        : "Use the names that the servers give their tools, or server__tool.",
  });
}
