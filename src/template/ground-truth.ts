import {
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  recordFrom,
  textOfValue,
} from "../base/index.ts";
import type {
  AnswerTemplate,
  ConditionalGroundTruth,
  FieldVerification,
  GroundTruthCase,
} from "./answer-template.ts";
import { readValue } from "./extraction/read-value.ts";
import type { PrimitiveSpec } from "./primitives/primitive.ts";

/** What a scenario has found so far, for conditional ground truths. */
export interface ScenarioContext {
  /** Results per scenario node, by node id. */
  readonly nodeResults: JsonObject;
}

/**
 * A ground truth that depends on an earlier scenario turn.
 *
 * @example
 * conditionalGroundTruth({
 *   source: "node_results.triage.parsed.severity",
 *   cases: { high: { value: "refer" } },
 *   default: { value: "observe" },
 * })
 */
export function conditionalGroundTruth<const Value extends JsonValue>(options: {
  readonly source: string;
  readonly cases: { readonly [value: string]: GroundTruthCase<Value> };
  readonly default: GroundTruthCase<Value>;
}): ConditionalGroundTruth<Value> {
  return { conditional: true, source: options.source, cases: options.cases, default: options.default };
}

/** True for a ground truth that depends on a scenario. */
export function isConditional(
  groundTruth: JsonValue | ConditionalGroundTruth,
): groundTruth is ConditionalGroundTruth {
  return isJsonObject(groundTruth) && groundTruth.conditional === true;
}

/**
 * A field's check with every ground truth as the field's type reads it, which is how a judge's value is read too; one
 * that cannot be read stays as it is.
 */
export function withGroundTruthAsRead(
  schema: JsonSchema,
  verification: FieldVerification,
): FieldVerification {
  const { groundTruth } = verification;
  const asRead = (value: JsonValue) => {
    const read = readValue(schema, value);
    return read.ok ? read.value : value;
  };
  if (!isConditional(groundTruth)) return { ...verification, groundTruth: asRead(groundTruth) };
  const caseAsRead = (found: GroundTruthCase) => ({ ...found, value: asRead(found.value) });
  const cases = Object.entries(groundTruth.cases).map(([key, found]) => [key, caseAsRead(found)] as const);
  return {
    ...verification,
    groundTruth: {
      ...groundTruth,
      cases: recordFrom(cases),
      default: caseAsRead(groundTruth.default),
    },
  };
}

/** Every value and primitive a field may be checked with: one, or one per case of a conditional ground truth. */
export function groundTruthCases(
  verification: FieldVerification,
): readonly { readonly label: string; readonly value: JsonValue; readonly verifyWith: PrimitiveSpec }[] {
  const { groundTruth, verifyWith } = verification;
  if (!isConditional(groundTruth)) return [{ label: "ground truth", value: groundTruth, verifyWith }];
  return [
    ...Object.entries(groundTruth.cases).map(([key, found]) => ({
      label: `case ${JSON.stringify(key)}`,
      ...found,
    })),
    { label: "default case", ...groundTruth.default },
  ].map(({ label, value, verifyWith: own }) => ({ label, value, verifyWith: own ?? verifyWith }));
}

/**
 * The value and primitive a field is checked with now. Without a scenario, with a path that leads nowhere
 * or to null, and for a value no case names, the default case applies.
 */
export function resolveGroundTruth(
  verification: FieldVerification,
  scenario: ScenarioContext | undefined,
): { readonly value: JsonValue; readonly verifyWith: PrimitiveSpec } {
  const { groundTruth, verifyWith } = verification;
  if (!isConditional(groundTruth)) return { value: groundTruth, verifyWith };
  const found = scenario === undefined ? undefined : follow(groundTruth.source, scenario.nodeResults);
  const chosen = (found === undefined ? undefined : caseFor(found, groundTruth)) ?? groundTruth.default;
  return { value: chosen.value, verifyWith: chosen.verifyWith ?? verifyWith };
}

/** The ground truth per verified field, with the default case of conditional ones. */
export function groundTruthOf(template: Pick<AnswerTemplate, "fields">): JsonObject {
  return recordFrom(
    template.fields.flatMap(({ name, verification }) =>
      verification === undefined ? [] : [[name, resolveGroundTruth(verification, undefined).value]],
    ),
  );
}

function follow(source: string, nodeResults: JsonObject): JsonValue | undefined {
  let here: JsonValue | undefined = { node_results: nodeResults };
  for (const key of source.split(".")) {
    if (!isJsonObject(here) || !Object.hasOwn(here, key)) return undefined;
    here = here[key];
  }
  return here ?? undefined;
}

function caseFor(found: JsonValue, { cases }: ConditionalGroundTruth): GroundTruthCase | undefined {
  const key = caseKeys(found).find((candidate) => Object.hasOwn(cases, candidate));
  return key === undefined ? undefined : cases[key];
}

/** Spellings of a value as a case key: JavaScript's, then Python's, which stored files use. */
function caseKeys(found: JsonValue): readonly string[] {
  if (typeof found === "boolean") return found ? ["true", "True"] : ["false", "False"];
  if (typeof found === "number") return [String(found), `${found}.0`];
  return typeof found === "string" ? [found] : [JSON.stringify(found), textOfValue(found)];
}
