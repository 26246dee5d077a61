import { describeValue, type JsonValue, stripWhiteSpace } from "../../../base/index.ts";
import type { TraitJudgement } from "../../judgement.ts";
import { saidValue } from "../said-value.ts";
import type { ValuedTrait, ValueType } from "../value-type.ts";
import { classProblems, type TraitClass } from "./classes.ts";

const missing = "[MISSING_FROM_RESPONSE]";

/** One class of several. Its score is its place in the list; -1 and the judge's own text where it is no class. */
export const literalValue: ValueType = {
  name: "literal",
  complete({ classes }) {
    const count = Array.isArray(classes) ? classes.length : 0;
    return { minScore: 0, maxScore: Math.max(0, count - 1) };
  },
  problems: ({ classes }) =>
    (classes === null ? ["expected classes, found none"] : classProblems(classes)).map((message) => ({
      field: "classes",
      message,
    })),
  maxScore: (trait) => lastIndex(trait),
  rating: (trait) => ({ best: lastIndex(trait), worst: 0 }),
  schema: ({ classes }) => ({ type: "string", enum: (classes ?? []).map(({ name }) => name) }),
  replyKey: "classification",
  texts: {
    task: "sort an answer into one of the classes of a trait.",
    rules: `- Choose exactly one class, and only one that is there: no new class, no mixture, no empty reply.
- Where several fit, choose the one that fits what the answer mainly does; where none fits well, the one that fits best.
- Write the name of the class exactly as it stands.`,
    alone: `"classification" is the name of the class.`,
    among: `"classifications" holds one entry for each trait of kind literal, "trait_name" its name and "class_name" the name of one of its own classes.`,
    inReport: () =>
      '"classification" is the name of exactly one of the classes, as it stands: the one that fits best.',
    known: ({ classes }) => ({ classes }),
  },
  accept(trait, raw) {
    const { name, classes } = trait;
    if (raw === undefined || raw === null) return unclassified(trait, "the class is missing", missing);
    const index = typeof raw === "object" ? -1 : classIndex(classes ?? [], raw, name);
    const label = classes?.[index]?.name;
    if (label !== undefined) return { ok: true, scores: { [name]: index }, label };
    const names = (classes ?? []).map((one) => JSON.stringify(one.name)).join(", ");
    return unclassified(trait, `expected one of ${names}, found ${describeValue(raw)}`, textOf(raw));
  },
  fail: (trait, problem) => unclassified(trait, problem, `[EVALUATION_ERROR: ${problem}]`),
};

/**
 * The exact name first, then the name without outer white space, then without regard to case, then without what may stand
 * around a value. A class may be called `10` or `true`, and a judge write the number or the boolean.
 */
function classIndex(classes: readonly TraitClass[], raw: string | number | boolean, trait: string): number {
  const text = String(raw);
  const wanted = stripWhiteSpace(text);
  const said = saidValue(text, trait).toLowerCase();
  const matches: readonly ((name: string) => boolean)[] = [
    (name) => name === text,
    (name) => stripWhiteSpace(name) === wanted,
    (name) => stripWhiteSpace(name).toLowerCase() === wanted.toLowerCase(),
    (name) => said !== "" && saidValue(name, "").toLowerCase() === said,
    (name) => typeof raw === "number" && name.trim() !== "" && Number(name) === raw,
  ];
  for (const match of matches) {
    const index = classes.findIndex(({ name }) => match(name));
    if (index !== -1) return index;
  }
  return -1;
}

function unclassified(trait: ValuedTrait, problem: string, label: string): TraitJudgement {
  return { ok: false, problem, scores: { [trait.name]: -1 }, label };
}

function lastIndex({ classes }: ValuedTrait): number {
  return Math.max(0, (classes?.length ?? 0) - 1);
}

function textOf(raw: JsonValue): string {
  return typeof raw === "string" ? raw : JSON.stringify(raw);
}
