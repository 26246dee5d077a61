import { atMost } from "../../base/index.ts";
import {
  notJudged,
  type RubricTrait,
  type TraitJudgement,
  type TraitJudgements,
  type TraitType,
  traitKind,
} from "../../rubric/index.ts";
import { askForm } from "../asking/ask-form.ts";
import { askTraits } from "../asking/ask-traits.ts";
import { contained } from "../asking/contained.ts";
import type { Judge } from "../judge.ts";
import type { EvaluateRubricRequest } from "./rubric-evaluation.ts";

/**
 * Decides on traits of one type, in the way of their kind; `inTurn` limits the calls of the judge. What agents look into
 * is not decided on here. Rejects only when cancelled.
 */
export async function decideOnKind(
  judge: Judge,
  type: TraitType,
  traits: readonly RubricTrait[],
  request: EvaluateRubricRequest,
  inTurn: <T>(work: () => Promise<T>) => Promise<T>,
): Promise<TraitJudgements> {
  const kind = traitKind(type);
  const { signal } = judge;
  if (kind.decidedBy === "agent") return new Map();
  if (kind.decidedBy === "judge") {
    const hindered = traits.flatMap((trait) => {
      const problem = kind.whyNotJudged?.(trait, request);
      return problem === undefined ? [] : [[trait.name, notJudged(problem)] as const];
    });
    const calls = kind
      .ask(traits, request)
      .map(
        (question) => () =>
          askTraits(signal, question, (form, open) => askForm(judge, question.prompt(open), form)),
      );
    const judgements = await Promise.all(calls.map(inTurn));
    return new Map([...hindered, ...judgements.flatMap((one) => [...one])]);
  }
  const { answer, callables } = request;
  const tools = { patterns: request.tools.patterns, callables, signal };
  const fail = (problem: string): TraitJudgement => ({ ok: false, problem, scores: {} });
  const inCodesTurn = atMost(kind.atOnce ?? Number.POSITIVE_INFINITY);
  const evaluations = traits.map(async (trait) => {
    const evaluate = () => contained(signal, () => kind.evaluate(trait, answer, tools), fail);
    return [trait.name, await inCodesTurn(evaluate)] as const;
  });
  return new Map(await Promise.all(evaluations));
}
