import type { Judge } from "../judge/index.ts";
import type { StageContext } from "./stage.ts";

/** The task's judge, bound to this stage: its calls are counted and cancelled with it. */
export function judgeFor({ task, signal, observer }: StageContext): Judge {
  return {
    llm: task.parsing.llm,
    parser: task.parsing.parser,
    systemPrompt: task.parsing.systemPrompt,
    prompts: task.options.prompts,
    signal,
    timeoutMs: task.parsing.requestTimeoutMs,
    observer,
  };
}
