import type { QuestionWithRubric } from "../rubrics/plan-rubrics.ts";
import { idleSettings } from "../running/idle-settings.ts";
import type { ResolvedConfig } from "../verification/resolved-config.ts";
import { middlewareWarnings } from "./middleware-warnings.ts";
import type { WorkspacePlan } from "./plan-workspaces.ts";
import { runtimeWarnings } from "./runtime-warnings.ts";
import { agenticTraits, looksAround, type TraitModels } from "./trait-models.ts";
import { waitingWarnings } from "./waiting-warnings.ts";
import { worksInFolder } from "./works-in-folder.ts";

const ofParsing = [
  "agenticJudgeContext",
  "agenticParsingMaxTurns",
  "agenticParsingTimeout",
  "agenticParsingMaterializeTrace",
  "agenticParsingPersistTrace",
] as const;
const ofTraits = ["agenticRubricStrategy", "agenticRubricParallel"] as const;
const ofWorkspaces = ["workspaceCopy", "workspaceCleanup", "workspaceOutputMode"] as const;
const ofOutput = ["workspaceOutputDir", "workspaceOutputExcludePatterns"] as const;

/** Settings of agents and workspaces that do nothing in a run, or less than one may think; a sentence each. */
export function agenticWarnings(
  planned: readonly QuestionWithRubric[],
  config: ResolvedConfig,
  {
    workspaces,
    traitModels,
  }: { readonly workspaces: WorkspacePlan | null; readonly traitModels: TraitModels },
): readonly string[] {
  const judges = [...config.parsingModels, ...traitModels.values()];
  const traits = [...agenticTraits(planned).keys()];
  return [
    ...parsingWarnings(config),
    ...(traits.length === 0 ? idleSettings(config, ofTraits, "the run has no agentic traits") : []),
    ...(workspaces === null
      ? idleSettings(config, [...ofWorkspaces, ...ofOutput], "no agent of the run works in a folder")
      : config.workspaceOutputMode === "none"
        ? idleSettings(config, ofOutput, "workspace_output_mode is none")
        : []),
    ...(workspaces === null ? [] : inPlaceWarnings(workspaces, config)),
    ...(traits.some(looksAround) || looksAtWorkspace(config) ? unreachedWarnings(config) : []),
    ...waitingWarnings(config),
    ...config.answeringModels.flatMap((model) => middlewareWarnings(model, "answering")),
    ...judges.flatMap((model) => middlewareWarnings(model, "parsing")),
    ...[...new Set([...config.answeringModels, ...judges].flatMap(runtimeWarnings))],
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
  const models = answeringModels.filter((model) => model.interface !== "manual" && !worksInFolder(model));
  if (models.length === 0) return [];
  const names = models.map(({ id, interface: name }) => `"${id}" (${name})`).join(", ");
  return [
    `A judge is to look into a workspace that ${names} cannot reach: it finds there what the question has, and nothing of the answer. Answer as an agent that works in a folder, give the model an MCP server with {workspace} in its command line, or judge by the trace.`,
  ];
}

function parsingWarnings(config: ResolvedConfig): readonly string[] {
  if (!config.agenticParsing) return idleSettings(config, ofParsing, "agentic_parsing is false");
  const { agenticJudgeContext: context, agenticParsingMaterializeTrace: asFile } = config;
  return [
    ...(asFile
      ? []
      : idleSettings(config, ["agenticParsingPersistTrace"], "the trace is not given as a file")),
    ...(context === "trace_only" && !asFile
      ? ["With agentic_judge_context trace_only the judge reads the trace and looks at no workspace."]
      : []),
  ];
}
