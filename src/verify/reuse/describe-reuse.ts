import { pluralize } from "../../base/index.ts";
import { type MissingReason, missingReasons, type ReuseSource } from "./reuse-source.ts";

/** How many tasks come to what; answers count once, whatever the number of their judges. */
export interface ReuseCounts {
  /** Taken over whole. */
  readonly results: number;
  /** Those that some traits are added to. */
  readonly widened: number;
  /** Tasks that are judged in this run, if only by some traits. */
  readonly judged: number;
  /** Answers that are taken over to be judged. */
  readonly answers: number;
  /** Ids of the questions whose answers the models are asked for, by why they are not taken over. */
  readonly asked: Readonly<Record<MissingReason, readonly string[]>>;
  /** Of those whose answers are left out, likewise. */
  readonly left: Readonly<Record<MissingReason, readonly string[]>>;
  /** Of those with files whose answers are taken over without knowing whether the files are the same. */
  readonly otherFiles: readonly string[];
}

const reasonTexts: Readonly<Record<MissingReason, string>> = {
  unknown: "the run has none",
  question_changed: "the question asks something else now",
  settings_changed:
    "the question or the model was run with other settings, files or variables, or by a version that did not note them",
  contents_unknown: "the run did not note what the files and variables held that the answer rests on",
  failed: "the model could not be reached then",
};

/** What is taken over and what is not, a sentence each; the first is always there. */
export function describeReuse(
  { name, isUneven }: Pick<ReuseSource, "name" | "isUneven">,
  { results, widened, answers, judged, asked, left, otherFiles }: ReuseCounts,
): readonly string[] {
  const parts = [
    ...(results > 0 ? [pluralize(results, "result")] : []),
    ...(widened > 0 ? [`${pluralize(widened, "result")} but for the traits that were added`] : []),
    ...(answers > 0 ? [`${pluralize(answers, "answer")} to be judged`] : []),
  ];
  const taken = parts.length === 0 ? "nothing" : joined(parts);
  return [
    `Taken over from ${name}: ${taken}; ${pluralize(judged, "task")} to be judged in all.`,
    ...missingReasons.flatMap((reason) => missingLine("asked for", asked[reason], reasonTexts[reason])),
    ...missingReasons.flatMap((reason) =>
      isUneven && reason === "unknown"
        ? unansweredLine(name, left[reason])
        : missingLine("left out", left[reason], reasonTexts[reason]),
    ),
    ...otherFilesLine(otherFiles),
  ];
}

const joined = (parts: readonly string[]): string =>
  [parts.slice(0, -1).join(", "), parts.at(-1)].filter(Boolean).join(" and ");

const mostListed = 5;

function missingLine(what: string, ids: readonly string[], why: string): readonly string[] {
  if (ids.length === 0) return [];
  return [`${pluralize(ids.length, "answer")} ${what}, as ${why}: ${listedIds(ids)}.`];
}

const otherFilesLine = (ids: readonly string[]): readonly string[] =>
  ids.length === 0
    ? []
    : [
        `${pluralize(ids.length, "answer")} to ${ids.length === 1 ? "a question" : "questions"} with files; whether these have changed since is not known: ${listedIds(ids)}.`,
      ];

const unansweredLine = (name: string, ids: readonly string[]): readonly string[] =>
  ids.length === 0
    ? []
    : [`${pluralize(ids.length, "question")} without an answer in ${name}: ${listedIds(ids)}.`];

function listedIds(ids: readonly string[]): string {
  const questions = [...new Set(ids)];
  const listed = questions.slice(0, mostListed).join(", ");
  return questions.length > mostListed ? `${listed} and ${questions.length - mostListed} more` : listed;
}
