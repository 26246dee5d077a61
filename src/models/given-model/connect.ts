import { applicationAgent } from "../application/index.ts";
import type { ConnectContext, RawConnection, ResolvedModel } from "../definition/index.ts";
import type { GivenModel, OwnAgent, OwnLlm } from "./given-model.ts";
import { ownAgent } from "./own-agent.ts";
import { ownLlm } from "./own-llm.ts";

/** Opens a model that a program has handed over. An agent that comes with a model judges with that model. */
export async function connectGivenModel(
  { llm, agent, model: sdkModel, answer }: GivenModel,
  model: ResolvedModel,
  { clock, notify }: Pick<ConnectContext, "clock" | "notify">,
): Promise<RawConnection> {
  const { id, modelName, temperature, maxTokens } = model;
  const plain = async () => {
    if (llm !== undefined)
      return ownLlm(openLlm(llm), { id, modelName, clock, temperature, maxTokens, notify });
    if (sdkModel === undefined) return undefined;
    const { sdkModelLlm } = await import("../ai-sdk/index.ts");
    return sdkModelLlm(sdkModel, { model, clock });
  };
  const judge = await plain();
  const own =
    agent === undefined
      ? answer === undefined
        ? undefined
        : applicationAgent(answer, { id, modelName, clock })
      : ownAgent(openAgent(agent), { id, modelName, clock, notify });
  if (own !== undefined) return { kind: "runtime", agent: own, ...(judge && { openLlm: () => judge }) };
  if (judge === undefined) throw new TypeError("A model was handed over without anything that answers.");
  return { kind: "llm", llm: judge };
}

/** What a program has handed over stays open: other runs may go on with it. */
const openLlm = (llm: OwnLlm): OwnLlm => ({
  ...(llm.capabilities !== undefined && { capabilities: llm.capabilities }),
  generate: (request) => llm.generate(request),
});

const openAgent = (agent: OwnAgent): OwnAgent => ({
  ...(agent.tier !== undefined && { tier: agent.tier }),
  ...(agent.commands !== undefined && { commands: agent.commands }),
  run: (request) => agent.run(request),
});
