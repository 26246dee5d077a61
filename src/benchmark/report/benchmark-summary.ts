import type { JsonValue } from "../../base/index.ts";
import { allTraits, type TraitType, traitTypes } from "../../rubric/index.ts";
import type { BenchmarkContent } from "../benchmark-content.ts";
import { writtenTemplate } from "../question/question-template.ts";
import { globalRubrics, hasTraits, type Rubrics } from "../rubrics/rubrics.ts";

/** A benchmark in a few figures. */
export interface BenchmarkSummary {
  readonly name: string;
  readonly version: string;
  readonly creator: JsonValue | undefined;
  readonly dateCreated: string;
  readonly dateModified: string;
  readonly questionCount: number;
  readonly scenarioCount: number;
  readonly finishedCount: number;
  /** Questions with a template; a placeholder is none. */
  readonly hasTemplateCount: number;
  /** Questions with traits of their own, dynamic ones included. */
  readonly hasRubricCount: number;
  /** Finished questions in percent; 0 for an empty benchmark. */
  readonly progressPercentage: number;
  /** Not empty, every question finished and with a template. */
  readonly isComplete: boolean;
  /** Traits of all types that apply to every question. */
  readonly globalTraitCount: number;
  /** Traits of all types that apply to every question whose answer touches what they are about. */
  readonly globalDynamicTraitCount: number;
}

/** {@link BenchmarkSummary} with the sizes of templates, in UTF-16 units of their source. */
export interface BenchmarkStatistics extends BenchmarkSummary {
  /** Null without templates, like the two after it. */
  readonly averageTemplateLength: number | null;
  readonly minimumTemplateLength: number | null;
  readonly maximumTemplateLength: number | null;
  /** Questions with custom metadata, an author or sources. */
  readonly questionsWithMetadata: number;
  /** Traits by type, of the benchmark and of all questions, dynamic ones included. */
  readonly traitCounts: { readonly [Type in TraitType]: number };
}

/** Finished questions in percent; 0 for an empty benchmark. */
export function progressOf({ questions }: BenchmarkContent): number {
  if (questions.length === 0) return 0;
  return (questions.filter(({ finished }) => finished).length / questions.length) * 100;
}

/** See {@link BenchmarkSummary}. */
export function summarize(content: BenchmarkContent): BenchmarkSummary {
  const { questions } = content;
  return {
    name: content.name,
    version: content.version,
    creator: content.creator,
    dateCreated: content.dateCreated,
    dateModified: content.dateModified,
    questionCount: questions.length,
    scenarioCount: content.scenarios.length,
    finishedCount: questions.filter(({ finished }) => finished).length,
    hasTemplateCount: questions.filter(({ template }) => template !== undefined).length,
    hasRubricCount: questions.filter(hasTraits).length,
    progressPercentage: progressOf(content),
    isComplete:
      questions.length > 0 && questions.every(({ finished, template }) => finished && template !== undefined),
    globalTraitCount: allTraits(content.globalRubric).length,
    globalDynamicTraitCount: allTraits(content.globalDynamicRubric).length,
  };
}

/** See {@link BenchmarkStatistics}. */
export function statisticsOf(content: BenchmarkContent): BenchmarkStatistics {
  const lengths = content.questions.flatMap(({ template }) =>
    template ? [writtenTemplate(template).text.length] : [],
  );
  const total = lengths.reduce((sum, length) => sum + length, 0);
  return {
    ...summarize(content),
    averageTemplateLength: lengths.length === 0 ? null : total / lengths.length,
    minimumTemplateLength: lengths.length === 0 ? null : Math.min(...lengths),
    maximumTemplateLength: lengths.length === 0 ? null : Math.max(...lengths),
    questionsWithMetadata: content.questions.filter(
      ({ customMetadata, author, sources }) =>
        Object.keys(customMetadata).length > 0 || author !== undefined || sources !== undefined,
    ).length,
    traitCounts: traitCounts([globalRubrics(content), ...content.questions]),
  };
}

function traitCounts(all: readonly Rubrics[]): BenchmarkStatistics["traitCounts"] {
  const traits = all.flatMap(({ rubric, dynamicRubric }) => [
    ...allTraits(rubric),
    ...allTraits(dynamicRubric),
  ]);
  const counts = traitTypes.map((type) => [type, traits.filter((trait) => trait.type === type).length]);
  // The list of types has every one of them.
  return Object.fromEntries(counts) as BenchmarkStatistics["traitCounts"];
}
