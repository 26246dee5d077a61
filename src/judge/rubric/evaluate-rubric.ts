import { atMost } from "../../base/index.ts";
import { evaluateRegexTrait, type LLMRubricTrait, type TraitJudgement } from "../../rubric/index.ts";
import { judgeTraits, type TraitsFromEvidence } from "../deep-judgment/judge-traits.ts";
import type { TraitDeepJudgment } from "../deep-judgment/rubric-deep-judgment.ts";
import type { Judge } from "../judge.ts";
import { askMetric } from "./ask-metric.ts";
import { callableJudgements } from "./callable-judgements.ts";
import { collectEvaluation } from "./collect-evaluation.ts";
import { llmTraitCalls } from "./llm-trait-calls.ts";
import type { EvaluateRubricRequest, RubricEvaluation } from "./rubric-evaluation.ts";

/** So many calls about one answer are in flight at a time. */
const mostCalls = 8;

/**
 * Judges an answer by a rubric: regex and callable traits here, LLM and metric traits by the judge. A call or a value
 * that fails takes nothing from the other traits; it is in `failures`. A rubric without LLM and metric traits never
 * asks the judge. LLM traits that `deep` names are judged from evidence, the others beside them in the standard way.
 * Rejects only when the judge's signal is aborted.
 *
 * How many calls it takes is in docs/judging.md.
 *
 * @example
 * const { llmTraitScores, failures } = await evaluateRubric(judge, {
 *   rubric, strategy: "batch", question, answer, referenceAnswer: null, tools, callables,
 * });
 */
export async function evaluateRubric(
  judge: Judge,
  request: EvaluateRubricRequest,
): Promise<RubricEvaluation> {
  const { rubric, answer, tools, callables } = request;
  const inTurn = atMost(mostCalls);
  const { deep, standard } = splitByEvidence(request);
  const [fromEvidence, llm, metric, callable, regex] = await Promise.all([
    judgeDeepTraits(judge, request, deep, inTurn),
    Promise.all(llmTraitCalls(judge, standard, request).map(inTurn)),
    Promise.all(rubric.metricTraits.map((trait) => inTurn(() => askMetric(judge, trait, request)))),
    callableJudgements(rubric.callableTraits, answer, { callables, signal: judge.signal }),
    Promise.all(
      rubric.regexTraits.map(
        async (trait) =>
          [trait.name, await evaluateRegexTrait(trait, answer, tools.patterns, judge.signal)] as const,
      ),
    ),
  ]);
  const standardByName = new Map(llm.flatMap((judgements) => [...judgements]));
  const byName = new Map([...standardByName, ...(fromEvidence?.judgements ?? [])]);
  const evaluation = collectEvaluation({
    llm: namedJudgements(rubric.llmTraits, byName),
    regex,
    callable,
    metric,
  });
  if (fromEvidence === null) return { ...evaluation, deepJudgment: null };
  const standardScores = namedJudgements(standard, standardByName).flatMap(([, { scores }]) =>
    Object.entries(scores),
  );
  return {
    ...evaluation,
    warnings: [...evaluation.warnings, ...fromEvidence.warnings],
    deepJudgment: { ...fromEvidence.evidence, standardScores: Object.fromEntries(standardScores) },
  };
}

type DeepTrait = { readonly trait: LLMRubricTrait; readonly settings: TraitDeepJudgment };

function splitByEvidence({ rubric, deep: asked }: EvaluateRubricRequest) {
  const deep: DeepTrait[] = [];
  const standard: LLMRubricTrait[] = [];
  for (const trait of rubric.llmTraits) {
    const settings = asked?.settingsOf(trait) ?? null;
    if (settings === null) standard.push(trait);
    else deep.push({ trait, settings });
  }
  return { deep, standard };
}

async function judgeDeepTraits(
  judge: Judge,
  { deep, question, answer, parts, tools }: EvaluateRubricRequest,
  traits: readonly DeepTrait[],
  inTurn: <T>(work: () => Promise<T>) => Promise<T>,
): Promise<TraitsFromEvidence | null> {
  if (deep === undefined || traits.length === 0) return null;
  const { strategy, search } = deep;
  return await judgeTraits(judge, { traits, strategy, search, question, answer, parts, tools, inTurn });
}

/** The judgements in the order of the traits. */
function namedJudgements(
  traits: readonly LLMRubricTrait[],
  byName: ReadonlyMap<string, TraitJudgement>,
): readonly (readonly [trait: string, judgement: TraitJudgement])[] {
  return traits.flatMap(({ name }) => {
    const judgement = byName.get(name);
    return judgement === undefined ? [] : [[name, judgement] as const];
  });
}
