import { ownEntry } from "../../base/index.ts";
import { allTraits, type Rubric } from "../../rubric/index.ts";
import { cellText } from "../tables/cell-text.ts";
import { traitDefinitions } from "../traits/trait-definitions.ts";
import { allowedFor, type Label } from "./label.ts";
import type { RatedAspect } from "./rated-answer.ts";
import type { SampledAnswer } from "./sample-answers.ts";

/**
 * The labels that a person is to give for a sample: the verdict, then each field and trait that the judge gave a value. What
 * the judge said stands nowhere, nor which model answered.
 *
 * @param rubrics what traits are described by
 */
export function blankLabels(
  sample: readonly SampledAnswer[],
  rubrics: readonly Rubric[],
  rater = "",
): readonly Label[] {
  const definitions = traitDefinitions(rubrics);
  const descriptions = new Map(
    rubrics.flatMap(allTraits).map(({ name, description }) => [name, description ?? ""]),
  );
  const classesSeen = new Map<string, Set<string>>();
  for (const { rated } of sample)
    for (const { name, value } of rated.aspects)
      if (typeof value === "string") classesSeen.set(name, (classesSeen.get(name) ?? new Set()).add(value));
  return sample.flatMap(({ rated, result, stratum, probability }) => {
    const { template, metadata, evaluationInput } = result;
    const asks = ({ kind, name, value }: RatedAspect): string => {
      if (kind === "verdict") return "Is the answer right?";
      if (kind === "field") return `Does the answer say of "${name}" what is expected?`;
      const description = descriptions.get(name) || name;
      return typeof value === "boolean" ? `Is this so? ${description}` : description;
    };
    const expected = ({ kind, name }: RatedAspect): string =>
      kind === "trait"
        ? ""
        : kind === "field"
          ? (cellText(ownEntry(template?.parsedGtResponse, name)) ?? "")
          : (metadata.rawAnswer ?? cellText(template?.parsedGtResponse) ?? "");
    return rated.aspects.map((aspect) => ({
      ...{ answer: rated.answer, result: rated.result, kind: aspect.kind, name: aspect.name },
      allowed: allowedFor(aspect, {
        ...(definitions.get(aspect.name) ?? { min: null, max: null }),
        classes: definitions.get(aspect.name)?.classes ?? [...(classesSeen.get(aspect.name) ?? [])].sort(),
      }),
      ...{ value: null, isUnsure: false, note: "", rater, stratum, probability },
      question: metadata.questionText,
      response: template?.rawLlmResponse || evaluationInput || "",
      ...{ expected: expected(aspect), asks: asks(aspect) },
    }));
  });
}
