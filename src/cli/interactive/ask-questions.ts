import { oneLine, pluralize } from "../../base/index.ts";
import type { Question } from "../../benchmark/index.ts";
import { cutToColumns } from "../report/columns.ts";
import { type QuestionChoice, selectQuestions } from "../select-questions.ts";
import { askValue } from "./ask-value.ts";
import type { Prompts } from "./prompts.ts";

const mostShown = 20;
const longestQuestion = 60;

/**
 * Asks which questions to run; undefined stands for all that are finished.
 *
 * @param given what flags say: places count among its ids, and its places stand there already
 */
export async function askQuestions(
  prompts: Prompts,
  all: readonly Question[],
  given: QuestionChoice,
): Promise<readonly string[] | undefined> {
  const { questionIds } = given;
  const ids = selectQuestions(all, { questionIds });
  const offered = all.filter(({ id, finished }) => ids?.includes(id) ?? finished);
  await prompts.note(
    pluralize(offered.length, "question"),
    offered
      .slice(0, mostShown)
      .map(({ question }, place) => `${place}  ${cutToColumns(oneLine(question), longestQuestion)}`)
      .concat(offered.length > mostShown ? [`and ${offered.length - mostShown} more`] : []),
  );
  const message = "Which questions? all, or places from 0 such as 0,3,5-9";
  return askValue(prompts, { message, initial: given.questions ?? "all" }, (answer) =>
    answer.toLowerCase() === "all" ? ids : selectQuestions(all, { questionIds, questions: answer }),
  );
}
