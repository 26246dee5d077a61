import { describeValue, isJsonObject, type JsonValue, KareninaError } from "../../base/index.ts";
import type { CheckTools } from "../../template/index.ts";
import { notJudged, type TraitJudgement } from "../judgement.ts";
import { booleanValue } from "./boolean.ts";
import { classList } from "./literal/classes.ts";
import { literalValue } from "./literal/literal.ts";
import { scoreValue } from "./score.ts";
import { templateValue } from "./template/template.ts";
import type { ValuedTrait, ValueType } from "./value-type.ts";

/** Every type of value there is. */
export const valueTypes: readonly ValueType[] = [booleanValue, scoreValue, literalValue, templateValue];

/** The name of a type of value as stored; undefined for what is none. */
function valueTypeName(kind: unknown): string | undefined {
  if (typeof kind === "string") return kind;
  return typeof kind === "object" && kind !== null && "type" in kind && typeof kind.type === "string"
    ? kind.type
    : undefined;
}

/** What answers for a type of value; undefined for one that does not exist. */
function findValueType(kind: unknown): ValueType | undefined {
  const name = valueTypeName(kind);
  return valueTypes.find((value) => value.name === name);
}

/** Settles what the value of a trait decides: its range, and for templates its direction. */
export function completeValue(given: unknown): unknown {
  if (!isJsonObject(given)) return given;
  const listed = { ...given, classes: classList(given.classes) };
  return { ...listed, ...findValueType(given.kind)?.complete(listed) };
}

/** What answers for the value of a trait. */
export function valueTypeOf(trait: ValuedTrait): ValueType {
  const value = findValueType(trait.kind);
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
  trait: ValuedTrait,
  raw: JsonValue | undefined,
  tools: CheckTools,
): TraitJudgement {
  return valueTypeOf(trait).accept(trait, raw, tools);
}

/** A trait whose call failed: without a value, or -1 and the label `[EVALUATION_ERROR: …]` for a literal one. */
export function failTrait(trait: ValuedTrait, problem: string): TraitJudgement {
  return valueTypeOf(trait).fail?.(trait, problem) ?? notJudged(problem);
}

/** True for a value, and for a class that does not exist: the judge has spoken. */
export function isSettled(trait: ValuedTrait, judgement: TraitJudgement, tools: CheckTools): boolean {
  if (judgement.ok) return true;
  return judgement.label !== undefined && judgement.label !== acceptTraitValue(trait, undefined, tools).label;
}
