import { KareninaError } from "../../base/index.ts";
import { structuredParser } from "../../judge/index.ts";
import type { Connect, RawConnection, ResolvedModel } from "../../models/definition/index.ts";
import type { AnsweringModel, ParsingModel } from "../../pipeline/index.ts";
import type { AgentPort, ToolSource } from "../../ports/index.ts";
import { type RetryPolicy, type ServerUse, watchedAgent, watchedLlm } from "../../run/index.ts";
import { withMaskedErrors } from "./masked-replies.ts";
import { layeredAgent, layeredLlm } from "./model-layers.ts";
import type { RunConnectContext } from "./run-connect-context.ts";

/**
 * Opens a model under test: as an agent where it is one or is given tools of MCP servers, else by plain calls. Where that
 * fails, what was opened is closed.
 *
 * @param open opens the raw connection. Default: that of the model's interface.
 * @throws KareninaError `configuration` for tools that the model cannot ask for.
 */
export async function connectAnsweringModel(
  model: ResolvedModel,
  context: RunConnectContext,
  open: Connect = model.reachedBy.connect,
): Promise<AnsweringModel> {
  await using opened = new AsyncDisposableStack();
  const raw = await openRaw(model, { context, open, opened });
  const tools = await context.toolsOf(model);
  const connection = await answeringConnection(raw, tools, model, context);
  opened.move();
  const recorded = raw.kind === "prepared";
  const mayBePlain = recorded || model.reachedBy.application === true;
  return { ...connected(model, tools), connection, stream: model.stream, recorded, mayBePlain };
}

async function openRaw(
  model: ResolvedModel,
  {
    context,
    open,
    opened,
  }: { readonly context: RunConnectContext; readonly open: Connect; readonly opened: AsyncDisposableStack },
): Promise<RawConnection> {
  const raw = await withMaskedErrors(context.secrets, () => open(model, context));
  opened.use(raw.kind === "llm" || raw.kind === "loop" ? raw.llm : raw.agent);
  return raw;
}

async function answeringConnection(
  raw: RawConnection,
  tools: ToolSource | null,
  model: ResolvedModel,
  context: RunConnectContext,
): Promise<AnsweringModel["connection"]> {
  const limits = {
    maxTurns: model.maxTurns,
    timeoutMs: model.agentTimeout * 1000,
    tools,
    takesFiles: model.reachedBy.application === true,
  };
  if (raw.kind === "prepared") return { kind: "agent", agent: raw.agent, ...limits };
  const server = context.servers.watchModel(model, raw, { role: "answering", id: model.id });
  const watched = (agent: AgentPort) => (server === undefined ? agent : watchedAgent(agent, server));
  if (raw.kind === "runtime")
    return { kind: "agent", agent: watched(await layeredAgent(model, raw.agent, context)), ...limits };
  if (tools !== null && raw.llm.capabilities.tools !== true) {
    throw new KareninaError(
      "configuration",
      `Model "${model.id}" cannot ask for tools, and has MCP servers.`,
      { hint: "Leave mcp_urls_dict out, or choose another interface." },
    );
  }
  const llm = await layeredLlm(model, raw.llm, context);
  if (raw.kind === "loop") return { kind: "agent", agent: watched(raw.agentOf(llm)), ...limits };
  if (tools === null) return { kind: "llm", llm: server === undefined ? llm : watchedLlm(llm, server) };
  const { toolLoopAgent } = await import("../../models/tool-loop/index.ts");
  const { requestTimeoutMs } = connected(model, tools);
  const agent = toolLoopAgent(llm, {
    clock: context.clock,
    ...(requestTimeoutMs === undefined ? {} : { requestTimeoutMs }),
    ...(model.toolCallLimit === null ? {} : { toolCallLimit: model.toolCallLimit }),
  });
  return { kind: "agent", agent: watched(agent), ...limits };
}

/**
 * Opens a judge; one that is an agent can also look for itself. Where that fails, what was opened is closed.
 *
 * @param use which tasks need it
 */
export async function connectParsingModel(
  model: ResolvedModel,
  use: ServerUse,
  context: RunConnectContext,
  open: Connect = model.reachedBy.connect,
): Promise<ParsingModel> {
  await using opened = new AsyncDisposableStack();
  const raw = await openRaw(model, { context, open, opened });
  const plain = raw.kind === "prepared" ? undefined : raw.kind === "runtime" ? raw.openLlm?.() : raw.llm;
  if (plain === undefined || raw.kind === "prepared") {
    throw new KareninaError(
      "configuration",
      `The interface "${model.interface}" of model "${model.id}" cannot judge.`,
    );
  }
  if (raw.kind === "runtime") opened.use(plain);
  const server = context.servers.watchModel(model, raw, use);
  const own = await layeredLlm(model, plain, context);
  const llm = server === undefined ? own : watchedLlm(own, server);
  const agent =
    raw.kind === "llm"
      ? null
      : raw.kind === "loop"
        ? raw.agentOf(own)
        : await layeredAgent(model, raw.agent, context);
  opened.move();
  return {
    ...connected(model, null),
    llm,
    parser: structuredParser(llm, { feedbackRetries: model.maxRetries }),
    agent: agent === null || server === undefined ? agent : watchedAgent(agent, server),
  };
}

const connected = (model: ResolvedModel, tools: ToolSource | null) =>
  withoutConnection(model, tools?.servers ?? []);

/** What a run knows of a model before it is connected; `servers` are the names of its tools' servers. */
export function withoutConnection(model: ResolvedModel, servers: readonly string[]) {
  return {
    id: model.id,
    identity: {
      interface: model.interface,
      modelName: model.modelName,
      tools: [...servers],
      configId: model.id === model.modelName ? null : model.id,
    },
    systemPrompt: model.systemPrompt,
    ...(model.prompt !== undefined && { prompt: model.prompt }),
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
