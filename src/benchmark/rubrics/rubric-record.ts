import { FromFile, type JsonObject, type JsonValue, recordFrom, snakeCase } from "../../base/index.ts";
import {
  allTraits,
  isEmptyRubric,
  type Rubric,
  type RubricTrait,
  ratingsFromTraits,
  traitsFromRatings,
  traitTypes,
} from "../../rubric/index.ts";

/**
 * A rubric as data for other programs: one list per type of trait, keys in snake_case; null without traits. As in a
 * file, functions are their source text, and secrets are left out.
 */
export function rubricRecord(rubric: Rubric): JsonObject | null {
  if (isEmptyRubric(rubric)) return null;
  const stored = traitsFromRatings(ratingsFromTraits({ rubric }, "global"), "global").rubric;
  const traits = allTraits(stored);
  const lists = traitTypes.map((type): [string, JsonValue] => [
    `${type}_traits`,
    traits.filter((trait) => trait.type === type).map(traitRecord),
  ]);
  return recordFrom(lists);
}

/** Only the trait's own keys are renamed; names of classes and schemas are the author's. */
function traitRecord(trait: RubricTrait): JsonObject {
  // Read from a file's nodes, a trait is JSON.
  const plain = trait as unknown as JsonObject;
  const { type, name, unusable } = plain;
  if (unusable !== undefined) return { type, name, unusable } as JsonObject;
  return recordFrom(
    Object.entries(plain).map(([key, value]) => [
      snakeCase(key),
      FromFile.isInstance(value) ? (value as FromFile<JsonValue>).toJSON() : value,
    ]),
  );
}
