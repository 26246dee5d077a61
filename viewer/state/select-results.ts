import type { ReportIndex, ReportSummary } from "../../src/report/index.ts";
import type { Filters } from "./place.ts";

type Wanted = (place: number) => boolean;

/** The places of the results that filters let through, in their order. */
export function selectResults(
  index: ReportIndex,
  summary: ReportSummary,
  filters: Filters,
): readonly number[] {
  const wanted = [
    ...byOutcome(index, filters),
    ...byModel(index, summary, filters),
    ...byKeyword(index, filters),
    ...byTrait(index, filters),
    ...byQuestion(index, filters),
    ...byText(index, filters),
  ];
  const places: number[] = [];
  for (let place = 0; place < index.results.id.length; place++)
    if (wanted.every((lets) => lets(place))) places.push(place);
  return places;
}

function byOutcome({ outcomes, results }: ReportIndex, filters: Filters): readonly Wanted[] {
  if (filters.outcomes.length === 0) return [];
  const codes = new Set(filters.outcomes.map((outcome) => outcomes.indexOf(outcome)));
  return [(place) => codes.has(results.outcome[place] ?? -1)];
}

function byModel(
  { results }: ReportIndex,
  { subjects }: ReportSummary,
  { model }: Filters,
): readonly Wanted[] {
  if (model === null) return [];
  const subject = subjects.findIndex(({ name }) => name === model);
  return [(place) => results.subject[place] === subject];
}

function byKeyword({ keywords, questions, results }: ReportIndex, { keyword }: Filters): readonly Wanted[] {
  if (keyword === null) return [];
  const code = keywords.indexOf(keyword);
  return [(place) => questions[results.question[place] ?? -1]?.keywords.includes(code) ?? false];
}

function byTrait({ traits }: ReportIndex, { trait, value }: Filters): readonly Wanted[] {
  if (trait === null) return [];
  const found = traits.find((one) => one.trait === trait);
  if (value === null) return [(place) => (found?.values[place] ?? -1) !== -1];
  const label = found?.labels.indexOf(value) ?? -1;
  return [(place) => label !== -1 && found?.values[place] === label];
}

function byQuestion({ questions, results }: ReportIndex, { question }: Filters): readonly Wanted[] {
  if (question === null) return [];
  return [(place) => questions[results.question[place] ?? -1]?.id === question];
}

function byText({ questions, results }: ReportIndex, { text }: Filters): readonly Wanted[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const questionTexts = questions.map((question) => `${question.id} ${question.text}`.toLowerCase());
  return [
    (place) => {
      const question = questionTexts[results.question[place] ?? -1] ?? "";
      const note = (results.note[place] ?? "").toLowerCase();
      return words.every((word) => question.includes(word) || note.includes(word));
    },
  ];
}
