import { namedVariables, parseMcpServer } from "../../mcp/index.ts";
import type { AgentRuntimeConfig, ModelInterface } from "../../models/definition/index.ts";
import { builtInInterfaces, deepAgentInterfaces } from "../../models/index.ts";
import type { ConfigProblem } from "../problems.ts";
import type { ModelConfig } from "../settings/model-config.ts";
import { type ModelRole, unlessEmpty } from "./resolved-model.ts";
import { resolveRuntime, runtimeProblems } from "./runtime.ts";

/** What is wrong with a model's tools and with where it works. Paths are relative to the model. */
export function agentProblems(
  model: ModelConfig,
  facts: ModelInterface,
  role: ModelRole,
): readonly ConfigProblem[] {
  return [...mcpProblems(model, facts, role), ...ofRuntime(model, facts)];
}

const mcpSettings = [
  "mcpToolFilter",
  "mcpToolDescriptionOverrides",
  "mcpHttpTimeout",
  "mcpSseReadTimeout",
] as const satisfies readonly (keyof ModelConfig)[];

function mcpProblems(
  model: ModelConfig,
  { name, withoutTools }: ModelInterface,
  role: ModelRole,
): readonly ConfigProblem[] {
  const servers = unlessEmpty(model.mcpUrlsDict);
  if (servers === null) {
    const refused = mcpSettings.filter((setting) => isGiven(model[setting]));
    return refused.map((setting) => ({
      path: [setting],
      message: "needs MCP servers (mcp_urls_dict), found none",
    }));
  }
  const path = ["mcpUrlsDict"];
  if (role === "parsing")
    return [{ path, message: "tools of MCP servers are for answering models; a judge is given none" }];
  if (withoutTools === true)
    return [{ path, message: `a model of the interface "${name}" cannot use tools; leave it out` }];
  return Object.entries(servers).flatMap(([server, value]) => {
    // whether the variables are set is looked at when servers are connected
    const read = parseMcpServer(server, value, namedVariables(value, "1"));
    return read.ok ? [] : [{ path, message: read.problem }];
  });
}

const isGiven = (value: unknown): boolean =>
  value !== null && value !== undefined && (typeof value !== "object" || Object.keys(value).length > 0);

function ofRuntime({ agentRuntime }: ModelConfig, facts: ModelInterface): readonly ConfigProblem[] {
  if (!isGiven(agentRuntime) || agentRuntime === null || agentRuntime === undefined) return [];
  if (facts.tier !== "deep_agent") {
    return [{ path: ["agentRuntime"], message: `is only for agents (${deepAgentInterfaces.join(", ")})` }];
  }
  return [...runtimeProblems(agentRuntime), ...foreignRuntime(agentRuntime, facts)].map(
    ({ path, message }) => ({ path: ["agentRuntime", ...path], message }),
  );
}

const cutters = builtInInterfaces.filter((one) => one.cutsReading === true).map(({ name }) => `"${name}"`);

/** Settings of a runtime that one agent has no use for. */
function foreignRuntime(
  runtime: AgentRuntimeConfig,
  { name, cutsReading, ownSandbox }: ModelInterface,
): readonly ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  const complain = (setting: string, message: string) => problems.push({ path: [setting], message });
  if (isGiven(runtime.readMaxBytes) && cutsReading !== true)
    complain("readMaxBytes", `is only for interface ${cutters.join(", ")}`);
  if (ownSandbox !== true) return problems;
  const { backend, network, limits, image } = resolveRuntime(runtime);
  const own = `${name} keeps its commands in a sandbox of its own`;
  if (backend !== "auto" && !(backend === "unsandboxed" && runtime.sandboxEnabled === false)) {
    complain(
      "backend",
      `${own}; leave it out, or switch it off with backend "local_shell" and sandbox_enabled false; without commands use access_mode "read_only"`,
    );
  }
  if (network) complain("network", `${own}, which has no network`);
  if (image !== null) complain("containerImage", own);
  if (Object.keys(limits).length > 0) complain("limits", `${own}, which takes no limits`);
  return problems;
}
