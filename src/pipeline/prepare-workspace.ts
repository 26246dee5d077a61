import { KareninaError } from "../base/index.ts";
import type { Workspace } from "../ports/index.ts";
import { investigableTraits } from "./agentic-traits.ts";
import type { AnsweringModel } from "./models.ts";
import type { StageContext } from "./stage.ts";
import type { Task } from "./task.ts";

/**
 * The folder that the answering side works in; null where neither the answer nor a judge needs one. Throws
 * `KareninaError` as `WorkspaceProvider.prepare` does.
 */
export async function prepareWorkspace({ task, signal }: StageContext): Promise<Workspace | null> {
  if (!needsAnswerFolder(task)) return null;
  const { question, replicate, options, attachments: own = [] } = task;
  if (options.workspaces === undefined) {
    throw new KareninaError("configuration", "An agent has to work in a folder, and this run has none.", {
      hint: "Give the run a workspace provider.",
    });
  }
  const { provider } = options.workspaces;
  const attachments = distinctFiles([...own, ...(task.turn?.shown?.otherFiles ?? [])]);
  const prepare = () =>
    provider.prepare({
      questionId: question.id,
      source: question.workspacePath ?? null,
      replicate,
      ...(takesFilesInFolder(task.answering) &&
        attachments.length > 0 && { files: attachedFiles(attachments) }),
      signal,
    });
  const shown = task.turn?.shown;
  if (shown === undefined) return prepare();
  const workspace = await shown.workspace(prepare);
  for (const { path, text } of shown.files) await workspace.writeText(path, text);
  return workspace;
}

/** True for an agent that finds what goes with a question in its folder. */
export function takesFilesInFolder({ connection }: AnsweringModel): boolean {
  return connection.kind === "agent" && connection.agent.tier === "deep_agent";
}

function distinctFiles(files: NonNullable<Task["attachments"]>) {
  return [...new Map(files.map((file) => [file.name, file])).values()];
}

function attachedFiles(attachments: NonNullable<Task["attachments"]>) {
  return attachments.map(({ name, read }) => ({ path: `attachments/${name}`, data: read() }));
}

/** True for a model that itself, or by its tools, works in a folder. */
export function worksInFolder({ connection }: AnsweringModel): boolean {
  if (connection.kind !== "agent") return false;
  return connection.agent.tier === "deep_agent" || connection.tools?.inWorkspace !== undefined;
}

/** True for an application whose question has files, where the run has folders for them. */
function isGivenFiles({ answering: { connection }, question, options }: Task): boolean {
  if (connection.kind !== "agent" || connection.takesFiles !== true) return false;
  return question.workspacePath !== undefined && options.workspaces !== undefined;
}

function needsAnswerFolder(task: Task): boolean {
  const { options } = task;
  if (worksInFolder(task.answering) || isGivenFiles(task)) return true;
  if (options.agenticParsing !== undefined && options.evaluationMode !== "rubric_only") return true;
  return investigableTraits(task).some((trait) => trait.contextMode !== "trace_only");
}
