import { messageOf } from "../base/index.ts";
import { detectPresence } from "../judge/index.ts";
import {
  allTraits,
  type DynamicRubric,
  emptyRubric,
  filterTraits,
  isEmptyRubric,
  type Rubric,
  resolveDynamicRubric,
  rubricFromTraits,
  type TraitFailure,
} from "../rubric/index.ts";
import type { RubricFact } from "./facts.ts";
import { judgeFor } from "./judge-for.ts";
import type { StageContext } from "./stage.ts";

/** The traits to judge an answer by, and what became of the dynamic ones. */
interface ResolvedTaskRubric extends Omit<RubricFact, "evaluation" | "evaluationInput"> {
  readonly rubric: Rubric;
  /** The dynamic traits of which it is not known whether they apply: they are not skipped, they have no value. */
  readonly failures: readonly TraitFailure[];
}

/**
 * Asks which dynamic traits the answer touches, in one call, and adds those to the others. Traits that the choice of
 * traits leaves out are not asked about.
 */
export async function resolveTaskRubric(answer: string, context: StageContext): Promise<ResolvedTaskRubric> {
  const given = context.task.rubric;
  if (given === null)
    return { rubric: emptyRubric, provenance: {}, promoted: null, skipped: null, failures: [] };
  const { rubric, provenance, dynamic, traitNames } = given;
  if (dynamic === null || isEmptyRubric(dynamic)) {
    return { rubric, provenance, promoted: null, skipped: null, failures: [] };
  }
  const wanted = traitNames === null ? dynamic : filterTraits(dynamic, traitNames).rubric;
  const resolve = (present: ReadonlySet<string>, asked: DynamicRubric) =>
    resolveDynamicRubric({
      rubric,
      provenance,
      dynamic: asked,
      present,
      traitNames: traitNames ?? undefined,
    });
  try {
    return { ...resolve(await presentTraits(wanted, answer, context), dynamic), failures: [] };
  } catch (error) {
    if (context.signal.aborted) throw error;
    const problem = `the presence check failed: ${messageOf(error)}`;
    const failures = allTraits(wanted).map(({ name }) => ({ trait: name, problem }));
    const failed = new Set(failures.map(({ trait }) => trait));
    const others = rubricFromTraits(allTraits(dynamic).filter(({ name }) => !failed.has(name)));
    return { ...resolve(new Set(), others), failures };
  }
}

function presentTraits(
  rubric: DynamicRubric,
  answer: string,
  context: StageContext,
): Promise<ReadonlySet<string>> {
  const judge = { ...judgeFor(context), observer: context.observerFor("dynamic_rubric_presence_check") };
  return detectPresence(judge, { rubric, answer });
}
