import { type JsonObject, type JsonValue, messageOf, ownEntry, recordFrom } from "../../base/index.ts";
import type {
  Answer,
  AnswerTemplate,
  CustomCheckContext,
  FieldVerification,
  TemplateField,
} from "../answer-template.ts";
import { compositionLabel, compositionPasses } from "../composition.ts";
import { acceptsNull } from "../extraction/read-value.ts";
import { resolveGroundTruth, type ScenarioContext } from "../ground-truth.ts";
import type { CheckTools } from "../primitives/primitive.ts";
import type { ResolvedPrimitive } from "../primitives/resolve-primitive.ts";
import { resolvePrimitive } from "../primitives/resolve-primitive.ts";
import { granularScore } from "./granular-score.ts";
import { isLimit, type RegexVerification, verifyRegex } from "./verify-regex.ts";

/** What the checks of a template decided about one answer. */
export interface TemplateVerification {
  /** Per verified field: passed, failed, or null where the judge found no value. */
  readonly fieldResults: { readonly [field: string]: boolean | null };
  /** Per verified field: credit in 0..1, or null where the judge found no value. */
  readonly fieldScores: { readonly [field: string]: number | null };
  /** The custom check's decision, else the strategy's. */
  readonly fieldResult: boolean;
  /** Why fields could not be compared, or why the custom check failed. */
  readonly fieldError?: string;
  /** Why the custom check gave no decision: a fault of the template, which says nothing about the answer. */
  readonly customCheckError?: string;
  /** Why a check on which the verdict hangs was stopped by a limit, which says nothing about the answer. */
  readonly unfinishedCheck?: string;
  /** Partial credit in 0..1; null for a template that defines none. */
  readonly granular: number | null;
  /** Why a custom granular check gave no score. */
  readonly granularError?: string;
  /** The ground truth each verified field was compared with. */
  readonly groundTruth: JsonObject;
  /** `all_of`, `any_of`, `at_least_n(2)` or `field_check`; null when no field is checked automatically. */
  readonly compositionStrategy: string | null;
  readonly regex: RegexVerification;
  /** `fieldResult` and every regex check. */
  readonly verifyResult: boolean;
}

/** What an answer is verified against beside its template. */
interface VerifyAnswerContext {
  /** The raw trace text. */
  readonly trace: string;
  readonly tools: CheckTools;
  readonly scenario?: ScenarioContext | undefined;
}

/**
 * Decides from a filled template whether the answer is right. Never throws because of the answer: a value a
 * primitive cannot compare fails its field, with the reason in `fieldError`. Where `customCheckError` or
 * `unfinishedCheck` is set there is no verdict: a false `verifyResult` then says nothing about the answer.
 */
export async function verifyAnswer(
  template: AnswerTemplate,
  answer: Answer,
  { trace, tools, scenario }: VerifyAnswerContext,
): Promise<TemplateVerification> {
  const checked = await Promise.all(
    template.fields.flatMap((field) =>
      field.verification === undefined
        ? []
        : [checkField(field, field.verification, { answer, trace, tools, scenario })],
    ),
  );
  const fieldResults = recordFrom(checked.map(({ name, passed }) => [name, passed]));
  const groundTruth = recordFrom(checked.map(({ name, groundTruth: truth }) => [name, truth]));
  const context: CustomCheckContext = { response: trace, groundTruth, fieldResults };
  const decision = await decide(template, answer.values, context);
  const granular = await grade(template, answer.values, context, checked);
  const regex = await verifyRegex(template.regex, trace, tools);
  const unfinished =
    decision.passed && regex.success ? {} : unfinishedCheck(template, { checked, decision, regex });
  const errors = [...checked.map(({ error }) => error), decision.error].filter(
    (error) => error !== undefined,
  );
  return {
    fieldResults,
    fieldScores: recordFrom(checked.map(({ name, score }) => [name, score])),
    fieldResult: decision.passed,
    ...(errors.length === 0 ? {} : { fieldError: errors.join("; ") }),
    ...(decision.error === undefined ? {} : { customCheckError: decision.error }),
    ...unfinished,
    ...granular,
    groundTruth,
    compositionStrategy: checked.length === 0 ? null : compositionLabel(template.strategy),
    regex,
    verifyResult: decision.passed && regex.success,
  };
}

interface CheckedField {
  readonly name: string;
  readonly weight: number;
  readonly groundTruth: JsonValue;
  readonly passed: boolean | null;
  readonly score: number | null;
  readonly error?: string;
  /** True: the check was stopped by a limit. */
  readonly unfinished?: boolean;
}

type FieldContext = VerifyAnswerContext & { readonly answer: Answer };

