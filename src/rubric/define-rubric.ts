import { KareninaError } from "../base/index.ts";
import type { DynamicRubric } from "./dynamic/dynamic-rubric.ts";
import { kindOf, type RubricTrait } from "./kinds/list.ts";
import { type Rubric, rubricFromTraits } from "./rubric.ts";
import { dynamicRubricProblems, rubricProblems } from "./rubric-problems.ts";

/**
 * A rubric of these traits. Names are unique, whatever the types.
 *
 * @example
 * rubric([
 *   llmTrait({ name: "concise", kind: "boolean" }),
 *   regexTrait({ name: "has_citations", pattern: String.raw`\[\d+\]` }),
 * ])
 *
 * @throws KareninaError `invalid_input`, naming every trait and field that is wrong
 */
export function rubric(traits: readonly RubricTrait[]): Rubric {
  return checked("rubric", traits, rubricProblems);
}

/**
 * A rubric whose traits apply only to answers that touch what they are about; each needs a summary or a description.
 *
 * @throws KareninaError `invalid_input`, naming every trait and field that is wrong
 */
export function dynamicRubric(traits: readonly RubricTrait[]): DynamicRubric {
  return checked("dynamic rubric", traits, dynamicRubricProblems);
}

function checked(
  what: string,
  traits: readonly RubricTrait[],
  check: (made: Rubric) => readonly string[],
): Rubric {
  const problems = check(rubricFromTraits(traits));
  // A trait that was changed after it was made may need its range settled again.
  if (problems.length === 0)
    return rubricFromTraits(traits.map((trait) => kindOf(trait).schema.parse(trait)));
  const [only] = problems;
  const text = problems.length === 1 ? ` ${only}` : problems.map((problem) => `\n- ${problem}`).join("");
  throw new KareninaError("invalid_input", `The ${what} is not valid:${text}`);
}
