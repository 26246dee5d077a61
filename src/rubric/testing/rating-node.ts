import type { JsonObject, JsonValue } from "../../base/index.ts";

/** A Rating node of a question's trait as files hold it; null is a property without value. */
export function ratingNode(
  term: string,
  properties: { readonly [name: string]: JsonValue } = {},
  parts: JsonObject = {},
): JsonObject {
  return {
    "@type": "Rating",
    name: "tone",
    description: "the criteria",
    bestRating: 1,
    worstRating: 0,
    additionalType: `karenina:QuestionSpecific${term}`,
    additionalProperty: Object.entries(properties).map(([name, value]) => ({
      "@type": "PropertyValue",
      name,
      ...(value === null ? {} : { value }),
    })),
    ...parts,
  };
}
