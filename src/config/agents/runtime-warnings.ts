import { interfaceFacts } from "../model/interfaces.ts";
import type { ResolvedModel } from "../model/resolved-model.ts";

/** What of a model's runtime does nothing, a sentence each. */
export function runtimeWarnings({ id, interface: name, agentRuntime }: ResolvedModel): readonly string[] {
  const { backend, sandboxEnabled } = agentRuntime;
  const hasOwnSandbox = name === "claude_agent_sdk";
  if (interfaceFacts(name).tier !== "deep_agent" || hasOwnSandbox || sandboxEnabled) return [];
  if (backend === "unsandboxed" || backend === "none") return [];
  return [
    `agent_runtime.sandbox_enabled of model "${id}" has no effect: its commands run in the backend "${backend}"; to run them without a sandbox choose the backend "unsandboxed".`,
  ];
}
