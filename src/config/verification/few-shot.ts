import { md5 } from "../../base/index.ts";
import type { FewShotExample, Question } from "../../benchmark/index.ts";
import { configurationError } from "../problems.ts";
import type { FewShotConfig, QuestionFewShotConfig } from "./few-shot-config.ts";

type Choice = number | string;

const indexIn = (pool: readonly FewShotExample[], choice: Choice): number =>
  typeof choice === "number"
    ? choice >= 0 && choice < pool.length
      ? choice
      : -1
    : pool.findIndex((example) => md5(example.question) === choice);

/**
 * The examples shown before a question: those chosen from its own, then the global ones. Choices by number are places
 * in the question's own list from 0; choices by text are the MD5 of an example's question.
 *
 * @throws KareninaError `configuration` for a choice that names no example.
 */
export function fewShotExamples(
  config: FewShotConfig | null,
  question: Pick<Question, "id" | "fewShotExamples">,
): readonly FewShotExample[] {
  const {
    source = "both",
    poolMode = "all",
    questionConfigs = {},
    globalExamples = [],
  } = config ?? { source: "disabled" };
  if (source === "disabled") return [];
  const own = questionConfigs[question.id] ?? {};
  const mode = own.mode === undefined || own.mode === "inherit" ? poolMode : own.mode;
  const pool = question.fewShotExamples;
  const fromPool =
    source === "global"
      ? []
      : chosen(pool, mode === "custom" ? (own.selectedExamples ?? []) : [...pool.keys()], own, question.id);
  return source === "question_pool" ? fromPool : [...fromPool, ...globalExamples];
}

function chosen(
  pool: readonly FewShotExample[],
  selected: readonly Choice[],
  { excludedExamples }: QuestionFewShotConfig,
  questionId: string,
): readonly FewShotExample[] {
  const unknown = [...selected, ...(excludedExamples ?? [])].filter((choice) => indexIn(pool, choice) === -1);
  if (unknown.length > 0) {
    throw configurationError(
      "The few-shot configuration",
      unknown.map(
        (choice) => `question ${questionId} has no example ${JSON.stringify(choice)}; it has ${pool.length}`,
      ),
    );
  }
  const excluded = new Set((excludedExamples ?? []).map((choice) => indexIn(pool, choice)));
  return selected
    .map((choice) => indexIn(pool, choice))
    .filter((index) => !excluded.has(index))
    .flatMap((index) => pool[index] ?? []);
}
