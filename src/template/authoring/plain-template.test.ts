import fc from "fast-check";
import { expect, test } from "vitest";
import { propertyRuns } from "../../base/testing/property-runs.ts";
import { type AnswerTemplate, templateFromData, templateFromDraft } from "../index.ts";
import { anyTemplate } from "../testing/any-template.ts";
import { plainDraft } from "./plain-template.ts";

/** What an author's module says of a template. */
function draftOf({ fields, ...rest }: AnswerTemplate): object {
  const drafts = fields.map(({ verification, description, extractionHint, ...field }) => ({
    ...field,
    kind: verification === undefined ? "extracted" : "verified",
    options: { description, ...(extractionHint === undefined ? {} : { extractionHint }), ...verification },
  }));
  return { ...rest, fields: drafts };
}

const outcomeOf = (make: () => AnswerTemplate): string => {
  try {
    return JSON.stringify(make());
  } catch (error) {
    return String(error);
  }
};

/** Read by the schema alone: no plain object, which the schema does not mind. */
const unplain = (data: object): object => Object.assign(Object.create({}), data);

const edits: readonly unknown[] = [
  ...[undefined, null, "", "x", 0, -1, 1.5, Number.NaN, 2 ** 60, true, [], {}, [null], { a: 1 }],
  ...[{ conditional: true }, { conditional: false }, { type: "ExactMatch" }, { type: "string" }, new Date(0)],
  ...[
    { type: ["string", "null"] },
    { type: "field_check", field: "first" },
    { type: "string", minLength: -1 },
  ],
];

interface Place {
  readonly holder: { [key: string]: unknown };
  readonly key: string;
}

function placesIn(value: unknown): readonly Place[] {
  if (typeof value !== "object" || value === null) return [];
  const holder = value as { [key: string]: unknown };
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...placesIn(holder[key])]);
}

function changed(data: object, changes: readonly (readonly [place: number, edit: number])[]): object {
  const copy = structuredClone(data);
  for (const [place, edit] of changes) {
    const places = placesIn(copy);
    const found = places[place % places.length];
    if (found === undefined) continue;
    const { holder, key } = found;
    if (edit === edits.length) delete holder[key];
    else if (edit === edits.length + 1) holder.extra = 1;
    else holder[key] = structuredClone(edits[edit]);
  }
  return copy;
}

test("a template is the same, and refused with the same words, whether it is read quickly or by its schema", () => {
  const change = fc.tuple(fc.nat(5000), fc.nat(edits.length + 1));
  const seen = { plain: 0, refused: 0 };
  const property = fc.property(anyTemplate, fc.array(change, { maxLength: 2 }), (template, changes) => {
    const { verify: _verify, verifyGranular: _granular, ...data } = template;
    for (const [original, read] of [
      [draftOf(template), templateFromDraft],
      [data, templateFromData],
    ] as const) {
      const given = changed(original, changes);
      const outcome = outcomeOf(() => read(given));
      expect(outcome).toBe(outcomeOf(() => read(unplain(given))));
      seen.refused += Number(outcome.startsWith("TemplateError"));
    }
    seen.plain += Number(plainDraft(changed(draftOf(template), changes)) !== undefined);
  });
  fc.assert(property, { numRuns: propertyRuns(80) });
  expect(seen.plain).toBeGreaterThan(10);
  expect(seen.refused).toBeGreaterThan(10);
});
