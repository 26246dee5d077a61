import { assemblePrompt } from "../prompt/index.ts";
import {
  type Answer,
  type AnswerTemplate,
  acceptAnswer,
  type CheckTools,
  extractionHints,
  judgeSchema,
} from "../template/index.ts";
import type { Judge } from "./judge.ts";
import { fillTemplatePrompt } from "./prompts/fill-template.ts";

/** What a judge needs to fill a template. */
export interface FillTemplateRequest {
  readonly template: AnswerTemplate;
  readonly question: string;
  /** The final message or the whole trace. */
  readonly answer: string;
  readonly withHints: boolean;
  readonly tools: CheckTools;
  /** JSON text of the ground truth, only when it may be shown to the judge. */
  readonly groundTruth?: string;
}

/** Asks the judge to fill the template from an answer. Throws `ReplyError` or `TransportError`. */
export function fillTemplate(judge: Judge, request: FillTemplateRequest): Promise<Answer> {
  const prompt = fillTemplatePrompt({
    question: request.question,
    answer: request.answer,
    hints: request.withHints ? extractionHints(request.template) : {},
    groundTruth: request.groundTruth,
  });
  return judge.parser.parse({
    messages: assemblePrompt(prompt, {
      systemPrompt: judge.systemPrompt,
      instructions: judge.prompts.parsing,
    }),
    name: request.template.name,
    schema: judgeSchema(request.template),
    accept: (value) => acceptAnswer(request.template, value, request.tools),
    signal: judge.signal,
    timeoutMs: judge.timeoutMs,
    observer: judge.observer,
  });
}
