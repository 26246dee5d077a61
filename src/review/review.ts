import { isDeepStrictEqual } from "node:util";
import { KareninaError } from "../base/index.ts";
import {
  type BenchmarkContent,
  changeBenchmark,
  type OpenedBenchmark,
  openBenchmark,
  type Question,
  questionTextIn,
} from "../benchmark/index.ts";
import { type DraftRecord, draftRecord, isAsItShould, isTriedTemplate } from "../drafting/index.ts";

/** A benchmark file as it was when its questions were shown to a person. */
export type Review = OpenedBenchmark;

/** Which questions are looked at: those without a decision that have a template, those whose tries went wrong, all without a decision, or all. */
export type ReviewChoice = "drafts" | "failed-trials" | "unfinished" | "all";

/** What of a question decides whether it is looked at. */
export interface ReviewEntry {
  readonly id: string;
  /** From 0. */
  readonly place: number;
  readonly question: string;
  readonly finished: boolean;
  readonly hasTemplate: boolean;
  /** What its template made of the answers it was tried on; null: nothing was tried, or the template has been edited since. */
  readonly trials: {
    readonly state: DraftRecord["state"];
    readonly right: number;
    readonly of: number;
  } | null;
}

/** Opens a benchmark file for review. Throws as `Benchmark.load`. */
export async function openReview(path: string): Promise<Review> {
  return openBenchmark(path);
}

/** The questions of a benchmark that a choice takes, in their order. */
export function reviewEntries(
  { content }: Pick<Review, "content">,
  only: ReviewChoice = "all",
): readonly ReviewEntry[] {
  return content.questions.map(reviewEntry).filter((one) => takes[only](one));
}

const takes: { readonly [Choice in ReviewChoice]: (entry: ReviewEntry) => boolean } = {
  drafts: ({ finished, hasTemplate }) => !finished && hasTemplate,
  "failed-trials": ({ finished, trials }) =>
    !finished && (trials?.state === "fails" || trials?.state === "undecided"),
  unfinished: ({ finished }) => !finished,
  all: () => true,
};

/** What of a question decides whether it is looked at. */
export function reviewEntry(question: Question, place: number): ReviewEntry {
  const { id, finished, template } = question;
  return {
    ...{ id, place, question: question.question, finished },
    hasTemplate: template !== undefined,
    trials: trialsOf(question),
  };
}

function trialsOf(question: Question): ReviewEntry["trials"] {
  const record = draftRecord(question);
  if (record === undefined || record.tries.length === 0 || question.template === undefined) return null;
  if (!isTriedTemplate(question, record)) return null;
  const counting = record.tries.filter(({ withdrawn }) => withdrawn === undefined);
  return { state: record.state, right: counting.filter(isAsItShould).length, of: counting.length };
}

/** The question with an id. Throws `invalid_input`. */
export function questionOf({ content }: Pick<Review, "content">, id: string): Question {
  const question = content.questions.find((one) => one.id === id);
  if (question !== undefined) return question;
  throw new KareninaError("invalid_input", `No question has the id ${JSON.stringify(id)}.`, {
    hint: "`npx karenina review FILE --list --only all` lists them.",
  });
}

/**
 * Changes a question of the file as it stands now, and opens it again. What others have changed meanwhile stays; where they have changed this
 * question, or taken it away, throws `file_changed`, and writes nothing.
 *
 * @param change what becomes of the file that it is given; undefined: nothing is written
 */
export async function changeQuestion(
  review: Review,
  id: string,
  change: (now: Review) => Promise<BenchmarkContent | string | undefined>,
): Promise<Review> {
  return changeBenchmark(review, async (now) => {
    if (now.version === review.version || isSameQuestion(review, now, id)) return change(now);
    throw new KareninaError(
      "file_changed",
      `${review.path}: somebody has changed or removed ${id} meanwhile; nothing was written.`,
      { hint: "Look at it again, and decide again." },
    );
  });
}

/** Whether a person who has seen the one has seen the other. */
function isSameQuestion(one: Review, other: Review, id: string): boolean {
  const [before, now] = [one, other].map(({ content, text }) => {
    const place = content.questions.findIndex((question) => question.id === id);
    const question = content.questions[place];
    if (question === undefined) return undefined;
    const { dateCreated: _, dateModified: __, preserved: ___, ...said } = question;
    return { said, text: content.yaml === undefined ? "" : questionTextIn(text, place)?.text };
  });
  return before !== undefined && isDeepStrictEqual(before, now);
}
