import { md5, ownEntry } from "../../base/index.ts";
import type { FewShotExample, Question } from "../../benchmark/index.ts";
import { configurationError } from "../problems.ts";
import {
  defaultPoolK,
  type ExampleChoice,
  type FewShotConfig,
  type QuestionFewShotConfig,
} from "../settings/few-shot-config.ts";
import { pythonSample } from "./python-sample.ts";

/** A question as far as examples are concerned. */
export type QuestionWithExamples = Pick<Question, "id" | "fewShotExamples">;

/**
 * The examples shown before a question: those chosen from its own, then the global ones.
 *
 * - `all`: every example;
 * - `k-shot`: some drawn by lot, always the same for the same question id, as the Python system draws them;
 * - `custom`: the selected ones, in the given order; a number is a place in the question's own list from 0, a text the
 *   MD5 of an example's question.
 *
 * Excluded examples are taken out first: they are never drawn, and a place means the question's whole list.
 *
 * @throws KareninaError `configuration` for a choice that names no example.
 */
export function fewShotExamples(
  config: FewShotConfig | null,
  question: QuestionWithExamples,
): readonly FewShotExample[] {
  const problems = choiceProblems(config, question);
  if (problems.length > 0) throw fewShotError(problems);
  const source = sourceOf(config);
  const fromPool = usesPool(source) ? chosenExamples(config ?? {}, question) : [];
  const shared = source === "global" || source === "both" ? (config?.globalExamples ?? []) : [];
  return [...fromPool, ...shared];
}

/** The choices of a question that name none of its examples, as sentences. */
export function choiceProblems(
  config: FewShotConfig | null,
  { id, fewShotExamples: pool }: QuestionWithExamples,
): readonly string[] {
  if (!usesPool(sourceOf(config))) return [];
  const own = settingsOf(config ?? {}, id);
  const selected = modeOf(config ?? {}, id) === "custom" ? (own.selectedExamples ?? []) : [];
  return [...selected, ...(own.excludedExamples ?? [])]
    .filter((choice) => placeOf(pool, choice) === -1)
    .map((choice) => `question ${id} has no example ${JSON.stringify(choice)}; it has ${pool.length}`);
}

/** The error for choices that name no example. */
export function fewShotError(problems: readonly string[]): Error {
  return configurationError("The few-shot configuration", problems);
}

type Source = NonNullable<FewShotConfig["source"]>;

function sourceOf(config: FewShotConfig | null): Source {
  return config === null ? "disabled" : (config.source ?? "both");
}

function usesPool(source: Source): boolean {
  return source === "question_pool" || source === "both";
}

function settingsOf({ questionConfigs = {} }: FewShotConfig, id: string): QuestionFewShotConfig {
  return ownEntry(questionConfigs, id) ?? {};
}

function modeOf(config: FewShotConfig, id: string) {
  const { mode = "inherit" } = settingsOf(config, id);
  return mode === "inherit" ? (config.poolMode ?? "all") : mode;
}

function chosenExamples(
  config: FewShotConfig,
  { id, fewShotExamples: pool }: QuestionWithExamples,
): readonly FewShotExample[] {
  const own = settingsOf(config, id);
  const excluded = new Set((own.excludedExamples ?? []).map((choice) => placeOf(pool, choice)));
  const left = [...pool.keys()].filter((place) => !excluded.has(place));
  const places = {
    all: () => left,
    "k-shot": () => drawn(left, own.k ?? config.poolK ?? defaultPoolK, id),
    custom: () =>
      (own.selectedExamples ?? [])
        .map((choice) => placeOf(pool, choice))
        .filter((place) => !excluded.has(place)),
  };
  return places[modeOf(config, id)]().flatMap((place) => pool[place] ?? []);
}

function drawn(places: readonly number[], count: number, questionId: string): readonly number[] {
  if (places.length <= count) return places;
  const seed = Number(BigInt(`0x${md5(questionId)}`) & 0x7fffffffn);
  return pythonSample(seed, places.length, count).flatMap((index) => places[index] ?? []);
}

/** -1 for a choice that names no example. */
function placeOf(pool: readonly FewShotExample[], choice: ExampleChoice): number {
  if (typeof choice === "number") return choice >= 0 && choice < pool.length ? choice : -1;
  return pool.findIndex((example) => md5(example.question) === choice);
}
