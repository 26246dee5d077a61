import { type AgenticRubricTrait, collectProblems, collectTraitResults } from "../../rubric/index.ts";
import type { AgenticEvaluation } from "./agentic-evaluation.ts";
import type { TraitDecision } from "./decide-trait.ts";

/** A trait and what became of it. */
export type Decided = readonly [trait: AgenticRubricTrait, decision: TraitDecision];

/** The decisions in the order of the traits. A warning that several investigations have in common is told once. */
export function collectDecisions(
  traits: readonly AgenticRubricTrait[],
  decided: readonly Decided[],
  warnings: readonly string[],
): AgenticEvaluation {
  const byTrait = new Map(decided);
  const all = traits.flatMap((trait) => {
    const decision = byTrait.get(trait);
    return decision === undefined ? [] : [[trait.name, decision] as const];
  });
  const judged = all.map(([name, { judgement, trace, extraction }]) => {
    const details = {
      ...(trace !== null && { investigationTraces: trace }),
      ...(extraction !== null && { extractionMetadata: { ...extraction } }),
    };
    return [name, { ...judgement, details }] as const;
  });
  const found = all.flatMap(([name, { judgement, warnings: own }]) => [
    ...own,
    ...collectProblems([[name, judgement]]).warnings,
  ]);
  return {
    ...collectTraitResults(new Map([["agentic", judged]])),
    failures: collectProblems(judged).failures,
    warnings: [...new Set([...warnings, ...found])],
  };
}
