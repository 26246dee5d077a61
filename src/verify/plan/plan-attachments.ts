import path from "node:path";
import { KareninaError, pluralize } from "../../base/index.ts";
import { attachmentFinder, type FoundAttachment, type Question } from "../../benchmark/index.ts";
import type { ResolvedConfig } from "../../config/index.ts";
import { isTakenOver } from "../reuse/taken-models.ts";
import type { QuestionName } from "../rubrics/plan-rubrics.ts";
import { conversationObstacles } from "./conversation-obstacles.ts";

/** Where attachments are looked for. */
export interface AttachmentPlaces {
  /** Folder that attachments' paths start from. */
  readonly attachmentsRoot?: string | undefined;
  /** The file of the benchmark: without `attachmentsRoot` its folder counts. */
  readonly path?: string | undefined;
}

/** Most problems of a run that are told. */
const shownProblems = 20;

/**
 * Finds what goes with the questions of a run, and refuses what would be asked without it: attachments that are not there or are
 * not what they are called, and parts of a conversation that a model under test does not take.
 *
 * @returns the attachments by their question
 * @throws KareninaError `configuration` for models, `invalid_input` for files; each names all problems.
 */
export function planAttachments(
  questions: readonly Question[],
  config: Pick<ResolvedConfig, "answeringModels" | "workspaceCopy">,
  places: AttachmentPlaces,
  nameOf: QuestionName,
): ReadonlyMap<Question, readonly FoundAttachment[]> {
  const usable = questions.filter(({ unusable }) => unusable === undefined);
  const isAsked = !config.answeringModels.every(({ reachedBy }) => isTakenOver(reachedBy));
  const find = attachmentFinder(attachmentsFolder(places));
  const found = new Map<Question, readonly FoundAttachment[]>();
  const problems: string[] = [];
  for (const question of usable) {
    const { attachments } = question;
    if (attachments === undefined) continue;
    const of = find(attachments);
    found.set(question, of.found);
    problems.push(...of.problems.map((problem) => `${nameOf(question)}: ${problem}`));
  }
  // answers that are there already need no file
  if (problems.length > 0 && isAsked) throw filesMissing(problems);
  const untaken = conversationObstacles(usable, config, found, nameOf);
  if (untaken.length > 0)
    throw new KareninaError(
      "configuration",
      `Models under test cannot be asked what questions hold:\n${listed(untaken)}`,
      { hint: "Choose another interface for them, or leave these questions out of the run." },
    );
  return found;
}

/** The folder that the attachments of a benchmark are looked for in; undefined for one that has never been in a file. */
function attachmentsFolder({ attachmentsRoot, path: file }: AttachmentPlaces): string | undefined {
  if (attachmentsRoot !== undefined) return path.resolve(attachmentsRoot);
  return file === undefined ? undefined : path.dirname(path.resolve(file));
}

function filesMissing(problems: readonly string[]): KareninaError {
  return new KareninaError("invalid_input", `Attachments of questions cannot be sent:\n${listed(problems)}`, {
    hint: "Attachments are files inside the benchmark's folder, or inside `attachmentsRoot`, and what their names say.",
  });
}

function listed(problems: readonly string[]): string {
  const rest = problems.length - shownProblems;
  return [
    ...problems.slice(0, shownProblems).map((problem) => `  - ${problem}`),
    ...(rest > 0 ? [`  … and ${pluralize(rest, "problem")} more`] : []),
  ].join("\n");
}
