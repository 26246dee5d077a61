import { type Clock, systemClock } from "../../base/index.ts";
import type { Question } from "../../benchmark/index.ts";
import type { PythonTemplateProblem } from "../../languages/index.ts";
import { checkBudget } from "./check-budget.ts";

/** What a run waits for before it asks a model: reading a source takes less than a millisecond. */
const longestSeconds = 10;

/** Questions whose template in Python cannot be evaluated, and why, as far as the time for looking goes. */
export async function pythonProblems(
  questions: readonly Question[],
  clock: Clock = systemClock,
): Promise<ReadonlyMap<Question, PythonTemplateProblem>> {
  const found = new Map<Question, PythonTemplateProblem>();
  const budget = checkBudget(longestSeconds, clock);
  for (const question of questions) {
    const { template } = question;
    if (template?.kind !== "source" || template.source.language !== "Python") continue;
    const { pythonTemplateProblem } = await import("../../languages/index.ts");
    const problem = await pythonTemplateProblem(template.source.text);
    if (problem !== undefined) found.set(question, problem);
    if (budget.spent !== undefined) break;
  }
  return found;
}
