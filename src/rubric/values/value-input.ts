import * as z from "zod";
import { isJsonObject, type JsonObject } from "../../base/index.ts";
import { type ClassesInput, classProblems, losesOrder, TraitClasses } from "./literal/classes.ts";
import { templateKindOf } from "./template/template-from-zod.ts";
import type { FieldProblem, TemplateKind } from "./value-type.ts";

interface YesOrNo {
  readonly kind: "boolean";
  /** Default true. Analysis reads it; no score is changed by it. */
  readonly higherIsBetter?: boolean | null;
}

interface Score {
  readonly kind: "score";
  /** Whole number; default 1. */
  readonly minScore?: number | null;
  /** Whole number above `minScore`; default 5. */
  readonly maxScore?: number | null;
  /** Default true. */
  readonly higherIsBetter?: boolean | null;
}

interface Literal {
  readonly kind: "literal";
  /** 2 to 20 classes with their descriptions; the place of a class is its score. */
  readonly classes: ClassesInput;
  /** Default true. */
  readonly higherIsBetter?: boolean | null;
}

interface Template {
  /** A zod object whose fields are text, numbers, booleans, lists of them, or null besides; or its stored form. */
  readonly kind: z.ZodObject | TemplateKind;
  readonly higherIsBetter?: null;
}

/** What a judge is to say: yes or no, a score, a class, or the fields of a schema. */
export type ValueInput = YesOrNo | Score | Literal | Template;

/** An author's input with its schema in stored form, and what is wrong with it. */
export function readValueInput<Input extends { readonly kind: unknown; readonly classes?: unknown }>(
  input: Input,
): { readonly input: Input; readonly problems: readonly FieldProblem[] } {
  const problems = classesInputProblems(input.classes);
  if (!(input.kind instanceof z.ZodType)) return { input, problems };
  const kind = templateKindOf(input.kind);
  if (kind.ok) return { input: { ...input, kind: kind.kind }, problems };
  const found = kind.problems.map((message) => ({ field: "kind", message }));
  const empty: JsonObject = { properties: { a: { type: "string" } } };
  // The schema is refused below; what stands in for it keeps the other fields' problems readable.
  return {
    input: { ...input, kind: { type: "template", schema: empty } },
    problems: [...problems, ...found],
  };
}

/** What only authors must avoid: names that an object puts into another order. */
export function classesInputProblems(classes: unknown): readonly FieldProblem[] {
  const misplaced = isJsonObject(classes) ? Object.keys(classes).filter(losesOrder) : [];
  if (misplaced.length === 0) return [];
  const message = `${misplaced.map((name) => JSON.stringify(name)).join(", ")} would lose its place: write classes as a list of { name, description }`;
  return [{ field: "classes", message }];
}

/** All rules for classes, for kinds whose stored traits need not follow them. */
export function strictClassProblems(classes: unknown): readonly FieldProblem[] {
  const read = TraitClasses.safeParse(isJsonObject(classes) ? entries(classes) : classes);
  return (read.success ? classProblems(read.data) : []).map((message) => ({ field: "classes", message }));
}

function entries(classes: JsonObject): readonly unknown[] {
  return Object.entries(classes).map(([name, description]) => ({ name, description }));
}
