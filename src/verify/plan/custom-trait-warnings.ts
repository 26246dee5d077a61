import { nearestName } from "../../base/index.ts";
import type { BenchmarkContent, Question } from "../../benchmark/index.ts";
import type { ResolvedConfig } from "../../config/index.ts";
import { allTraits, isJudgedFromPassages } from "../../rubric/index.ts";
import { listedNames } from "../listed-names.ts";
import { benchmarkTraits, ownTraits, type TraitSet } from "../rubrics/question-rubric.ts";
import { rubricDeepJudgment } from "./deep-judgment-options.ts";

/** Entries of the rubric mode `custom` that fit nothing: questions that do not exist, traits that no model judges there. */
export function customTraitWarnings(content: BenchmarkContent, config: ResolvedConfig): readonly string[] {
  const custom = rubricDeepJudgment(config, null)?.custom ?? null;
  if (custom === null) return [];
  const questions = new Map(content.questions.map((question) => [question.id, question]));
  const specific = Object.entries(custom.questionSpecific);
  const unknown = specific.map(([id]) => id).filter((id) => !questions.has(id));
  const common = judgedNames(benchmarkTraits(content));
  const anywhere = new Set([
    ...common,
    ...content.questions.flatMap((question) => judgedNames(ownTraits(question))),
  ]);
  const idle = [
    ...Object.keys(custom.global)
      .filter((name) => !anywhere.has(name))
      .map(quoted),
    ...specific.flatMap(([id, entries]) => {
      const question = questions.get(id);
      return question === undefined ? [] : notJudged(question, entries, common);
    }),
  ];
  return [
    ...(unknown.length === 0 ? [] : [unknownQuestions(unknown, [...questions.keys()])]),
    ...(idle.length === 0
      ? []
      : [`deep_judgment_rubric_config has no effect where no model judges the trait: ${listedNames(idle)}.`]),
  ];
}

function notJudged(question: Question, entries: object, common: readonly string[]): readonly string[] {
  const judged = new Set([...common, ...judgedNames(ownTraits(question))]);
  return Object.keys(entries)
    .filter((name) => !judged.has(name))
    .map((name) => `${quoted(name)} of ${question.id}`);
}

function judgedNames({ rubric, dynamic }: TraitSet): readonly string[] {
  return [...allTraits(rubric), ...allTraits(dynamic)].filter(isJudgedFromPassages).map(({ name }) => name);
}

function unknownQuestions(unknown: readonly string[], known: readonly string[]): string {
  const named = unknown.map((id) => {
    const nearest = nearestName(id, known);
    return nearest === undefined ? id : `${id} (did you mean ${nearest}?)`;
  });
  return `deep_judgment_rubric_config names questions that the benchmark does not have: ${listedNames(named)}.`;
}

const quoted = (name: string) => JSON.stringify(name);
