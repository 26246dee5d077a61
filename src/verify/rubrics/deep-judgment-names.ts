import type { BenchmarkContent } from "../../benchmark/index.ts";
import type { ResolvedConfig } from "../../config/index.ts";
import { requireKnownTraits } from "./known-traits.ts";

/**
 * Looks at the trait names of the rubric mode `custom`. Where traits are not judged at all, nothing is looked at.
 *
 * @throws KareninaError `configuration` for names that no trait of the benchmark has, each with the nearest one.
 */
export function checkDeepJudgmentNames(
  content: BenchmarkContent,
  { deepJudgmentRubricMode, deepJudgmentRubricConfig: custom, evaluationMode }: ResolvedConfig,
): void {
  if (deepJudgmentRubricMode !== "custom" || custom === null || evaluationMode === "template_only") return;
  const lists = [custom.global ?? custom.globalTraits ?? {}, ...Object.values(custom.questionSpecific ?? {})];
  requireKnownTraits(content, lists.flatMap(Object.keys), "The deep judgment of single traits");
}
