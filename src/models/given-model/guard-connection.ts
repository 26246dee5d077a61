import type { ConnectContext, RawConnection, ResolvedModel } from "../definition/index.ts";
import { ownAgent } from "./own-agent.ts";
import { ownLlm } from "./own-llm.ts";

/** A connection that an interface of the program's own has opened, held to time limits and with its errors as ours. */
export function guardConnection(
  raw: RawConnection,
  { id, modelName, temperature, maxTokens }: ResolvedModel,
  { clock }: Pick<ConnectContext, "clock">,
): RawConnection {
  const settings = { id, modelName, clock, temperature, maxTokens };
  if (raw.kind === "prepared") return raw;
  if (raw.kind !== "runtime") return { ...raw, llm: ownLlm(raw.llm, settings) };
  const { openLlm } = raw;
  return {
    ...raw,
    agent: ownAgent(raw.agent, settings),
    ...(openLlm !== undefined && { openLlm: () => ownLlm(openLlm(), settings) }),
  };
}
