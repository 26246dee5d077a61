import { KareninaError } from "../../base/index.ts";
import { type InterfaceName, interfaceFacts } from "../model/interfaces.ts";
import { connectAiSdk } from "./interfaces/ai-sdk.ts";
import { connectManual } from "./interfaces/manual.ts";
import { connectOpenAiEndpoint } from "./interfaces/openai-endpoint.ts";
import { connectOpenRouter } from "./interfaces/openrouter.ts";
import { connectReplay } from "./interfaces/replay.ts";
import type { Connect } from "./wiring.ts";

const unavailable: Connect = async (model) => {
  const instead = interfaceFacts(model.interface).insteadUse;
  throw new KareninaError(
    "configuration",
    `The interface "${model.interface}" of model "${model.id}" is not available in this version; use ${instead}.`,
  );
};

/** How each interface is opened. */
export const connections: Readonly<Record<InterfaceName, Connect>> = {
  ai_sdk: connectAiSdk,
  openai_endpoint: connectOpenAiEndpoint,
  openrouter: connectOpenRouter,
  manual: connectManual,
  replay: connectReplay,
  langchain: unavailable,
  claude_tool: unavailable,
  claude_agent_sdk: unavailable,
  langchain_deep_agents: unavailable,
};