async function checkField(
  field: TemplateField,
  verification: FieldVerification,
  context: FieldContext,
): Promise<CheckedField> {
  const { value: groundTruth, verifyWith } = resolveGroundTruth(verification, context.scenario);
  const known = { name: field.name, weight: verification.weight, groundTruth };
  try {
    return { ...known, ...(await outcome(field, resolvePrimitive(verifyWith), groundTruth, context)) };
  } catch (error) {
    const reason = `${field.name}: ${messageOf(error)}`;
    return { ...known, passed: false, score: 0, error: reason, unfinished: isLimit(error) };
  }
}

type Outcome = Pick<CheckedField, "passed" | "score">;

async function outcome(
  field: TemplateField,
  primitive: ResolvedPrimitive,
  groundTruth: JsonValue,
  { answer, trace, tools }: FieldContext,
): Promise<Outcome> {
  if (primitive.kind === "trace") {
    const passed = (await primitive.checkTrace(trace, tools)) === (groundTruth === true);
    return { passed, score: passed ? 1 : 0 };
  }
  const value = answer.nullFields.includes(field.name) ? null : (ownEntry(answer.values, field.name) ?? null);
  if (value === null) return await nothingFound(field, groundTruth, () => primitive.check(null, null, tools));
  const passed = await primitive.check(value, groundTruth, tools);
  return { passed, score: Math.min(1, Math.max(0, await primitive.score(value, groundTruth, tools))) };
}

/** Finding nothing is right where null is the ground truth and the primitive says so; else it is unknown, not wrong. */
async function nothingFound(
  field: TemplateField,
  groundTruth: JsonValue,
  nullMatchesNull: () => Promise<boolean>,
): Promise<Outcome> {
  const unknown = { passed: null, score: null };
  if (groundTruth !== null || !acceptsNull(field.schema)) return unknown;
  try {
    return (await nullMatchesNull()) ? { passed: true, score: 1 } : unknown;
  } catch {
    return unknown;
  }
}

/** Names the unfinished checks of a failed answer that would pass if they did. A custom check may make anything of a field. */
function unfinishedCheck(
  template: AnswerTemplate,
  {
    checked,
    decision,
    regex,
  }: {
    readonly checked: readonly CheckedField[];
    readonly decision: { readonly passed: boolean };
    readonly regex: RegexVerification;
  },
): Pick<TemplateVerification, "unfinishedCheck"> {
  const { unfinished: patterns = [] } = regex;
  const fields = checked.filter(({ unfinished }) => unfinished === true);
  if (fields.length + patterns.length === 0) return {};
  const atBest = checked.map(
    ({ name, passed, unfinished }) => [name, unfinished === true || passed] as const,
  );
  const fieldsCouldPass =
    template.verify === undefined
      ? fieldsPass(template, recordFrom(atBest))
      : decision.passed || fields.length > 0;
  const couldPass =
    fieldsCouldPass &&
    Object.entries(regex.results).every(([name, passed]) => passed || patterns.includes(name));
  const reasons = [
    ...fields.flatMap(({ error }) => error ?? []),
    ...patterns.map((name) => `${name}: the search for the pattern was stopped by a limit`),
  ];
  return couldPass ? { unfinishedCheck: reasons.join("; ") } : {};
}

/** Whether these results satisfy the template's strategy; without one, every field must pass. */
export function fieldsPass(
  { strategy }: Pick<AnswerTemplate, "strategy">,
  results: TemplateVerification["fieldResults"],
): boolean {
  return strategy === undefined
    ? Object.values(results).every((passed) => passed === true)
    : compositionPasses(strategy, results);
}

async function decide(
  template: AnswerTemplate,
  values: JsonObject,
  context: CustomCheckContext,
): Promise<{ readonly passed: boolean; readonly error?: string }> {
  if (template.verify === undefined) return { passed: fieldsPass(template, context.fieldResults) };
  try {
    const passed: unknown = await template.verify(structuredClone(values), structuredClone(context));
    if (typeof passed === "boolean") return { passed };
    return { passed: false, error: `verify: expected true or false, found ${typeof passed}` };
  } catch (error) {
    return { passed: false, error: `verify: ${messageOf(error)}` };
  }
}

async function grade(
  template: AnswerTemplate,
  values: JsonObject,
  context: CustomCheckContext,
  checked: readonly CheckedField[],
): Promise<Pick<TemplateVerification, "granular" | "granularError">> {
  if (template.verifyGranular === undefined) {
    if (checked.length === 0) return { granular: null };
    return {
      granular: granularScore(recordFrom(checked.map((field) => [field.name, field])), template.strategy),
    };
  }
  try {
    const score: unknown = await template.verifyGranular(structuredClone(values), structuredClone(context));
    if (typeof score === "number" && score >= 0 && score <= 1) return { granular: score };
    return {
      granular: null,
      granularError: `verifyGranular: expected a number in 0..1, found ${String(score)}`,
    };
  } catch (error) {
    return { granular: null, granularError: `verifyGranular: ${messageOf(error)}` };
  }
}
