import { atMost, messageOf } from "../../base/index.ts";
import type { AgenticRubricTrait } from "../../rubric/index.ts";
import type { AgenticEvaluation, EvaluateAgenticTraitsRequest } from "./agentic-evaluation.ts";
import { collectDecisions, type Decided } from "./collect-decisions.ts";
import { decideTrait, type TraitDecision, undecided } from "./decide-trait.ts";
import { investigateTraits } from "./investigate-traits.ts";
import type { InvestigatingJudge, Investigation } from "./investigation.ts";

/** So many investigations run side by side: each has a copy of the workspace and commands of its own. */
const mostInvestigations = 4;

/**
 * Has agents investigate the traits of a rubric, then decides on each from its report. An investigation that fails or
 * runs into its limits gives its trait no value and takes nothing from the others. Rejects only when cancelled, and then
 * after every investigation has ended.
 */
export async function evaluateAgenticTraits(
  request: EvaluateAgenticTraitsRequest,
): Promise<AgenticEvaluation> {
  const inTurn = atMost(request.parallel ? mostInvestigations : 1);
  const alone = async (trait: AgenticRubricTrait): Promise<Decided> => [
    trait,
    await inTurn(() => decideAlone(request, trait)),
  ];
  const groups =
    request.strategy === "shared" ? groupsByJudge(request) : request.traits.map((trait) => [trait]);
  const warnings: string[] = [];
  const decided = await allEnded(
    groups.map(async (group): Promise<readonly Decided[]> => {
      if (group.length > 1) {
        const shared = await inTurn(() => decideTogether(request, group));
        if (shared.ok) return shared.decided;
        warnings.push(
          `The shared investigation failed, each trait was investigated by itself: ${shared.problem}`,
        );
      }
      return allEnded(group.map(alone));
    }),
  );
  return collectDecisions(request.traits, decided.flat(), warnings);
}

function groupsByJudge({
  traits,
  judgeOf,
}: EvaluateAgenticTraitsRequest): readonly (readonly AgenticRubricTrait[])[] {
  return [...Map.groupBy(traits, judgeOf).values()];
}

type Together =
  | { readonly ok: true; readonly decided: readonly Decided[] }
  | { readonly ok: false; readonly problem: string };

async function decideTogether(
  request: EvaluateAgenticTraitsRequest,
  traits: readonly AgenticRubricTrait[],
): Promise<Together> {
  const { material, judgeOf, signal } = request;
  const [first] = traits;
  if (first === undefined) return { ok: true, decided: [] };
  const judge = judgeOf(first);
  const found = await investigated(judge, traits, request);
  if (signal.aborted) throw signal.reason;
  if (!found.ok) return { ok: false, problem: messageOf(found.error) };
  const { investigation } = found;
  if (investigation.report === null)
    return { ok: false, problem: investigation.unfinished ?? "it has no report" };
  const inTurn = atMost(mostInvestigations);
  const { question } = material;
  const decided = await allEnded(
    traits.map(
      async (trait): Promise<Decided> => [
        trait,
        await inTurn(() => decideTrait(judge, trait, { ...request, question, investigation, own: false })),
      ],
    ),
  );
  return { ok: true, decided };
}

async function decideAlone(
  request: EvaluateAgenticTraitsRequest,
  trait: AgenticRubricTrait,
): Promise<TraitDecision> {
  const judge = request.judgeOf(trait);
  const found = await investigated(judge, [trait], request);
  if (request.signal.aborted) throw request.signal.reason;
  if (!found.ok) {
    request.lost(found.error);
    return undecided(trait, messageOf(found.error));
  }
  const { question } = request.material;
  return decideTrait(judge, trait, { ...request, question, investigation: found.investigation, own: true });
}

type Investigated =
  | { readonly ok: true; readonly investigation: Investigation }
  | { readonly ok: false; readonly error: unknown };

async function investigated(
  judge: InvestigatingJudge,
  traits: readonly AgenticRubricTrait[],
  { material }: EvaluateAgenticTraitsRequest,
): Promise<Investigated> {
  try {
    return { ok: true, investigation: await investigateTraits(judge, traits, material) };
  } catch (error) {
    return { ok: false, error };
  }
}

/** What all give, once every one of them has come to its end; throws the first error then, so that nothing goes on unseen. */
async function allEnded<T>(work: readonly Promise<T>[]): Promise<readonly T[]> {
  const settled = await Promise.allSettled(work);
  return settled.map((outcome) => {
    if (outcome.status === "rejected") throw outcome.reason;
    return outcome.value;
  });
}
