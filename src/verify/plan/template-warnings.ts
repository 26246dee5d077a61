import type { Question } from "../../benchmark/index.ts";
import type { ResolvedConfig } from "../../config/index.ts";
import { brokenTemplates } from "../check/broken-templates.ts";
import { pythonProblems } from "../check/python-problems.ts";
import { listedNames } from "../listed-names.ts";

/**
 * What can be said about templates without running any of them: questions that cannot reach a verdict. They are run
 * all the same and their results say so.
 */
export async function templateWarnings(
  questions: readonly Question[],
  mode: ResolvedConfig["evaluationMode"],
): Promise<readonly string[]> {
  const unusable = warning(
    questions.filter((question) => question.unusable !== undefined),
    "that cannot be evaluated as the file has them",
    "see `npx karenina benchmark validate`",
  );
  if (mode === "rubric_only") return unusable;
  // a template that is broken is an error, after which nothing else of the question is judged
  const traits =
    mode === "template_only"
      ? ""
      : "; the traits of those questions are judged in evaluation mode rubric_only alone";
  const missing = questions.filter((question) => question.template === undefined);
  const python = await pythonProblems(questions);
  const needing = questions.filter((question) => python.get(question) === "needs_pyodide");
  const mistaken = questions.filter((question) => python.get(question) === "mistake");
  const broken = new Set([...(await brokenTemplates(questions)), ...mistaken]);
  const unreadable = questions.filter(
    (question) => question.template?.kind === "unreadable" || broken.has(question),
  );
  return [
    ...unusable,
    ...warning(missing, "without a template", "nothing can be verified there"),
    ...warning(needing, "with Python code in the template", `${needsPyodide}${traits}`),
    ...warning(
      unreadable,
      "with a template that cannot be read",
      `see \`npx karenina benchmark validate\`${traits}`,
    ),
  ];
}

const needsPyodide = "it runs with the package pyodide, which is not installed: npm install pyodide";

/** The same said of a whole benchmark that is only looked at; undefined without any. */
export async function pythonCodeWarning(questions: readonly Question[]): Promise<string | undefined> {
  const problems = await pythonProblems(questions);
  const count = [...problems.values()].filter((problem) => problem === "needs_pyodide").length;
  if (count === 0) return undefined;
  return `${count === 1 ? "1 question has" : `${count} questions have`} Python code in the template; ${needsPyodide}.`;
}

function warning(questions: readonly Question[], what: string, consequence: string): readonly string[] {
  if (questions.length === 0) return [];
  const count = questions.length === 1 ? "1 question" : `${questions.length} questions`;
  return [`${count} ${what} (${listedNames(questions.map(({ id }) => id))}); ${consequence}.`];
}
