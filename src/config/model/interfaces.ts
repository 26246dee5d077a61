import type { AgentTier } from "../../ports/index.ts";

/** What the configuration has to know about a way to reach models. */
export interface InterfaceFacts {
  /** `deep_agent`: it works in a folder with tools of its own, and can judge by looking for itself. */
  readonly tier: AgentTier;
  /** The model's vendor has to be named. */
  readonly needsProvider: boolean;
  /** It can only answer questions, not judge answers. */
  readonly answeringOnly?: boolean;
  /** It cannot be given the tools of MCP servers. */
  readonly withoutTools?: boolean;
  /**
   * `network`: a small call tells whether it can be used. `program`: so does one, but a program has to be started for it.
   * `here`: there is nothing to be reached.
   */
  readonly reached: "network" | "program" | "here";
  /** It makes its model calls itself: they are neither recorded nor limited one by one. */
  readonly ownCalls?: boolean;
  /** The `anthropic…` settings mean something: with any provider, or with `anthropic`. */
  readonly anthropic?: "always" | "as_provider";
}

const tier = "tool_loop";
const reached = "network";
const needsProvider = true;

/** Every interface name that a preset may hold. */
export const interfaces = {
  ai_sdk: { tier, needsProvider, reached, anthropic: "as_provider" },
  openai_endpoint: { tier, needsProvider: false, reached },
  openrouter: { tier, needsProvider: false, reached },
  manual: { tier, needsProvider: false, reached: "here", answeringOnly: true, withoutTools: true },
  replay: { tier, needsProvider: false, reached: "here", anthropic: "always" },
  langchain: { tier, needsProvider, reached, anthropic: "as_provider" },
  claude_tool: { tier, needsProvider: false, reached, anthropic: "always" },
  llama_cpp: { tier, needsProvider: false, reached: "here" },
  workspace_agent: { tier: "deep_agent", needsProvider: false, reached, anthropic: "as_provider" },
  claude_agent_sdk: {
    tier: "deep_agent",
    needsProvider: false,
    reached: "program",
    ownCalls: true,
    anthropic: "always",
  },
  langchain_deep_agents: {
    tier: "deep_agent",
    needsProvider,
    reached,
    ownCalls: true,
    anthropic: "as_provider",
  },
} as const satisfies Readonly<Record<string, InterfaceFacts>>;

/** A way to reach a model. */
export type InterfaceName = keyof typeof interfaces;

/** All names. */
export const interfaceNames = Object.keys(interfaces) as readonly InterfaceName[]; // the keys of the constant above

/** The facts of one interface. */
export function interfaceFacts(name: InterfaceName): InterfaceFacts {
  return interfaces[name];
}

/** The interfaces whose models are agents of their own. */
export const deepAgentInterfaces = interfaceNames.filter(
  (name) => interfaceFacts(name).tier === "deep_agent",
);
