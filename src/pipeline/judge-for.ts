import type { Judge } from "../judge/index.ts";
import type { ParserPort } from "../ports/index.ts";
import type { StageContext } from "./stage.ts";

/** The task's judge, bound to this stage: its calls are counted, cancelled and, when they fail, noted with it. */
export function judgeFor({ task, signal, observer, lost }: StageContext): Judge {
  return {
    llm: task.parsing.llm,
    parser: notingLosses(task.parsing.parser, lost),
    systemPrompt: task.parsing.systemPrompt,
    prompts: task.options.prompts,
    signal,
    timeoutMs: task.parsing.requestTimeoutMs,
    observer,
  };
}

function notingLosses(parser: ParserPort, lost: StageContext["lost"]): ParserPort {
  return {
    async parse(request) {
      try {
        return await parser.parse(request);
      } catch (error) {
        lost(error);
        throw error;
      }
    },
    [Symbol.asyncDispose]: () => parser[Symbol.asyncDispose](),
  };
}
