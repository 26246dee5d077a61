/**
 * What a template was authored with, as the data that the host makes it from. Self-contained: this file runs in
 * QuickJS, and in the host where source is read without running it.
 */

import { authoredAs } from "./karenina.ts";
import { type Described, describedBy } from "./zod.ts";

/** A template as its author wrote it; each custom check is its text, null where there is none. */
export interface DescribedTemplate {
  readonly draft: object;
  readonly verify: string | null;
  readonly verifyGranular: string | null;
}

/**
 * Describes what `answerTemplate` gave.
 *
 * @param textOf the text of a function
 */
export function describeTemplate(template: unknown, textOf: (check: object) => string): DescribedTemplate {
  const { fields, options } = authored(template);
  const { verify, verifyGranular, ...rest } = entriesOf(options, "the options of answerTemplate");
  const sourceOf = (check: unknown, name: string) => {
    if (check === undefined) return null;
    if (typeof check !== "function") throw new TypeError(`${name} must be a function`);
    return textOf(check);
  };
  return {
    draft: {
      ...rest,
      fields: Object.entries(entriesOf(fields, "the fields of answerTemplate")).map(fieldDraft),
    },
    verify: sourceOf(verify, "verify"),
    verifyGranular: sourceOf(verifyGranular, "verifyGranular"),
  };
}

/** What `answerTemplate` was called with. */
export function authored(template: unknown) {
  const found = authoredAs(template);
  if (found === undefined) throw new TypeError("a template file must `export default answerTemplate({ … })`");
  return found;
}

/** The entries of an object that the author gave. */
export function entriesOf(value: unknown, what: string): { readonly [key: string]: unknown } {
  if (typeof value !== "object" || value === null) throw new TypeError(`${what} must be an object`);
  return value as { readonly [key: string]: unknown };
}

function fieldDraft([name, field]: readonly [string, unknown]): object {
  const given = entriesOf(field, `field "${name}"`);
  const described = describedBy(given.schema);
  if (described === undefined)
    throw new TypeError(`field "${name}": expected verified(…) or extracted(…) with a zod schema`);
  return { name, ...given, schema: undescribed(described.json), required: !described.optional };
}

function undescribed(json: Described["json"]): object {
  if (!("description" in json)) return json;
  const { description: _description, ...type } = json;
  return type;
}
