import { type Clock, KareninaError, systemClock } from "../base/index.ts";
import { Benchmark } from "../benchmark/index.ts";
import { draftProperty } from "../drafting/index.ts";
import { changeQuestion, questionOf, type Review } from "./review.ts";
import { noteProperty, reviewQuestion } from "./review-question.ts";

/**
 * What a person decides about a question: `accept` marks it as finished, so that a run takes it; `reopen` takes that back; `reject` takes its template
 * away, with the record of how it was drafted, and leaves a draft; `note` adds a note. Each may say why: `note` is added to what was noted before.
 */
export type ReviewDecision =
  | { readonly decision: "accept" | "reopen" | "reject"; readonly note?: string | undefined }
  | { readonly decision: "note"; readonly note: string };

/**
 * Writes what a person decided about a question into the file, and opens it again. In YAML all else stays as it is written.
 *
 * What others have changed in the file meanwhile stays. Throws `file_changed`, and writes nothing, where it is this question; `invalid_input` for a question that is not
 * there, and for one that cannot be accepted, with the reason.
 *
 * @example
 * const review = await openReview("benchmark.yaml");
 * await decideQuestion(review, "BIO-01", { decision: "accept" });
 */
export async function decideQuestion(
  review: Review,
  id: string,
  decided: ReviewDecision,
  clock: Clock = systemClock,
): Promise<Review> {
  return changeQuestion(review, id, async (now) => {
    const benchmark = new Benchmark({ content: now.content, path: now.path, clock });
    await decide(benchmark, now, id, decided);
    return benchmark.content;
  });
}

async function decide(
  benchmark: Benchmark,
  now: Review,
  id: string,
  { decision, note }: ReviewDecision,
): Promise<void> {
  if (decision === "accept") {
    const { problems } = await reviewQuestion(now, id);
    if (problems.length > 0)
      throw new KareninaError("invalid_input", `${id} cannot be finished: ${problems.join("; ")}`, {
        hint: "Edit it first.",
      });
    benchmark.markFinished(id);
  }
  if (decision === "reopen" || decision === "reject") benchmark.markUnfinished(id);
  if (decision === "reject") {
    benchmark.removeTemplate(id);
    benchmark.removeQuestionCustomProperty(id, draftProperty);
  }
  if (note === undefined || note.trim() === "") return;
  const before = questionOf(now, id).customMetadata[noteProperty];
  const notes = [...(typeof before === "string" ? [before] : []), note.trim()];
  benchmark.setQuestionCustomProperty(id, noteProperty, notes.join("\n"));
}
