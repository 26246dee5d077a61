import { messageOf } from "../base/index.ts";
import type { Workspace, WorkspaceCapture } from "../ports/index.ts";
import { traceFileOf } from "./agentic-judging.ts";
import { investigableTraits } from "./agentic-traits.ts";
import type { Task } from "./task.ts";

/** The answer's trace as files to keep with its workspace: one where a judge of the task asks for that, else none. */
export function persistedTraces(task: Task, trace: string): NonNullable<WorkspaceCapture["added"]> {
  const { agenticParsing, evaluationMode } = task.options;
  const forTemplate =
    evaluationMode !== "rubric_only" && agenticParsing?.materializeTrace && agenticParsing.persistTrace;
  const forTraits = investigableTraits(task).some((trait) => trait.materializeTrace && trait.persistTrace);
  return forTemplate || forTraits ? [{ path: traceFileOf(task.question.id), text: trace }] : [];
}

/**
 * Leaves the trace in the answer's workspace, in case that stays; only when no judge is to look there any more, and never
 * among a question's own files. Never throws; what went wrong is in the warnings.
 */
export async function leaveTraces(
  workspace: Workspace,
  files: NonNullable<WorkspaceCapture["added"]>,
): Promise<readonly string[]> {
  if (!workspace.isCopy) return [];
  try {
    for (const { path, text } of files) await workspace.writeText(path, text);
    return [];
  } catch (error) {
    return [`The trace could not be left in the workspace: ${messageOf(error)}`];
  }
}
