import { KareninaError } from "../../../base/index.ts";
import type { InterfaceName } from "../../model/interfaces.ts";
import { llmInterface } from "../../model/resolved-model.ts";
import type { Connect } from "../wiring.ts";
import { connectAiSdk } from "./ai-sdk.ts";
import { connectLlamaCpp } from "./llama-cpp.ts";
import { connectOpenAiEndpoint } from "./openai-endpoint.ts";
import { connectOpenRouter } from "./openrouter.ts";
import { connectReplay } from "./replay.ts";

const models: { readonly [name in InterfaceName]?: Connect } = {
  ai_sdk: connectAiSdk,
  llama_cpp: connectLlamaCpp,
  openai_endpoint: connectOpenAiEndpoint,
  openrouter: connectOpenRouter,
  replay: connectReplay,
};

/**
 * Our own agent around a model that is reached by the settings it has: a recording, a model file, a server's address,
 * OpenRouter, or a vendor. From a recording its model's replies are replayed, and what they ask for is done again.
 */
export const connectWorkspaceAgent: Connect = async (model, wiring) => {
  const reached = llmInterface(model.interface, model);
  const raw = await models[reached]?.(model, wiring);
  if (raw?.kind !== "llm")
    throw new KareninaError("composition", `A workspace agent has no model of the interface "${reached}".`);
  const { createWorkspaceAgent } = await import("../../../models/workspace-agent/index.ts");
  const { agentRuntime, toolCallLimit, requestTimeout } = model;
  const runner = (await wiring.commandsOf(agentRuntime)) ?? null;
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
        clock: wiring.clock,
        ...(requestTimeout === null ? {} : { requestTimeoutMs: requestTimeout * 1000 }),
      }),
  };
};
