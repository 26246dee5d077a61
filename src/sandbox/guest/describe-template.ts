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
  if (typeof given.options === "object" && given.options !== null && "groundTruth" in given.options)
    requireTruth(given.options.groundTruth, `field "${name}": groundTruth`);
  return { name, ...given, schema: undescribed(described.json), required: !described.optional };
}

/** Written as JSON, what is none would become another ground truth. */
function requireTruth(value: unknown, where: string, seen = new Set<unknown>()): void {
  // a value that stands in many places is looked at once
  if (typeof value === "object" && seen.has(value)) return;
  seen.add(value);
  if (typeof value === "object" && value !== null && "conditional" in value && value.conditional === true) {
    const { cases, default: fallback } = value as { readonly cases?: unknown; readonly default?: unknown };
    const all = typeof cases === "object" && cases !== null ? Object.values(cases) : [];
    for (const one of [...all, fallback])
      if (typeof one === "object" && one !== null && "value" in one) requireTruth(one.value, where, seen);
    return;
  }
  const isList = Array.isArray(value);
  if (isList || (typeof value === "object" && value !== null)) {
    const prototype: unknown = Object.getPrototypeOf(value);
    if (!isList && prototype !== Object.prototype && prototype !== null)
      throw new TypeError(`${where} is an object of a class, which is no JSON`);
    // by index, as a list may have holes
    const parts = isList ? Array.from<unknown>(value) : Object.values(value);
    for (const part of parts) requireTruth(part, where, seen);
    return;
  }
  const isJson = typeof value === "number" ? Number.isFinite(value) : typeof value !== "undefined";
  if (!isJson || ["function", "symbol", "bigint"].includes(typeof value))
    throw new TypeError(`${where} holds ${String(value).slice(0, 60)}, which is no JSON`);
}

function undescribed(json: Described["json"]): object {
  if (!("description" in json)) return json;
  const { description: _description, ...type } = json;
  return type;
}
