import { KareninaError, md5 } from "../../base/index.ts";
import type { AgentPort } from "../../ports/index.ts";
import { lastUserText, noUsage } from "../../trace/index.ts";
import { messagesOf } from "./answer-file.ts";
import type { ManualTraces } from "./manual-traces.ts";

/**
 * Answers from recordings instead of a model. Looks up the MD5 of `questionText`, or of the last user message.
 * A question without a recording throws `KareninaError` with code `recording_missing`.
 *
 * @example
 * const agent = createManualAgent({ traces: await loadManualTraces("answers.json") });
 */
export function createManualAgent({ traces }: { readonly traces: ManualTraces }): AgentPort {
  return {
    tier: "tool_loop",
    async run(request) {
      if (request.signal?.aborted) throw new KareninaError("cancelled", "The call was cancelled.");
      const question = request.questionText ?? lastUserText(request.messages);
      const answer = traces.answers.get(md5(question));
      if (answer === undefined) {
        throw new KareninaError(
          "recording_missing",
          `No recorded answer in ${traces.source} for the question "${question.slice(0, 200)}" (key ${md5(question)}).`,
          {
            hint: "Questions must match letter by letter; add the answer, or leave the question out of the run.",
          },
        );
      }
      const messages = messagesOf(answer);
      const turns = messages.filter((message) => message.role === "assistant").length;
      return {
        ...{ messages, usage: noUsage, usageKnown: true, model: "manual" },
        ...{ turns: Math.max(turns, 1), limitReached: false, timeoutReached: false },
      };
    },
    async [Symbol.asyncDispose]() {},
  };
}
