// Scripted models and agents
export type { AgentContractSubject } from "../models/contract/agent-contract.ts";
export { agentContract } from "../models/contract/agent-contract.ts";
export type { ContractCase } from "../models/contract/contract-case.ts";
export type {
  AgentTurn,
  ScriptedAgent as StartedAgent,
  StartAgent,
} from "../models/contract/scripted-agent.ts";
// Servers that speak vendors' formats
export type {
  ModelServer,
  ServedHandler,
  ServedReply,
  ServedRequest,
  Wire,
  WireCall,
  WireReply,
} from "../models/testing/index.ts";
export { anthropicWire, googleWire, openAiWire, startModelServer } from "../models/testing/index.ts";
export type {
  AgentEnd,
  AgentFolder,
  AgentScript,
  ScriptedAgent,
} from "../pipeline/testing/scripted-agent.ts";
export { scriptedAgent } from "../pipeline/testing/scripted-agent.ts";
export type { ScriptedModel, ScriptedStep } from "../pipeline/testing/scripted-model.ts";
export { scriptedModel } from "../pipeline/testing/scripted-model.ts";
// What holds for every interface and agent
export type { InterfaceContractSubject } from "./interface-contract.ts";
export { interfaceContract } from "./interface-contract.ts";
