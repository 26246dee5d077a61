import { atMost, recordFrom } from "../../base/index.ts";
import {
  allTraits,
  collectProblems,
  collectTraitResults,
  listKey,
  type NamedJudgements,
  notJudged,
  type RubricTrait,
  sourceOf,
  type TraitJudgements,
  type TraitType,
  typesDecidedBy,
} from "../../rubric/index.ts";
import {
  type JudgeTraitsRequest,
  judgeTraits,
  type TraitsFromEvidence,
} from "../deep-judgment/judge-traits.ts";
import type { Judge } from "../judge.ts";
import { decideOnKind } from "./decide-on-kind.ts";
import { groupByText } from "./material-for.ts";
import type { EvaluateRubricRequest, RubricEvaluation } from "./rubric-evaluation.ts";

/** So many calls about one answer are in flight at a time. */
const mostCalls = 8;

/**
 * Judges an answer by a rubric: traits that code decides on here, the others by the judge. A call or a value that fails
 * takes nothing from the other traits; it is in `failures`. Where code decides on all traits, the judge is never asked.
 * LLM traits that `deep` names are judged from evidence, the others beside them in the standard way. Rejects only when
 * the judge's signal is aborted.
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
  const { rubric } = request;
  const inTurn = atMost(mostCalls);
  const sources = new Map(allTraits(rubric).map((trait) => [trait.name, sourceOf(trait)]));
  const deep = deepTraits(request);
  const [fromEvidence, ...standard] = await Promise.all([
    judgeDeepTraits(judge, request, deep, inTurn),
    ...typesDecidedBy("judge", "code").map(async (type) => {
      const traits = rubric[listKey(type)].filter((trait) => deep.every((one) => one.trait !== trait));
      const decisions = groupByText<RubricTrait>(traits, request).map((group) =>
        group.ok
          ? decideOnKind(judge, type, group.traits, { ...request, ...group.text }, inTurn)
          : new Map(group.traits.map(({ name }) => [name, notJudged(group.error)])),
      );
      const judgements = (await Promise.all(decisions)).flatMap((one) => [...one]);
      return { type, traits, judgements: new Map(judgements) };
    }),
  ]);
  const deepTypes = new Set<TraitType>(deep.map(({ trait }) => trait.type));
  const judged = new Map(
    standard.map(({ type, judgements }) => {
      const byName = new Map([
        ...judgements,
        ...(deepTypes.has(type) ? (fromEvidence?.judgements ?? []) : []),
      ]);
      return [type, namedJudgements(rubric[listKey(type)], byName)] as const;
    }),
  );
  const { failures, warnings } = collectProblems([...judged.values()].flat());
  const standardScores = standard
    .filter(({ type }) => deepTypes.has(type))
    .flatMap(({ traits, judgements }) => namedJudgements(traits, judgements))
    .flatMap(([, { scores }]) => Object.entries(scores));
  return {
    ...collectTraitResults(judged),
    failures,
    warnings: [...warnings, ...(fromEvidence?.warnings ?? [])],
    deepJudgment: fromEvidence && {
      ...fromEvidence.evidence,
      standardScores: recordFrom(standardScores),
    },
    sources: recordFrom(
      [...judged.values()].flat().flatMap(([name]) => {
        const source = sources.get(name);
        return source === undefined ? [] : [[name, source] as const];
      }),
    ),
  };
}

/** The LLM traits that are judged from evidence; one whose text there is not is left to the standard way, which says so. */
function deepTraits(request: EvaluateRubricRequest): JudgeTraitsRequest["traits"] {
  return groupByText(request.rubric.llmTraits, request).flatMap((group) => {
    if (!group.ok) return [];
    return group.traits.flatMap((trait) => {
      const settings = request.deep?.settingsOf(trait) ?? null;
      return settings === null ? [] : [{ trait, settings, text: group.text }];
    });
  });
}

async function judgeDeepTraits(
  judge: Judge,
  { deep, question, tools }: EvaluateRubricRequest,
  traits: JudgeTraitsRequest["traits"],
  inTurn: <T>(work: () => Promise<T>) => Promise<T>,
): Promise<TraitsFromEvidence | null> {
  if (deep === undefined || traits.length === 0) return null;
  const { strategy, search } = deep;
  return await judgeTraits(judge, { traits, strategy, search, question, tools, inTurn });
}

/** The judgements in the order of the traits. */
function namedJudgements(traits: readonly RubricTrait[], byName: TraitJudgements): NamedJudgements {
  return traits.flatMap(({ name }) => {
    const judgement = byName.get(name);
    return judgement === undefined ? [] : [[name, judgement] as const];
  });
}
