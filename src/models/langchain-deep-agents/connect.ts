import { type Connect, requirePackages } from "../definition/index.ts";
import { chatModelOptions, createLangChainLlm } from "../langchain/index.ts";
import { createDeepAgentsAgent } from "./deep-agents-agent.ts";

/** LangChain's deep agent on a model of LangChain.js; as a judge it writes its verdicts with that model itself. */
export const connectLangChainDeepAgents: Connect = async (model, context) => {
  requirePackages(model.reachedBy.packages ?? [], `model "${model.id}"`);
  const options = await chatModelOptions(model, context);
  const commands = await context.commandsOf(model.agentRuntime);
  return {
    kind: "runtime",
    agent: createDeepAgentsAgent({
      ...options,
      access: model.agentRuntime.accessMode,
      commands,
    }),
    openLlm: () => createLangChainLlm(options),
  };
};
