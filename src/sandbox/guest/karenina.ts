/**
 * The authoring functions of karenina that template files may import, inside the sandbox. They only record what
 * was written; the host checks it. Self-contained: this file runs in QuickJS. The primitives are added to this
 * module by their names.
 */

/** What `answerTemplate` was called with. */
export interface Authored {
  readonly fields: unknown;
  readonly options: unknown;
}

const templates = new WeakMap<object, Authored>();

/** What a template was authored with; undefined for anything else. */
export function authoredAs(template: unknown): Authored | undefined {
  return typeof template === "object" && template !== null ? templates.get(template) : undefined;
}

export function answerTemplate(fields: unknown, options: unknown = {}): object {
  const template = {};
  templates.set(template, { fields, options });
  return template;
}

export const verified = (schema: unknown, options: unknown) => ({ kind: "verified", schema, options });
export const extracted = (schema: unknown, options: unknown) => ({ kind: "extracted", schema, options });

const node = (condition: unknown) => (typeof condition === "string" ? fieldCheck(condition) : condition);

export const fieldCheck = (field: string) => ({ type: "field_check", field });
export const allOf = (conditions: readonly unknown[]) => ({
  type: "all_of",
  conditions: conditions.map(node),
});
export const anyOf = (conditions: readonly unknown[]) => ({
  type: "any_of",
  conditions: conditions.map(node),
});
export const atLeastN = (n: number, conditions: readonly unknown[]) => ({
  type: "at_least_n",
  n,
  conditions: conditions.map(node),
});

export const conditionalGroundTruth = (options: object) => ({ conditional: true, ...options });

export const synonyms = (mapping: object) => ({ mapping });

export const primitive =
  (type: string) =>
  (options: object = {}) => ({ type, ...options });
