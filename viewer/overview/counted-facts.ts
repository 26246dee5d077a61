import type { ReportIndex } from "../../src/report/index.ts";
import { countedText } from "../parts/rate-text.ts";

/** What was asked, and what came of it: questions with their results, and apart from them scenarios with their walks and turns. */
export function countedFacts({
  questions,
  scenarios,
  walks,
  results,
}: Pick<ReportIndex, "questions" | "scenarios" | "walks" | "results">): readonly [
  asked: readonly string[],
  came: readonly string[],
] {
  const asked = questions.filter(({ isTurn }) => !isTurn).length;
  const turns = results.question.filter((place) => questions[place]?.isTurn).length;
  const names = new Set([...scenarios.map(({ name }) => name), ...walks.map(({ scenario }) => scenario)]);
  const hasQuestions = asked > 0 || turns === 0;
  return [
    [
      ...(hasQuestions ? [countedText(asked, "question")] : []),
      ...(names.size > 0 ? [countedText(names.size, "scenario")] : []),
    ],
    [
      ...(hasQuestions ? [countedText(results.question.length - turns, "result")] : []),
      ...(turns > 0 ? [`${countedText(walks.length, "walk")} of ${countedText(turns, "turn")}`] : []),
    ],
  ];
}
