import { realpath, stat } from "node:fs/promises";
import path from "node:path";
import { KareninaError, messageOf } from "../../base/index.ts";
import type { ResolvedConfig } from "../../config/index.ts";
import { listedNames } from "../listed-names.ts";
import type { QuestionName, QuestionWithRubric } from "../rubrics/plan-rubrics.ts";
import { needsFolder } from "./needs-folder.ts";
import { agenticTraits, looksAround } from "./trait-models.ts";

/** Where the agents of a run work. */
export interface WorkspacePlan {
  /** Absolute; null: every agent gets an empty folder among the temporary files. */
  readonly root: string | null;
  /** The questions that have files, and their folders below the root. */
  readonly sources: readonly {
    readonly questionId: string;
    /** What it is called in messages. */
    readonly name: string;
    readonly folder: string;
  }[];
  /** Absolute: folders of which agents see nothing but their own workspace, even where they lie among programs. */
  readonly hidden: readonly string[];
}

/** What workspaces are planned from beside the questions. */
export interface WorkspacePlaces {
  /** Folder that the questions' workspace paths are relative to. */
  readonly workspaceRoot?: string | undefined;
  /** The benchmark's own file. */
  readonly file?: string | undefined;
}

const rootHint =
  "Set `workspaceRoot` of the benchmark, or give --workspace-root: the folder that the questions' workspace paths start from.";

/**
 * Says where agents work; null when nobody needs a folder.
 *
 * @throws KareninaError `configuration` for a run that needs a root and has none.
 */
export function planWorkspaces(
  planned: readonly QuestionWithRubric[],
  config: ResolvedConfig,
  { workspaceRoot: root, file }: WorkspacePlaces,
  nameOf: QuestionName,
): WorkspacePlan | null {
  const isNeeded = needsFolders(planned, config);
  // an application may do without the files of questions, where nobody says what folder they are in
  if (!isNeeded && (root === undefined || !givesFiles(planned, config))) return null;
  const { workspaceOutputDir } = config;
  const hidden = [
    ...[process.cwd(), root, workspaceOutputDir ?? undefined, file && path.dirname(file)].flatMap((place) =>
      place ? [path.resolve(place)] : [],
    ),
  ];
  const sources = planned.flatMap(({ question }) => {
    const { id, workspacePath } = question;
    return workspacePath === undefined
      ? []
      : [{ questionId: id, name: nameOf(question), folder: workspacePath }];
  });
  if (root !== undefined) return { root: path.resolve(root), sources, hidden };
  if (config.agenticParsing) {
    throw new KareninaError(
      "configuration",
      "Agentic parsing needs a workspace root, and the run has none.",
      {
        hint: rootHint,
      },
    );
  }
  if (sources.length > 0) {
    const names = listedNames(sources.map(({ name }) => name));
    throw new KareninaError(
      "configuration",
      `The files of questions cannot be found without a workspace root: ${names}.`,
      { hint: rootHint },
    );
  }
  return { root: null, sources, hidden };
}

/** Also for a trait that is investigated in a folder with the trace alone: it needs no workspace of the answer. */
function needsFolders(planned: readonly QuestionWithRubric[], config: ResolvedConfig): boolean {
  return (
    config.agenticParsing ||
    config.answeringModels.some(needsFolder) ||
    [...agenticTraits(planned).keys()].some(looksAround)
  );
}

function givesFiles(planned: readonly QuestionWithRubric[], config: ResolvedConfig): boolean {
  const takesFiles = config.answeringModels.some(({ reachedBy }) => reachedBy.application === true);
  return takesFiles && planned.some(({ question }) => question.workspacePath !== undefined);
}

/**
 * Makes sure that every question's files are there, and where a task may take them from.
 *
 * @throws KareninaError that names the questions: `file_not_found`, or `invalid_input` where a path is none that a task takes.
 */
export async function checkWorkspaceFolders({ root, sources }: WorkspacePlan): Promise<void> {
  if (root === null) return;
  const found = await stat(root).catch(() => undefined);
  if (found?.isDirectory() !== true)
    throw new KareninaError("file_not_found", `The workspace root ${root} is no folder.`, { hint: rootHint });
  const { resolveSource } = await import("../../workspaces/index.ts");
  const realRoot = await realpath(root);
  const problems = await Promise.all(
    sources.map(({ name, folder }) =>
      resolveSource(realRoot, folder).then(
        () => [],
        (error: unknown) => [{ name, folder, error }],
      ),
    ),
  );
  const isMissing = (error: unknown) => KareninaError.isInstance(error) && error.code === "file_not_found";
  const unusable = problems.flat();
  if (unusable.length === 0) return;
  const lines = unusable.map(
    ({ name, folder, error }) => `  - ${name}: ${isMissing(error) ? folder : messageOf(error)}`,
  );
  throw new KareninaError(
    unusable.every(({ error }) => isMissing(error)) ? "file_not_found" : "invalid_input",
    `The files of questions are not in the workspace root ${root}:\n${lines.join("\n")}`,
    {
      hint: "Put each question's files into a folder of its own below the root, or correct the workspace root.",
    },
  );
}
