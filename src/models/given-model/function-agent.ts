import { type Clock, startDeadline } from "../../base/index.ts";
import type { AgentPort, AgentReply } from "../../ports/index.ts";
import { assistantMessage, lastUserText, messageText, noUsage } from "../../trace/index.ts";
import type { AnswerFunction, GivenAnswer } from "./answer-function.ts";
import { errorOfOwn } from "./own-error.ts";
import { readAnswer } from "./own-reply.ts";

/** A function of the program's own. */
export interface FunctionAgentOptions {
  /** Id of the model, for messages. */
  readonly id: string;
  /** What results call the model where the function does not say it. */
  readonly modelName: string;
  readonly clock: Clock;
}

/** A function as an agent: one call of it is one run. */
export function functionAgent(
  answer: AnswerFunction,
  { id, modelName, clock }: FunctionAgentOptions,
): AgentPort {
  return {
    tier: "tool_loop",
    async run({ messages, questionText, tools, workspacePath, timeoutMs, signal, observer }) {
      using deadline = startDeadline(timeoutMs, signal, clock);
      const startedAt = clock.monotonic();
      const question = questionText ?? lastUserText(messages);
      observer?.started?.();
      try {
        // a copy: what was asked stands in the result as it was asked
        const context = {
          ...{ messages: structuredClone(messages), tools: [...tools], signal: deadline.signal },
          ...(workspacePath && { workspacePath }),
        };
        const given = readAnswer(
          await deadline.race(Promise.resolve().then(() => answer(question, context))),
        );
        const reply = replyOf(given, modelName);
        const durationMs = clock.monotonic() - startedAt;
        observer?.finished?.({ usage: reply.usage, model: reply.model, durationMs });
        return reply;
      } catch (error) {
        throw errorOfOwn(error, { id, deadline, timeoutMs });
      }
    },
    async [Symbol.asyncDispose]() {},
  };
}

function replyOf({ text, trace = [], usage, model, contexts }: GivenAnswer, modelName: string): AgentReply {
  const last = trace.at(-1);
  const isLast = last?.role === "assistant" && messageText(last) === text;
  const messages = isLast ? trace : [...trace, assistantMessage(text)];
  const { inputTokens = 0, outputTokens = 0 } = usage ?? {};
  const { costUsd: _isNoCount, ...counts } = usage ?? {};
  return {
    messages,
    usage: { ...noUsage, totalTokens: inputTokens + outputTokens, ...usage },
    usageKnown: Object.values(counts).some((count) => count !== undefined),
    model: model ?? modelName,
    turns: messages.filter(({ role }) => role === "assistant").length,
    limitReached: false,
    timeoutReached: false,
    ...(contexts && { contexts }),
  };
}
