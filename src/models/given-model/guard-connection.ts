import type { LlmPort } from "../../ports/index.ts";
import type { ConnectContext, RawConnection, ResolvedModel } from "../definition/index.ts";
import { ownAgent } from "./own-agent.ts";
import { ownLlm } from "./own-llm.ts";

/** A connection that an interface of the program's own has opened, held to time limits and with its errors as ours. */
export function guardConnection(
  raw: RawConnection,
  { id, modelName, temperature, maxTokens }: ResolvedModel,
  { clock, notify }: Pick<ConnectContext, "clock" | "notify">,
): RawConnection {
  const settings = { id, modelName, clock, temperature, maxTokens, notify };
  if (raw.kind === "prepared") return { ...raw, agent: ownAgent(raw.agent, settings) };
  if (raw.kind === "llm") return { ...raw, llm: ownLlm(raw.llm, settings) };
  if (raw.kind === "loop") {
    const agentOf = (llm: LlmPort) => ownAgent(raw.agentOf(llm), settings);
    return { ...raw, llm: ownLlm(raw.llm, settings), agentOf };
  }
  const { openLlm } = raw;
  return {
    ...raw,
    agent: ownAgent(raw.agent, settings),
    ...(openLlm !== undefined && { openLlm: () => ownLlm(openLlm(), settings) }),
  };
}
