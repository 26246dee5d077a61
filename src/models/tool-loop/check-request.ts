import { KareninaError } from "../../base/index.ts";
import type { AgentRequest, PortCapabilities } from "../../ports/index.ts";

/** Throws `KareninaError` with code `configuration` for a run that cannot be made as it was asked for. */
export function checkAgentRequest(
  capabilities: PortCapabilities,
  { tools, maxTurns }: AgentRequest,
  toolCallLimit: number | undefined,
): void {
  refuseUnlessWhole("An agent's maximum of turns", maxTurns, 1);
  if (toolCallLimit !== undefined) refuseUnlessWhole("An agent's limit of tool calls", toolCallLimit, 0);
  if (tools.length > 0 && capabilities.tools !== true) {
    throw new KareninaError("configuration", "This model cannot be asked with tools, and there are some.", {
      hint: "Choose an interface whose models can use tools, or leave the tools out.",
    });
  }
  const names = new Set<string>();
  for (const { name } of tools) {
    if (names.has(name)) {
      throw new KareninaError("configuration", `Tools must have different names; two are called "${name}".`, {
        hint: "Leave one out with the tool filter of its server.",
      });
    }
    names.add(name);
  }
}

/** Throws `KareninaError` with code `cancelled` once the caller has cancelled. */
export function refuseCancelled({ signal }: Pick<AgentRequest, "signal">): void {
  if (signal?.aborted)
    throw new KareninaError("cancelled", "The run was cancelled.", { cause: signal.reason });
}

function refuseUnlessWhole(what: string, value: number, least: number): void {
  if (Number.isInteger(value) && value >= least) return;
  throw new KareninaError("configuration", `${what} must be a whole number ≥ ${least}, not ${value}.`);
}
