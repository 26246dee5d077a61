import * as z from "zod";
import { AnyJson, isJsonObject, type JsonObject, type JsonValue, messageOf } from "../../base/index.ts";
import {
  type ComparedTo,
  comparedTo,
  comparisons,
  countTurns,
  crossTurn,
  firstMatchIndex,
  type OutcomeCheck,
  resultComparedTo,
  resultFields,
  type SingleTurn,
  type TurnScope,
} from "../../scenario/index.ts";
import { Normalizers, type PrimitiveSpec } from "../../template/index.ts";
import { checkForm, readCheck } from "./check-form.ts";
import type { FormProblems } from "./form-problems.ts";

type Path = readonly PropertyKey[];
type NodeIds = string | readonly string[];

/** How a value that stands alone is compared. */
type ShortForm = (value: JsonValue) => ComparedTo;

/** What a value in a file is compared by: itself, `{ gte: 3 }`, or `{ truth, check }`. */
export function readCompared(
  value: JsonValue,
  path: Path,
  problems: FormProblems,
  short: ShortForm = comparedTo,
): ComparedTo | undefined {
  if (isJsonObject(value) && "check" in value) {
    for (const key of Object.keys(value))
      if (key !== "check" && key !== "truth")
        problems.add([...path, key], "expected only truth and check", true);
    const verifyWith = readCheck(value.check ?? null, [...path, "check"], problems);
    return verifyWith && { expected: value.truth ?? null, verifyWith };
  }
  try {
    return short(value);
  } catch (error) {
    problems.add(path, messageOf(error));
    return undefined;
  }
}

/** The same for a file. */
export function comparedForm({ expected, verifyWith }: ComparedTo, short: ShortForm = comparedTo): JsonValue {
  const found = shortForms(expected, verifyWith).find((form) =>
    sameCheck(short(form), { expected, verifyWith }),
  );
  return found === undefined ? { truth: expected, check: checkForm(verifyWith) } : found;
}

function shortForms(expected: JsonValue, { min, max }: PrimitiveSpec): readonly JsonValue[] {
  const bounds: JsonValue[] = [];
  if (typeof min === "number") bounds.push({ gte: min }, { gt: min });
  if (typeof max === "number") bounds.push({ lte: max }, { lt: max });
  return [...(isJsonObject(expected) ? [] : [expected]), ...bounds];
}

function sameCheck(one: ComparedTo, other: ComparedTo): boolean {
  const text = ({ expected, verifyWith }: ComparedTo) =>
    JSON.stringify([expected, Object.entries(verifyWith).toSorted()]);
  return text(one) === text(other);
}

const words =
  "last_turn, first_turn, turn_at, any_turn, all_turns, status, turn_count, path, count_turns, first_match_index, cross_turn, all_of, any_of, at_least with of";

/** A check of a whole walk in the words of a file; undefined after adding problems. */
export function readOutcome(value: JsonValue, path: Path, problems: FormProblems): OutcomeCheck | undefined {
  if (!isJsonObject(value)) return wrong(path, problems);
  if ("at_least" in value) return readAtLeast(value, path, problems);
  const [entry, ...more] = Object.entries(value);
  if (entry === undefined || more.length > 0) return wrong(path, problems);
  const [word, inside] = entry;
  return readWord(word, inside, [...path, word], problems);
}

function wrong(path: Path, problems: FormProblems): undefined {
  problems.add(path, `expected one check: ${words}`);
}

function readWord(
  word: string,
  value: JsonValue,
  path: Path,
  problems: FormProblems,
): OutcomeCheck | undefined {
  if (word === "all_of" || word === "any_of") {
    const conditions = readConditions(problems.read(Conditions, value, path), path, problems);
    return conditions && { type: word, conditions };
  }
  const field = resultFields.find((one) => one === word);
  if (field !== undefined) {
    const compared = readCompared(value, path, problems, (one) => resultComparedTo(field, one));
    return compared && { type: "result_check", field, ...compared };
  }
  if (word === "count_turns" || word === "first_match_index") {
    const which = problems.read(NumberForm, value, path);
    const { node, verify_result: verifyResult } = which ?? {};
    const counted = {
      ...(node !== undefined && { node }),
      ...(verifyResult !== undefined && { verifyResult }),
    };
    return which && (word === "count_turns" ? countTurns : firstMatchIndex)(counted);
  }
  if (word === "cross_turn") {
    const form = problems.read(CrossTurnForm, value, path);
    if (form === undefined) return undefined;
    const { source_field: sourceField, target_field: targetField = sourceField, ...check } = form;
    return crossTurn({ ...check, sourceField, targetField });
  }
  return isScope(word) ? readTurns(word, value, path, problems) : wrong(path.slice(0, -1), problems);
}

const Conditions = z.array(AnyJson);
const AtLeastForm = z.strictObject({ at_least: z.int(), of: Conditions });

