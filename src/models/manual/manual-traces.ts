import { KareninaError, readJsonFile } from "../../base/index.ts";
import { AnswerFile, type RecordedAnswer } from "./answer-file.ts";

/** Recorded answers by the MD5 of their question's text. */
export interface ManualTraces {
  /** Where they come from, for messages: a path, or a name. */
  readonly source: string;
  readonly answers: ReadonlyMap<string, RecordedAnswer>;
}

const shownProblems = 10;

/**
 * Checks recorded answers: `{ "<md5 of the question>": "answer" }`, or
 * `{ "answers": [{ "question": "…", "answer": "…" }] }`; an answer may also be a list of messages.
 * Throws `KareninaError` with code `invalid_input` that lists what is wrong.
 */
export function parseManualTraces(value: unknown, source: string): ManualTraces {
  const parsed = AnswerFile.safeParse(value);
  if (parsed.success) return { source, answers: parsed.data };
  const { issues } = parsed.error;
  const shown = issues
    .slice(0, shownProblems)
    .map((issue) => `${issue.path.join(".") || "file"}: ${issue.message}`);
  const rest = issues.length > shownProblems ? ` (and ${issues.length - shownProblems} more)` : "";
  throw new KareninaError(
    "invalid_input",
    `Recorded answers in ${source} are not usable: ${shown.join("; ")}${rest}`,
    {
      hint: 'Write { "answers": [{ "question": "…", "answer": "…" }] }, or a JSON object from MD5 to answer.',
    },
  );
}

/** Reads a file of recorded answers; see {@link parseManualTraces}. */
export async function loadManualTraces(path: string): Promise<ManualTraces> {
  return parseManualTraces(await readJsonFile(path, `The file of recorded answers ${path}`), path);
}
