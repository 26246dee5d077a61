import type { ResolvedConfig } from "../../config/index.ts";
import type { QuestionWithRubric } from "../rubrics/plan-rubrics.ts";
import { needsFolder } from "./needs-folder.ts";
import type { WorkspacePlan } from "./plan-workspaces.ts";
import { agenticTraits, looksAround, movedTraits } from "./trait-models.ts";
import { waitingWarnings } from "./waiting-warnings.ts";

/** What agents and workspaces of a run do differently from what one may think; a sentence each. */
export function agenticWarnings(
  planned: readonly QuestionWithRubric[],
  config: ResolvedConfig,
  workspaces: WorkspacePlan | null,
): readonly string[] {
  const traits = [...agenticTraits(planned).keys()];
  return [
    ...traceWarnings(config),
    ...movedTraits(planned, config),
    ...(workspaces === null ? [] : inPlaceWarnings(workspaces, config)),
    ...(traits.some(looksAround) || looksAtWorkspace(config) ? unreachedWarnings(config) : []),
    ...waitingWarnings(config),
  ];
}

/** Without copies, answers that work in one folder find what the others do there. */
function inPlaceWarnings(
  { sources }: WorkspacePlan,
  { workspaceCopy, answeringModels, replicateCount }: ResolvedConfig,
): readonly string[] {
  if (workspaceCopy || sources.length === 0) return [];
  const isShared = new Set(sources.map(({ folder }) => folder)).size < sources.length;
  if (answeringModels.length * replicateCount === 1 && !isShared) return [];
  return [
    "With workspace_copy false several answers work in the same folder: each finds there, and its judges too, what the others did.",
  ];
}

function looksAtWorkspace({ agenticParsing, agenticJudgeContext }: ResolvedConfig): boolean {
  return agenticParsing && agenticJudgeContext !== "trace_only";
}

/** A prepared answer may come with the folder that was left at the time. */
function unreachedWarnings({ answeringModels }: ResolvedConfig): readonly string[] {
  const models = answeringModels.filter(
    (model) => model.reachedBy.answeringOnly !== true && !needsFolder(model),
  );
  if (models.length === 0) return [];
  const names = models.map(({ id, interface: name }) => `"${id}" (${name})`).join(", ");
  return [
    `A judge is to look into a workspace that ${names} cannot reach: it finds there what the question has, and nothing of the answer. Answer as an agent that works in a folder, give the model an MCP server with {workspace} in its command line, or judge by the trace.`,
  ];
}

function traceWarnings({
  agenticParsing,
  agenticJudgeContext: context,
  agenticParsingMaterializeTrace: asFile,
}: ResolvedConfig): readonly string[] {
  if (!agenticParsing || context !== "trace_only" || asFile) return [];
  return ["With agentic_judge_context trace_only the judge reads the trace and looks at no workspace."];
}
