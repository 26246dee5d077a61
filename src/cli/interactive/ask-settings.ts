import { definedOnly } from "../../base/index.ts";
import {
  type Setting,
  type SettingQuestion,
  type SettingsSoFar,
  settingDefaults,
  settingRows,
  type VerificationConfig,
} from "../../config/index.ts";
import * as values from "../option-values.ts";
import { askOptional, askValue } from "./ask-value.ts";
import type { Prompts } from "./prompts.ts";

/** Settings that are asked for in a way of their own. */
export type OwnQuestions = {
  readonly [Name in keyof VerificationConfig]?: (now: SettingsSoFar) => Promise<VerificationConfig>;
};

/** The order of questions; those of other settings come last. */
const groups: readonly (readonly (keyof VerificationConfig)[])[] = [
  ["replicateCount", "evaluationMode", "abstentionEnabled", "sufficiencyEnabled"],
  ["embeddingCheckEnabled", "embeddingCheckModel", "embeddingCheckBaseUrl", "embeddingCheckThreshold"],
  ["deepJudgmentMode", "rubricTraitNames", "rubricEvaluationStrategy", "combinedChecks"],
  ["useFullTraceForTemplate", "useFullTraceForRubric"],
  ["agenticParsing", "agenticParsingTrigger", "agenticJudgeContext", "agenticParsingMaxTurns"],
  ["deepJudgmentStrategy", "deepJudgmentMaxExcerptsPerAttribute", "deepJudgmentFuzzyMatchThreshold"],
  ["deepJudgmentExcerptRetryAttempts", "deepJudgmentSearchEnabled"],
  ["deepJudgmentRubricMode", "deepJudgmentRubricGlobalExcerpts", "deepJudgmentRubricStrategy"],
  ["deepJudgmentRubricMaxExcerptsDefault", "deepJudgmentRubricFuzzyMatchThresholdDefault"],
  ["deepJudgmentRubricExcerptRetryAttemptsDefault", "deepJudgmentRubricSearchEnabled"],
  ["fewShotConfig", "asyncMaxWorkers", "maxConcurrentRequests", "requestTimeout", "retryPolicy"],
];
const order = groups.flat();

/** Asks for the settings of a mode, one after the other; what was said before decides what is asked next. */
export async function askSettings(
  prompts: Prompts,
  base: VerificationConfig,
  mode: SettingQuestion["mode"],
  own: OwnQuestions = {},
): Promise<VerificationConfig> {
  const place = (name: keyof VerificationConfig) =>
    order.includes(name) ? order.indexOf(name) : order.length;
  const names = Object.keys(settingRows) as (keyof VerificationConfig)[]; // a row for each
  let asked: VerificationConfig = {};
  for (const name of names.toSorted((one, other) => place(one) - place(other))) {
    const { question } = settingRows[name];
    const now: SettingsSoFar = { ...settingDefaults, ...definedOnly({ ...base, ...asked }) };
    if (question?.mode !== mode || question.when?.(now) === false) continue;
    asked = { ...asked, ...(await (own[name]?.(now) ?? askSetting(prompts, name, question, now))) };
  }
  return asked;
}

async function askSetting(
  prompts: Prompts,
  name: keyof VerificationConfig,
  question: SettingQuestion,
  now: SettingsSoFar,
): Promise<VerificationConfig> {
  const initial = now[name] ?? question.initial ?? null;
  const value =
    question.choices !== undefined
      ? await askChoice(prompts, question, question.choices, now, initial)
      : question.reads === undefined
        ? await prompts.yesOrNo({ message: question.message, initial: initial === true })
        : await askText(prompts, settingRows[name], question, values[question.reads], initial);
  return { [name]: value, ...question.also?.(value, now) };
}

async function askChoice(
  prompts: Prompts,
  { message, offers }: SettingQuestion,
  choices: NonNullable<SettingQuestion["choices"]>,
  now: SettingsSoFar,
  initial: unknown,
): Promise<string> {
  const offered = Object.entries(choices).filter(([value]) => offers?.(value, now) !== false);
  return prompts.choice({
    message,
    initial: String(initial),
    choices: offered.map(([value, hint]) => ({ value, label: value, ...(hint !== null && { hint }) })),
  });
}

async function askText(
  prompts: Prompts,
  { schema, default: fallback }: Setting,
  { message, whenEmpty }: SettingQuestion,
  read: (answer: string, before?: unknown) => unknown,
  initial: unknown,
): Promise<unknown> {
  const question = { message, initial: String(initial ?? "") };
  if (whenEmpty === undefined) return askValue(prompts, question, (answer) => read(answer));
  const answer = await askOptional(prompts, { ...question, whenEmpty }, (text) => read(text));
  return answer ?? (schema.safeParse(null).success ? null : fallback);
}
