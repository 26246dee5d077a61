import { type Clock, systemClock } from "../../base/index.ts";
import type { Question } from "../../benchmark/index.ts";
import { checkBudget } from "./check-budget.ts";

/** What a run waits for before it asks a model: reading a source takes about a millisecond. */
const longestSeconds = 10;

/**
 * Questions whose template has broken syntax, as far as the time for looking goes. Nothing of a template is run, and only
 * what may have types is read for them.
 */
export async function brokenTemplates(
  questions: readonly Question[],
  clock: Clock = systemClock,
): Promise<readonly Question[]> {
  const sources = questions.flatMap((question) => {
    const { template } = question;
    return template?.kind === "source" && template.source.language !== "Python"
      ? [[question, template.source.text] as const]
      : [];
  });
  if (sources.length === 0) return [];
  const { javaScriptCheck } = await import("../../languages/index.ts");
  const budget = checkBudget(longestSeconds, clock);
  const isJavaScript = javaScriptCheck();
  const typed = sources.filter(([, text]) => !isJavaScript(text));
  if (typed.length === 0) return [];
  const { syntaxProblems } = await import("../../sandbox/index.ts");
  const broken: Question[] = [];
  let place = 0;
  for await (const problem of syntaxProblems(typed.map(([, text]) => text))) {
    const question = typed[place]?.[0];
    if (problem !== undefined && question !== undefined) broken.push(question);
    place += 1;
    if (budget.spent !== undefined) break;
  }
  return broken;
}
