// What a person decides about drafted questions
export type { ReviewDecision } from "./decide-question.ts";
export { decideQuestion } from "./decide-question.ts";
export type { EditOutcome, TextProblem } from "./edit-question.ts";
export { editQuestion, questionText } from "./edit-question.ts";
export type { Review, ReviewChoice, ReviewEntry } from "./review.ts";
export { openReview, reviewEntries } from "./review.ts";
export type { ReviewDraft, ReviewQuestion } from "./review-question.ts";
export { reviewQuestion } from "./review-question.ts";
