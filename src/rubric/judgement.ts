import type { JsonValue } from "../base/index.ts";
import { numberProblem } from "./trait-number.ts";

/** Values by result key: the trait's name, or `trait.field` for each field of a template trait. */
export interface TraitScores {
  readonly [key: string]: JsonValue;
}

/** What the results keep about a trait beside score and label, by the fields of its kind's `results`. */
interface JudgementDetails {
  readonly [field: string]: JsonValue;
}

/**
 * What became of one trait. A trait that was not judged has no score and takes nothing from the others; only a literal
 * trait scores -1 then, with a label that says why.
 */
export type TraitJudgement =
  | {
      readonly ok: true;
      readonly scores: TraitScores;
      /** Class name of a literal trait, as declared. */
      readonly label?: string;
      /** Something to know about a value that counts, such as a score that was moved into its range. */
      readonly warning?: string;
      readonly details?: JudgementDetails;
    }
  | {
      readonly ok: false;
      readonly problem: string;
      readonly scores: TraitScores;
      /** For a literal trait: the text that is no class, or a note in brackets. */
      readonly label?: string;
      readonly details?: JudgementDetails;
    };

/** A trait with one value; without it where that is a number too large to be added up. */
export function judged(name: string, value: JsonValue): TraitJudgement {
  return judgedAs({ [name]: value });
}

/** A trait with its values by result key. */
export function judgedAs(scores: TraitScores): TraitJudgement {
  const problems = Object.entries(scores).flatMap(([key, value]) => {
    const problem = numberProblem(value);
    return problem === undefined ? [] : [`${key}: ${problem}`];
  });
  return problems.length > 0 ? notJudged(problems.join("; ")) : { ok: true, scores };
}

/** A trait without a value. */
export function notJudged(problem: string): TraitJudgement {
  return { ok: false, problem, scores: {} };
}
