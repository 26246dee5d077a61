import { messageOf } from "../../base/index.ts";
import type { AgenticRubricTrait } from "../../rubric/index.ts";
import { atMost } from "../rubric/at-most.ts";
import type { AgenticEvaluation, EvaluateAgenticTraitsRequest } from "./agentic-evaluation.ts";
import { decideTrait, type TraitDecision, undecided } from "./decide-trait.ts";
import { investigateTraits } from "./investigate-traits.ts";
import type { InvestigatingJudge, Investigation } from "./investigation.ts";

/** So many investigations run side by side: each has a copy of the workspace and commands of its own. */
const mostInvestigations = 4;

type Decided = readonly [trait: AgenticRubricTrait, decision: TraitDecision];

/**
 * Has agents investigate the traits of a rubric, then decides on each from its report. An investigation that fails or
 * runs into its limits gives its trait no value and takes nothing from the others. Rejects only when cancelled.
 */
export async function evaluateAgenticTraits(
  request: EvaluateAgenticTraitsRequest,
): Promise<AgenticEvaluation> {
  const inTurn = atMost(request.parallel ? mostInvestigations : 1);
  const groups =
    request.strategy === "shared" ? await byJudge(request) : request.traits.map((trait) => [trait]);
  const warnings: string[] = [];
  const decided = await Promise.all(
    groups.map(async (group): Promise<readonly Decided[]> => {
      if (group.length > 1) {
        const shared = await inTurn(() => decideTogether(request, group));
        if (shared.ok) return shared.decided;
        warnings.push(
          `The shared investigation failed, each trait was investigated by itself: ${shared.problem}`,
        );
      }
      return Promise.all(
        group.map(async (trait) => [trait, await inTurn(() => decideAlone(request, trait))] as const),
      );
    }),
  );
  return collected(request.traits, new Map(decided.flat()), warnings);
}

async function byJudge(
  request: EvaluateAgenticTraitsRequest,
): Promise<readonly (readonly AgenticRubricTrait[])[]> {
  const groups = new Map<InvestigatingJudge | AgenticRubricTrait, AgenticRubricTrait[]>();
  for (const trait of request.traits) {
    // a trait whose judge cannot be reached fails by itself, later
    const judge = await request.judgeOf(trait).catch(() => trait);
    groups.set(judge, [...(groups.get(judge) ?? []), trait]);
  }
  return [...groups.values()];
}

type Together =
  | { readonly ok: true; readonly decided: readonly Decided[] }
  | { readonly ok: false; readonly problem: string };

async function decideTogether(
  request: EvaluateAgenticTraitsRequest,
  traits: readonly [AgenticRubricTrait, ...AgenticRubricTrait[]] | readonly AgenticRubricTrait[],
): Promise<Together> {
  const [first] = traits;
  if (first === undefined) return { ok: true, decided: [] };
  const judge = await request.judgeOf(first);
  let investigation: Investigation;
  try {
    investigation = await investigateTraits(judge, traits, request);
  } catch (error) {
    if (judge.signal.aborted) throw error;
    return { ok: false, problem: messageOf(error) };
  }
  if (investigation.report === null)
    return { ok: false, problem: investigation.unfinished ?? "it has no report" };
  const decide = async (trait: AgenticRubricTrait): Promise<Decided> => [
    trait,
    await decideTrait(judge, trait, { ...request, investigation, own: false }),
  ];
  return { ok: true, decided: await Promise.all(traits.map(decide)) };
}

async function decideAlone(
  request: EvaluateAgenticTraitsRequest,
  trait: AgenticRubricTrait,
): Promise<TraitDecision> {
  let judge: InvestigatingJudge | undefined;
  try {
    judge = await request.judgeOf(trait);
    const investigation = await investigateTraits(judge, [trait], request);
    return await decideTrait(judge, trait, { ...request, investigation, own: true });
  } catch (error) {
    if (judge?.signal.aborted) throw error;
    return undecided(trait, messageOf(error));
  }
}

function collected(
  traits: readonly AgenticRubricTrait[],
  decisions: ReadonlyMap<AgenticRubricTrait, TraitDecision>,
  warnings: readonly string[],
): AgenticEvaluation {
  const all = traits.flatMap((trait) => {
    const decision = decisions.get(trait);
    return decision === undefined ? [] : [[trait.name, decision] as const];
  });
  const named = <T>(of: (decision: TraitDecision) => T | null | undefined) =>
    Object.fromEntries(
      all.flatMap(([name, decision]): [string, T][] => {
        const value = of(decision);
        return value === null || value === undefined ? [] : [[name, value]];
      }),
    );
  return {
    scores: Object.fromEntries(all.flatMap(([, { judgement }]) => Object.entries(judgement.scores))),
    labels: named(({ judgement }) => judgement.label),
    traces: named(({ trace }) => trace),
    extraction: named(({ extraction }) => extraction),
    failures: all.flatMap(([trait, { judgement }]) =>
      judgement.ok ? [] : [{ trait, problem: judgement.problem }],
    ),
    warnings: [
      ...warnings,
      ...all.flatMap(([name, { judgement, warnings: own }]) => [
        ...own,
        ...(judgement.ok && judgement.warning !== undefined
          ? [`Trait "${name}": ${judgement.warning}.`]
          : []),
      ]),
    ],
  };
}
