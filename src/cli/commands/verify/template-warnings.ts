import type { Question } from "../../../benchmark/index.ts";
import { counted } from "../../report/format.ts";

const mostNamed = 5;

/**
 * What can be said about templates without running any of them: questions that cannot reach a verdict. They are run
 * all the same and their results say so.
 */
export function templateWarnings(questions: readonly Question[]): readonly string[] {
  const missing = questions.filter((question) => question.template === undefined);
  const unreadable = questions.filter((question) => question.template?.kind === "unreadable");
  return [
    ...warning(missing, "without a template", "nothing can be verified there"),
    ...warning(unreadable, "with a template that cannot be read", "see `karenina benchmark validate`"),
  ];
}

function warning(questions: readonly Question[], what: string, consequence: string): readonly string[] {
  if (questions.length === 0) return [];
  const ids = questions.slice(0, mostNamed).map((question) => question.id);
  const more = questions.length > mostNamed ? ", …" : "";
  return [`${counted(questions.length, "question")} ${what} (${ids.join(", ")}${more}); ${consequence}.`];
}
