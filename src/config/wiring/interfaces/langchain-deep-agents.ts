import { definedOnly } from "../../verification/resolve-config.ts";
import { requirePackages } from "../require-package.ts";
import type { Connect } from "../wiring.ts";
import { chatModelOptions } from "./langchain.ts";

/** LangChain's deep agent on a model of LangChain.js; as a judge it writes its verdicts with that model itself. */
export const connectLangChainDeepAgents: Connect = async (model, wiring) => {
  requirePackages(["deepagents", "langchain", "@langchain/langgraph"], `model "${model.id}"`);
  const options = await chatModelOptions(model, wiring);
  const { createDeepAgentsAgent } = await import("../../../models/deep-agents/index.ts");
  const { createLangChainLlm } = await import("../../../models/langchain/index.ts");
  const { clock } = wiring;
  const commands = await wiring.commandsOf(model.agentRuntime);
  return {
    kind: "runtime",
    agent: createDeepAgentsAgent({
      ...options,
      clock,
      access: model.agentRuntime.accessMode,
      ...definedOnly({ commands }),
    }),
    openLlm: () => createLangChainLlm({ ...options, clock }),
  };
};
