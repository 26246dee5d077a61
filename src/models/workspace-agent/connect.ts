import { KareninaError } from "../../base/index.ts";
import type { Connect } from "../definition/index.ts";
import { createWorkspaceAgent } from "./create-workspace-agent.ts";

/**
 * Our own agent around a model that is reached by the settings it has: a recording, a model file, a server's address,
 * OpenRouter, or a vendor. From a recording its model's replies are replayed, and what they ask for is done again.
 */
export const connectWorkspaceAgent: Connect = async (model, context) => {
  const raw = await context.connectCalls(model);
  if (raw.kind !== "llm")
    throw new KareninaError(
      "composition",
      `The workspace agent "${model.id}" has no model that answers calls.`,
    );
  const { agentRuntime, toolCallLimit, requestTimeout } = model;
  const runner = (await context.commandsOf(agentRuntime)) ?? null;
  const limits = {
    ...(toolCallLimit === null ? {} : { toolCalls: toolCallLimit }),
    ...(agentRuntime.readMaxBytes === null ? {} : { fileBytes: agentRuntime.readMaxBytes }),
  };
  return {
    kind: "loop",
    llm: raw.llm,
    listModels: raw.listModels,
    agentOf: (llm) =>
      createWorkspaceAgent({
        llm,
        runner,
        access: agentRuntime.accessMode,
        limits,
        clock: context.clock,
        requestTimeoutMs: requestTimeout === null ? undefined : requestTimeout * 1000,
      }),
  };
};
