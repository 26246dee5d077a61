import type { AgentPort, LlmPort } from "../../ports/index.ts";
import type { Usage } from "../../trace/index.ts";
import { withChangedCalls } from "./changed-calls.ts";

/** What a usage costs in US dollars; undefined where nobody knows. */
export type Price = (usage: Usage) => number | undefined;

/** A model whose usage carries its cost where the provider does not say it and a price is known. */
export function pricedLlm(llm: LlmPort, price: Price): LlmPort {
  return {
    capabilities: llm.capabilities,
    async generate(request) {
      const reply = await llm.generate(withChangedCalls(request, (call) => priced(call, price)));
      return priced(reply, price);
    },
    [Symbol.asyncDispose]: () => llm[Symbol.asyncDispose](),
  };
}

/** The same for an agent that makes its calls itself. */
export function pricedAgent(agent: AgentPort, price: Price): AgentPort {
  return {
    ...agent,
    async run(request) {
      const reply = await agent.run(withChangedCalls(request, (call) => priced(call, price)));
      return priced(reply, price);
    },
  };
}

function priced<T extends { readonly usage: Usage }>(spent: T, price: Price): T {
  const { usage } = spent;
  const costUsd = usage.costUsd ?? price(usage);
  return costUsd === undefined || usage.totalTokens === 0
    ? spent
    : { ...spent, usage: { ...usage, costUsd } };
}
