import { createPatternEngine, recordFrom } from "../../base/index.ts";
import {
  type AnswerTemplate,
  groundTruthOf,
  type TemplateVerification,
  verifyAnswer,
} from "../../template/index.ts";

/** What a trace says that some checks look at. */
const trace = "In 2016 it was found that BCL2 is inhibited at a dose of 10 mg, see NCT00000001.";

/**
 * What the checks of a template decide about three answers: one that is right in every field, one that has the truth of every
 * second field and nothing in the others, and one with nothing. Checks of an author's own are not called.
 */
export async function judgmentsOf(template: AnswerTemplate): Promise<readonly TemplateVerification[]> {
  const { verify: _, verifyGranular: __, ...declared } = template;
  const truths = Object.entries(groundTruthOf(template));
  const tools = { patterns: createPatternEngine() };
  const shares = [() => true, (place: number) => place % 2 === 0, () => false];
  return await Promise.all(
    shares.map((isFound) => {
      const values = recordFrom(truths.map(([name, truth], place) => [name, isFound(place) ? truth : null]));
      const nullFields = truths.flatMap(([name], place) => (isFound(place) ? [] : [name]));
      return verifyAnswer(declared, { values, nullFields }, { trace, tools });
    }),
  );
}
