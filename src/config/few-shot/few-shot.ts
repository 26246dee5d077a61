import { md5 } from "../../base/index.ts";
import type { ExampleChoice, FewShotConfig, QuestionFewShotConfig } from "../settings/few-shot-config.ts";
import { choiceProblems, type QuestionWithExamples } from "./few-shot-examples.ts";

/** Settings that a new configuration takes over as they are. */
type Further = Omit<FewShotConfig, "poolMode" | "questionConfigs">;

type Selections = { readonly [questionId: string]: readonly ExampleChoice[] };
type Counts = { readonly [questionId: string]: number };

/** The examples of each question by place from 0; questions that are not named show none of their own. */
function fromIndexSelections(
  selections: { readonly [questionId: string]: readonly number[] },
  further: Further = {},
): FewShotConfig {
  return addIndexSelections({ ...further, poolMode: "custom" }, selections);
}

/** The examples of each question by the MD5 of their question; see {@link fewShot.generateExampleHash}. */
function fromHashSelections(
  selections: { readonly [questionId: string]: readonly string[] },
  further: Further = {},
): FewShotConfig {
  return addHashSelections({ ...further, poolMode: "custom" }, selections);
}

/** Examples drawn by lot, as many as each question says; `further.poolK`, else 3, for questions that are not named. */
function kShotForQuestions(counts: Counts, further: Further = {}): FewShotConfig {
  return addKShotQuestions({ ...further, poolMode: "k-shot" }, counts);
}

/** The same configuration with the examples of some questions chosen by place. */
function addIndexSelections(
  config: FewShotConfig,
  selections: { readonly [questionId: string]: readonly number[] },
): FewShotConfig {
  return withSelections(config, selections);
}

/** The same configuration with the examples of some questions chosen by hash. */
function addHashSelections(
  config: FewShotConfig,
  selections: { readonly [questionId: string]: readonly string[] },
): FewShotConfig {
  return withSelections(config, selections);
}

/** The same configuration with so many examples drawn by lot for some questions. */
function addKShotQuestions(config: FewShotConfig, counts: Counts): FewShotConfig {
  return withQuestions(config, counts, (k) => ({ mode: "k-shot", k }));
}

/** The name of an example: the MD5 of its question, in lower-case hexadecimal. */
function generateExampleHash(question: string): string {
  return md5(question);
}

/**
 * What is wrong with a configuration's choices, given the benchmark's questions: ids that no question has, and choices
 * that name no example. Empty when all is well.
 */
function validateSelections(
  config: FewShotConfig,
  questions: readonly QuestionWithExamples[],
): readonly string[] {
  const known = new Set(questions.map(({ id }) => id));
  const unknown = Object.keys(config.questionConfigs ?? {}).filter((id) => !known.has(id));
  return [
    ...unknown.map((id) => `no question has the id ${JSON.stringify(id)}`),
    ...questions.flatMap((question) => choiceProblems(config, question)),
  ];
}

/**
 * Makes and checks few-shot configurations.
 *
 * @example
 * fewShot.fromIndexSelections({ q1: [0, 2] }, { globalExamples: [{ question: "1 + 1?", answer: "2" }] })
 * fewShot.kShotForQuestions({ q1: 5 }, { poolK: 2 })
 */
export const fewShot = {
  fromIndexSelections,
  fromHashSelections,
  kShotForQuestions,
  addIndexSelections,
  addHashSelections,
  addKShotQuestions,
  generateExampleHash,
  validateSelections,
} as const;

function withSelections(config: FewShotConfig, selections: Selections): FewShotConfig {
  return withQuestions(config, selections, (chosen) => ({ mode: "custom", selectedExamples: [...chosen] }));
}

/** What is said of a question beside what is set, such as exclusions, stays. */
function withQuestions<T>(
  config: FewShotConfig,
  given: { readonly [questionId: string]: T },
  settings: (value: T) => QuestionFewShotConfig,
): FewShotConfig {
  const before = config.questionConfigs ?? {};
  const set = Object.entries(given).map(([id, value]) => [id, { ...before[id], ...settings(value) }]);
  return { ...config, questionConfigs: { ...before, ...Object.fromEntries(set) } };
}
