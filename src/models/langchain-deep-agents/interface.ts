import type { ModelInterface } from "../definition/index.ts";

/** LangChain's deep agent. */
export const langChainDeepAgents = {
  name: "langchain_deep_agents",
  label: "LangChain's deep agent, with files and commands",
  tier: "deep_agent",
  reached: "network",
  ownCalls: true,
  takes: {},
  wraps: ["langchain"],
  unnamedKey: "the vendor's usual variable",
  packages: ["deepagents", "langchain", "@langchain/langgraph"],
  connect: async (model, context) =>
    (await import("./connect.ts")).connectLangChainDeepAgents(model, context),
} as const satisfies ModelInterface;
