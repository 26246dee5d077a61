const shownReply = 1000;
const shownProblems = 10;

/** The text that asks again after a reply that could not be read. */
export function feedbackText(reply: string, problems: readonly string[]): string {
  const beginning = reply.slice(0, shownReply).replace(/<(\/?)previous_reply>/gi, "<$1previous-reply>");
  return [
    "Your previous reply could not be used:",
    ...problems.slice(0, shownProblems).map((problem) => `- ${problem.slice(0, 500)}`),
    "",
    "It began with:",
    "<previous_reply>",
    beginning,
    "</previous_reply>",
    "",
    "Answer the original request again with one complete JSON object that mends these problems, and nothing else.",
  ].join("\n");
}
