import { startDeadline } from "../../base/index.ts";
import type { AgentPort, CallObserver } from "../../ports/index.ts";
import { errorOfOwn } from "../replies/index.ts";
import { closingOwn } from "./close-own.ts";
import type { OwnAgent } from "./given-model.ts";
import type { OwnLlmSettings } from "./own-llm.ts";
import { readAgentReply, toldObserver } from "./own-reply.ts";

/** How long after its time limit an agent may still hand over what there was. */
const graceMs = 5000;

/**
 * An agent of the program's own as the run's connections take it: one that does not end at its time limit is left behind,
 * what it throws is a failure in transport, and one that tells nothing about its calls counts as one.
 */
export function ownAgent(
  agent: OwnAgent & Partial<AsyncDisposable>,
  { id, modelName, clock, notify }: Pick<OwnLlmSettings, "id" | "modelName" | "clock" | "notify">,
): AgentPort {
  const { tier = "tool_loop", commands } = agent;
  return {
    tier,
    ...(commands !== undefined && { commands }),
    async run(request) {
      const timeoutMs = request.timeoutMs + graceMs;
      using deadline = startDeadline(timeoutMs, request.signal, clock);
      const startedAt = clock.monotonic();
      const observer = toldObserver(request.observer, id);
      let told = 0;
      const counting: CallObserver = {
        ...observer,
        finished(call) {
          observer.finished(call);
          told += 1;
        },
      };
      try {
        const messages = structuredClone(request.messages);
        const asked = { ...request, messages, signal: deadline.signal, observer: counting };
        const reply = readAgentReply(await deadline.race(Promise.resolve(agent.run(asked))), modelName);
        if (told === 0 && reply.turns > 0) {
          const durationMs = clock.monotonic() - startedAt;
          observer.finished({ usage: reply.usage, model: reply.model, durationMs });
        }
        return reply;
      } catch (error) {
        throw errorOfOwn(error, { id, deadline, timeoutMs: request.timeoutMs });
      }
    },
    [Symbol.asyncDispose]: closingOwn(agent, { id, clock, notify }),
  };
}
