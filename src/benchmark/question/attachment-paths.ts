import { KareninaError } from "../../base/index.ts";
import type { QuestionContent } from "./question.ts";

/**
 * The attachments of a question as a file holds them; undefined for none.
 *
 * @throws KareninaError `invalid_input` for bytes that are held in memory: a file names files.
 */
export function attachmentPaths({
  id,
  attachments,
}: Pick<QuestionContent, "id" | "attachments">): readonly string[] | undefined {
  return attachments?.map(({ path, name }) => {
    if (path !== undefined) return path;
    throw new KareninaError(
      "invalid_input",
      `The attachment ${JSON.stringify(name)} of question ${JSON.stringify(id)} is held in memory: a benchmark file names files and holds none.`,
      { hint: "Write it beside the benchmark, and give its path, relative to the benchmark's folder." },
    );
  });
}
