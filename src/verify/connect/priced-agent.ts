import type { AgentPort, CallObserver } from "../../ports/index.ts";
import type { Usage } from "../../trace/index.ts";

/** An agent that makes its calls itself, whose usage carries its cost where a price is known and the agent names none. */
export function pricedAgent(agent: AgentPort, price: (usage: Usage) => number | undefined): AgentPort {
  const priced = (usage: Usage): Usage => {
    const costUsd = usage.costUsd ?? price(usage);
    return costUsd === undefined || usage.totalTokens === 0 ? usage : { ...usage, costUsd };
  };
  const watching = (observer: CallObserver): CallObserver => ({
    started: () => observer.started?.(),
    finished: (call) => observer.finished?.({ ...call, usage: priced(call.usage) }),
    retried: (event) => observer.retried?.(event),
  });
  return {
    ...agent,
    async run(request) {
      const { observer } = request;
      const reply = await agent.run(observer ? { ...request, observer: watching(observer) } : request);
      return { ...reply, usage: priced(reply.usage) };
    },
  };
}
