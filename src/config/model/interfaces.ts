/** What the configuration has to know about a way to reach models. */
export interface InterfaceFacts {
  /** The model's vendor has to be named. */
  readonly needsProvider: boolean;
  /** It can only answer questions, not judge answers. */
  readonly answeringOnly?: boolean;
  /** Present: this version has no such interface; what to use in its place. */
  readonly insteadUse?: string;
}

const needsProvider = true;

/** Every interface name that a preset may hold. */
export const interfaces = {
  ai_sdk: { needsProvider },
  openai_endpoint: { needsProvider: false },
  openrouter: { needsProvider: false },
  manual: { needsProvider: false, answeringOnly: true },
  replay: { needsProvider: false },
  langchain: { needsProvider, insteadUse: '"ai_sdk" with the same provider' },
  claude_tool: { needsProvider: false, insteadUse: '"ai_sdk" with provider "anthropic"' },
  claude_agent_sdk: {
    needsProvider: false,
    insteadUse: '"ai_sdk" with provider "anthropic"; it answers without tools',
  },
  langchain_deep_agents: {
    needsProvider,
    insteadUse: '"ai_sdk" with the same provider; it answers without tools',
  },
} as const satisfies Readonly<Record<string, InterfaceFacts>>;

/** A way to reach a model. */
export type InterfaceName = keyof typeof interfaces;

/** All names, those not available in this version included. */
export const interfaceNames = Object.keys(interfaces) as readonly InterfaceName[]; // the keys of the constant above

/** The facts of one interface. */
export function interfaceFacts(name: InterfaceName): InterfaceFacts {
  return interfaces[name];
}

/** Names that can be used in this version. */
export const availableInterfaces = interfaceNames.filter(
  (name) => interfaceFacts(name).insteadUse === undefined,
);
