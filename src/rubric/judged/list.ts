import { type JsonValue, KareninaError } from "../../base/index.ts";
import type { CheckTools } from "../../template/index.ts";
import { describeValue } from "../describe-value.ts";
import type { TraitJudgement } from "../judgement.ts";
import { booleanValue } from "./boolean.ts";
import type { JudgedTrait, JudgedValue } from "./judged-kind.ts";
import { literalValue } from "./literal.ts";
import { scoreValue } from "./score.ts";
import { templateValue } from "./template.ts";

/** Every kind of judged value there is. */
export const judgedValues: readonly JudgedValue[] = [booleanValue, scoreValue, literalValue, templateValue];

/** The name of a kind as stored; undefined for what is none. */
export function judgedKindName(kind: unknown): string | undefined {
  if (typeof kind === "string") return kind;
  return typeof kind === "object" && kind !== null && "type" in kind && typeof kind.type === "string"
    ? kind.type
    : undefined;
}

/** What answers for a kind; undefined for one that does not exist. */
export function findJudgedValue(kind: unknown): JudgedValue | undefined {
  const name = judgedKindName(kind);
  return judgedValues.find((value) => value.name === name);
}

/** What answers for a trait's kind. */
export function judgedValueOf(trait: JudgedTrait): JudgedValue {
  const value = findJudgedValue(trait.kind);
  if (value !== undefined) return value;
  throw new KareninaError(
    "invalid_input",
    `Trait "${trait.name}": there is no kind ${describeValue(trait.kind)}.`,
  );
}

/**
 * The value a judge gave for an LLM or agentic trait, or why it is none; `undefined` for a trait the judge left out.
 *
 * - boolean: true, false, 0, 1, and the words true, false, yes, no;
 * - score: whole numbers, also as text, as `4.0` or as `4/5` on a scale that ends at 5; out of range moves to the nearer
 *   end, with a warning;
 * - literal: a class name, exact first, then without outer white space, then without regard to case; else -1;
 * - template: an object, read by the trait's JSON Schema.
 *
 * Text may have quotation marks or emphasis around it, a label such as `Score:` before it and a full stop after it.
 *
 * @example
 * acceptTraitValue(llmTrait({ name: "clear", kind: "boolean" }), "yes", { patterns })
 * // { ok: true, scores: { clear: true } }
 */
export function acceptTraitValue(
  trait: JudgedTrait,
  raw: JsonValue | undefined,
  tools: CheckTools,
): TraitJudgement {
  return judgedValueOf(trait).accept(trait, raw, tools);
}

/** A trait whose call failed: without a value, or -1 and the label `[EVALUATION_ERROR: …]` for a literal one. */
export function failTrait(trait: JudgedTrait, problem: string): TraitJudgement {
  return judgedValueOf(trait).fail(trait, problem);
}
