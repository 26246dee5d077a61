import { ReplyError } from "../../base/index.ts";
import {
  acceptTraitValue,
  combinedForm,
  failTrait,
  isSettled,
  type LLMRubricTrait,
  singleTraitForm,
  singleTraitPrompt,
  type TraitJudgement,
  type TraitJudgements,
} from "../../rubric/index.ts";
import type { CheckTools } from "../../template/index.ts";
import type { JudgedSource } from "../../trace/index.ts";
import { askForm } from "../asking/ask-form.ts";
import { askTraits } from "../asking/ask-traits.ts";
import { contained } from "../asking/contained.ts";
import { evidenceScoresPrompt, type TraitEvidence } from "./prompts/evidence-scores.ts";
import type { TraitLog } from "./trait-log.ts";

/** What is needed to decide on traits that share their calls. */
interface ScoreTraitsRequest {
  readonly question: string;
  readonly answer: string;
  readonly source?: JudgedSource | undefined;
  readonly tools: CheckTools;
  readonly log: TraitLog;
  readonly signal: AbortSignal;
}

/**
 * Decides on traits from their evidence, in one call for all of them. A trait with neither excerpts nor reasoning is
 * asked for over the whole answer, alone, as without deep judgment. What fails takes nothing from the other traits.
 * Rejects only when cancelled.
 */
export async function scoreTraits(
  traits: readonly TraitEvidence[],
  request: ScoreTraitsRequest,
): Promise<TraitJudgements> {
  const based = traits.filter(hasEvidence);
  const judgements = new Map(await scoreFromEvidence(based, request));
  for (const evidence of traits.filter((one) => !hasEvidence(one))) {
    request.log.addWarning(
      `The trait ${evidence.trait.name} was judged over the whole answer, for there was no reasoning.`,
    );
    judgements.set(evidence.trait.name, await scoreOne(evidence, request));
  }
  request.log.addStage(
    "score_extraction",
    traits.flatMap(({ trait: { name } }) => (judgements.get(name)?.ok ? [name] : [])),
  );
  return judgements;
}

function hasEvidence({ excerpts, reasoning }: TraitEvidence): boolean {
  return excerpts.length > 0 || reasoning !== "";
}

async function scoreFromEvidence(
  traits: readonly TraitEvidence[],
  request: ScoreTraitsRequest,
): Promise<TraitJudgements> {
  const [first, ...others] = traits;
  if (first === undefined) return new Map();
  if (others.length === 0) return new Map([[first.trait.name, await scoreOne(first, request)]]);
  const { question, source, tools, log, signal } = request;
  const all = {
    traits: traits.map(({ trait }) => trait),
    form: (open: readonly LLMRubricTrait[]) => combinedForm(open, tools),
    fail: failTrait,
    isSettled: (trait: LLMRubricTrait, judgement: TraitJudgement) => isSettled(trait, judgement, tools),
  };
  return askTraits(signal, all, (form, open) => {
    const judge = log.judgeFor(open.map(({ name }) => name));
    const own = traits.filter(({ trait }) => open.includes(trait));
    return askForm(judge, evidenceScoresPrompt({ question, source, traits: own }), form, {
      instructions: "deepJudgment",
    });
  });
}

function scoreOne(evidence: TraitEvidence, request: ScoreTraitsRequest): Promise<TraitJudgement> {
  const { question, answer, source, tools, log, signal } = request;
  const { trait } = evidence;
  const judge = log.judgeFor([trait.name]);
  const form = singleTraitForm(trait, tools);
  return contained(
    signal,
    () =>
      hasEvidence(evidence)
        ? askForm(judge, evidenceScoresPrompt({ question, source, traits: [evidence] }), form, {
            instructions: "deepJudgment",
          })
        : askForm(judge, singleTraitPrompt(trait, { question, answer, source }), form),
    (problem, error) => {
      const bare = ReplyError.isInstance(error) ? bareJudgement(evidence, error, tools) : undefined;
      if (bare?.ok)
        log.addWarning(`The score of the trait ${trait.name} was read from a reply without a form.`);
      return bare?.ok ? bare : failTrait(trait, problem);
    },
  );
}

/** A reply that is nothing but a value, such as `true`, `Score: 4` or `formal`; undefined for one that was broken off. */
function bareJudgement(
  { trait }: TraitEvidence,
  { reply, complete }: ReplyError,
  tools: CheckTools,
): TraitJudgement | undefined {
  return complete ? acceptTraitValue(trait, reply, tools) : undefined;
}
