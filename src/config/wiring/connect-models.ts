import { KareninaError } from "../../base/index.ts";
import { structuredParser } from "../../judge/index.ts";
import type { AnsweringModel, ParsingModel } from "../../pipeline/index.ts";
import type { AgentPort, ToolSource } from "../../ports/index.ts";
import { type RetryPolicy, type ServerUse, watchedAgent, watchedLlm } from "../../run/index.ts";
import type { ResolvedModel } from "../model/resolved-model.ts";
import { connections } from "./connections.ts";
import { layeredAgent, layeredLlm } from "./layers.ts";
import type { RawConnection } from "./raw-connection.ts";
import type { Wiring } from "./wiring.ts";

/**
 * Opens a model under test: as an agent where it is one or is given tools of MCP servers, else by plain calls.
 *
 * @throws KareninaError `configuration` for tools that the model cannot ask for.
 */
export async function connectAnsweringModel(model: ResolvedModel, wiring: Wiring): Promise<AnsweringModel> {
  const raw = await connections[model.interface](model, wiring);
  const tools = await wiring.toolsOf(model);
  return {
    ...connected(model, tools),
    connection: await answeringConnection(raw, tools, model, wiring),
    recorded: raw.kind === "prepared",
  };
}

async function answeringConnection(
  raw: RawConnection,
  tools: ToolSource | null,
  model: ResolvedModel,
  wiring: Wiring,
): Promise<AnsweringModel["connection"]> {
  const limits = { maxTurns: model.maxTurns, timeoutMs: model.agentTimeout * 1000, tools };
  if (raw.kind === "prepared") return { kind: "agent", agent: raw.agent, ...limits };
  const server = wiring.servers.watchModel(model, raw, { role: "answering", id: model.id });
  const watched = (agent: AgentPort) => (server === undefined ? agent : watchedAgent(agent, server));
  if (raw.kind === "runtime")
    return { kind: "agent", agent: watched(await layeredAgent(model, raw.agent, wiring)), ...limits };
  if (tools !== null && raw.llm.capabilities.tools !== true) {
    throw new KareninaError(
      "configuration",
      `Model "${model.id}" cannot ask for tools, and has MCP servers.`,
      { hint: "Leave mcp_urls_dict out, or choose another interface." },
    );
  }
  const llm = await layeredLlm(model, raw.llm, wiring);
  if (raw.kind === "loop") return { kind: "agent", agent: watched(raw.agentOf(llm)), ...limits };
  if (tools === null) return { kind: "llm", llm: server === undefined ? llm : watchedLlm(llm, server) };
  const { toolLoopAgent } = await import("../../adapters/agents/index.ts");
  const { requestTimeoutMs } = connected(model, tools);
  const agent = toolLoopAgent(llm, {
    clock: wiring.clock,
    ...(requestTimeoutMs === undefined ? {} : { requestTimeoutMs }),
    ...(model.toolCallLimit === null ? {} : { toolCallLimit: model.toolCallLimit }),
  });
  return { kind: "agent", agent: watched(agent), ...limits };
}

/**
 * Opens a judge; one that is an agent can also look for itself.
 *
 * @param use which tasks need it
 */
export async function connectParsingModel(
  model: ResolvedModel,
  use: ServerUse,
  wiring: Wiring,
): Promise<ParsingModel> {
  const raw = await connections[model.interface](model, wiring);
  if (raw.kind === "prepared") {
    throw new KareninaError(
      "configuration",
      `The interface "${model.interface}" of model "${model.id}" cannot judge.`,
    );
  }
  const plain = raw.kind === "runtime" ? raw.openLlm() : raw.llm;
  const server = wiring.servers.watchModel(model, raw, use);
  const own = await layeredLlm(model, plain, wiring);
  const llm = server === undefined ? own : watchedLlm(own, server);
  const agent =
    raw.kind === "llm"
      ? null
      : raw.kind === "loop"
        ? raw.agentOf(own)
        : await layeredAgent(model, raw.agent, wiring);
  return {
    ...connected(model, null),
    llm,
    parser: structuredParser(llm, { feedbackRetries: model.maxRetries }),
    agent: agent === null || server === undefined ? agent : watchedAgent(agent, server),
  };
}

function connected(model: ResolvedModel, tools: ToolSource | null) {
  return {
    id: model.id,
    identity: {
      interface: model.interface,
      modelName: model.modelName,
      tools: [...(tools?.servers ?? [])],
      configId: model.id === model.modelName ? null : model.id,
    },
    systemPrompt: model.systemPrompt,
    requestTimeoutMs: model.requestTimeout === null ? undefined : model.requestTimeout * 1000,
    retryBudget: retryBudget(model.retryPolicy),
  };
}

function retryBudget(policy: RetryPolicy): { readonly [category: string]: number } {
  return {
    connection: policy.connection.maxAttempts,
    timeout: policy.timeout.maxAttempts,
    rate_limit: policy.rateLimit.maxAttempts,
    server_error: policy.serverError.maxAttempts,
  };
}
