import { section } from "../../prompt/index.ts";

const shownReply = 1000;
const shownProblems = 10;

/** The text that asks again after a reply that could not be read. */
export function feedbackText(reply: string, problems: readonly string[]): string {
  const lines = [
    "Your previous reply could not be used:",
    ...problems.slice(0, shownProblems).map((problem) => `- ${problem.slice(0, 500)}`),
    "",
    "It began with:",
    section("previous_reply", reply.slice(0, shownReply)),
    "",
    "Answer the original request again with one complete JSON object that mends these problems, and nothing else.",
  ];
  // a cut through a character leaves half of it, which many servers refuse to read
  return lines.join("\n").toWellFormed();
}