function readAtLeast(value: JsonObject, path: Path, problems: FormProblems): OutcomeCheck | undefined {
  const form = problems.read(AtLeastForm, value, path);
  const of = Array.isArray(value.of) ? value.of : undefined;
  const conditions = readConditions(of, [...path, "of"], problems);
  return form && conditions && { type: "at_least_n", n: form.at_least, conditions };
}

function readConditions(
  given: readonly JsonValue[] | undefined,
  path: Path,
  problems: FormProblems,
): readonly OutcomeCheck[] | undefined {
  const read = given?.map((one, at) => readOutcome(one, [...path, at], problems));
  const whole = read?.filter((one) => one !== undefined);
  return whole?.length === read?.length ? whole : undefined;
}

const Nodes = z.union([z.string(), z.array(z.string())], "expected the id of a node, or a list of ids");
const Place = z.int("expected the place of a turn, from 0");
const SingleTurnForm = z
  .union(
    [z.enum(["last_turn", "first_turn"]), z.strictObject({ turn_at: Place })],
    "expected last_turn, first_turn or { turn_at: place }",
  )
  .transform(
    (one): SingleTurn => (typeof one === "string" ? { type: one } : { type: "turn_at", index: one.turn_at }),
  );

const NumberForm = z.strictObject({ node: Nodes.optional(), verify_result: z.boolean().optional() });

const CrossTurnForm = z.strictObject({
  source: SingleTurnForm,
  source_field: z.string(),
  target: SingleTurnForm,
  target_field: z.string().optional(),
  comparison: z.enum(comparisons).default("eq"),
  normalize: Normalizers.default([]),
});

const none = (message: string) => z.custom<undefined>((value) => value === undefined, message).optional();
const noNode = none("expected node only below any_turn and all_turns");
const noIndex = none("expected index only below turn_at");
/** What says which turns are looked at; beside it stand their fields with values. */
const scopes = {
  last_turn: z.looseObject({ node: noNode, index: noIndex }),
  first_turn: z.looseObject({ node: noNode, index: noIndex }),
  turn_at: z.looseObject({ node: noNode, index: Place }),
  any_turn: z.looseObject({ node: Nodes.optional(), index: noIndex }),
  all_turns: z.looseObject({ node: Nodes.optional(), index: noIndex }),
};

const isScope = (word: string): word is TurnScope["type"] => Object.hasOwn(scopes, word);

function readTurns(
  type: TurnScope["type"],
  value: JsonValue,
  path: Path,
  problems: FormProblems,
): OutcomeCheck | undefined {
  const form = problems.read<{ readonly node?: NodeIds; readonly index?: number }>(scopes[type], value, path);
  if (!isJsonObject(value)) return undefined;
  const { node: _, index: __, ...fields } = value;
  const entries = Object.entries(fields);
  if (entries.length === 0) problems.add(path, "expected a field with a value, such as verify_result: true");
  const compared = entries.map(
    ([field, one]) => [field, readCompared(one, [...path, field], problems)] as const,
  );
  if (form === undefined) return undefined;
  // its form has the keys of this kind alone
  const scope = {
    type,
    ...(form.node !== undefined && { nodeId: form.node }),
    ...(form.index !== undefined && { index: form.index }),
  } as TurnScope;
  const checks = compared.flatMap(([field, to]): readonly OutcomeCheck[] =>
    to === undefined ? [] : [{ type: "turn_check", scope, field, ...to }],
  );
  const [only, ...more] = checks;
  if (only === undefined || checks.length < entries.length) return undefined;
  return more.length === 0 ? only : { type: "all_of", conditions: checks };
}

/** A check of a whole walk in the words of a file. */
export function outcomeForm(check: OutcomeCheck): JsonObject {
  switch (check.type) {
    case "turn_check":
      return { [check.scope.type]: { ...scopeForm(check.scope), [check.field]: comparedForm(check) } };
    case "result_check":
      return { [check.field]: comparedForm(check, (value) => resultComparedTo(check.field, value)) };
    case "cross_turn_check":
      return {
        cross_turn: {
          source: singleForm(check.sourceTurn),
          source_field: check.sourceField,
          target: singleForm(check.targetTurn),
          target_field: check.targetField,
          comparison: check.comparison,
          normalize: check.normalize,
        },
      };
    case "count_turns":
    case "first_match_index": {
      const { nodeId, verifyResult } = check;
      return {
        [check.type]: {
          ...nodeForm(nodeId),
          ...(verifyResult !== undefined && { verify_result: verifyResult }),
        },
      };
    }
    case "at_least_n":
      return { at_least: check.n, of: check.conditions.map(outcomeForm) };
    case "all_of":
    case "any_of":
      return { [check.type]: check.conditions.map(outcomeForm) };
  }
}

function scopeForm(scope: TurnScope): JsonObject {
  if (scope.type === "turn_at") return { index: scope.index };
  return "nodeId" in scope ? nodeForm(scope.nodeId) : {};
}

function nodeForm(nodes: NodeIds | undefined): JsonObject {
  return nodes === undefined ? {} : { node: nodes };
}

function singleForm(scope: SingleTurn): JsonValue {
  return scope.type === "turn_at" ? { turn_at: scope.index } : scope.type;
}
