import { isToVerify } from "../result/index.ts";
import { noTemplateId } from "../template/index.ts";
import type { MissingAnswer } from "./facts.ts";
import type { SkipWithRuling, StageRuling } from "./stage.ts";
import type { Task } from "./task.ts";

/** Rules that there is no answer: it fails what was to be verified, and where there is nothing to pass it fails nothing. */
export function noAnswer(task: Task, { category, reason }: MissingAnswer): StageRuling {
  return { verifyResult: endsInVerdict(task) ? false : null, kind: "override", category, reason };
}

/** For a stage whose judge would read the final message, where there is none. */
export function noFinalMessage(task: Task, problem: string): SkipWithRuling {
  const reason = `there is no final message to judge: ${problem}`;
  return { reason, ruling: noAnswer(task, { category: "no_final_message", reason }) };
}

/** True where a template is to be verified, so that the task can end in a pass. */
export function endsInVerdict({ options, templateId, turn }: Task): boolean {
  if (turn !== undefined && templateId === noTemplateId) return false;
  return isToVerify({ evaluationMode: options.evaluationMode, templateId });
}
