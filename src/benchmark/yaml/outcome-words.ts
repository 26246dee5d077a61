import { isJsonObject, type JsonObject, type JsonValue, messageOf, ownEntry } from "../../base/index.ts";
import {
  type ComparedTo,
  comparedTo,
  comparisons,
  countTurns,
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
    const conditions = readList(value, path, problems);
    return conditions && { type: word, conditions };
  }
  const field = resultFields.find((one) => one === word);
  if (field !== undefined) {
    const compared = readCompared(value, path, problems, (one) => resultComparedTo(field, one));
    return compared && { type: "result_check", field, ...compared };
  }
  if (!isJsonObject(value)) {
    problems.add(path, "expected an object");
    return undefined;
  }
  if (word === "count_turns" || word === "first_match_index") return readNumber(word, value, path, problems);
  if (word === "cross_turn") return readCrossTurn(value, path, problems);
  const { node, index, ...fields } = value;
  const scope = readScope(word, { node, index }, path, problems);
  return scope && readFields(scope, fields, path, problems);
}

function readAtLeast(value: JsonObject, path: Path, problems: FormProblems): OutcomeCheck | undefined {
  const { at_least: n, of, ...others } = value;
  for (const key of Object.keys(others)) problems.add([...path, key], "expected only at_least and of", true);
  const conditions = readList(of ?? null, [...path, "of"], problems);
  if (typeof n !== "number" || !Number.isInteger(n)) {
    problems.add([...path, "at_least"], "expected a whole number");
    return undefined;
  }
  return conditions && { type: "at_least_n", n, conditions };
}

function readList(value: JsonValue, path: Path, problems: FormProblems): readonly OutcomeCheck[] | undefined {
  if (!Array.isArray(value)) {
    problems.add(path, "expected a list of checks");
    return undefined;
  }
  const read = value.map((one: JsonValue, at) => readOutcome(one, [...path, at], problems));
  const whole = read.filter((one) => one !== undefined);
  return whole.length === read.length ? whole : undefined;
}

type Nodes = string | readonly string[];

function readNodes(value: JsonValue | undefined, path: Path, problems: FormProblems): Nodes | undefined {
  if (value === undefined || typeof value === "string") return value;
  const list = Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
  if (Array.isArray(value) && list.length === value.length) return list;
  problems.add([...path, "node"], "expected the id of a node, or a list of ids");
  return undefined;
}

function readScope(
  word: string,
  { node, index }: { readonly node: JsonValue | undefined; readonly index: JsonValue | undefined },
  path: Path,
  problems: FormProblems,
): TurnScope | undefined {
  if (index !== undefined && word !== "turn_at")
    problems.add([...path, "index"], "expected index only below turn_at", true);
  if (word === "any_turn" || word === "all_turns") {
    const nodeId = readNodes(node, path, problems);
    return { type: word, ...(nodeId !== undefined && { nodeId }) };
  }
  if (node !== undefined)
    problems.add([...path, "node"], "expected node only below any_turn and all_turns", true);
  if (word === "last_turn" || word === "first_turn") return { type: word };
  if (word !== "turn_at") return wrong(path.slice(0, -1), problems);
  if (typeof index === "number" && Number.isInteger(index)) return { type: "turn_at", index };
  problems.add(path, "expected index: the place of the turn, from 0");
  return undefined;
}

function readFields(
  scope: TurnScope,
  fields: JsonObject,
  path: Path,
  problems: FormProblems,
): OutcomeCheck | undefined {
  const entries = Object.entries(fields);
  if (entries.length === 0) problems.add(path, "expected a field with a value, such as verify_result: true");
  const checks = entries.flatMap(([field, value]): readonly OutcomeCheck[] => {
    const compared = readCompared(value, [...path, field], problems);
    return compared === undefined ? [] : [{ type: "turn_check", scope, field, ...compared }];
  });
  const [only, ...more] = checks;
  if (only === undefined || checks.length < entries.length) return undefined;
  return more.length === 0 ? only : { type: "all_of", conditions: checks };
}

function readNumber(
  word: "count_turns" | "first_match_index",
  { node, verify_result: verifyResult, ...others }: JsonObject,
  path: Path,
  problems: FormProblems,
): OutcomeCheck {
  for (const key of Object.keys(others))
    problems.add([...path, key], "expected only node and verify_result", true);
  if (verifyResult !== undefined && typeof verifyResult !== "boolean")
    problems.add([...path, "verify_result"], "expected true or false");
  const ids = readNodes(node, path, problems);
  const which = {
    ...(ids !== undefined && { node: ids }),
    ...(typeof verifyResult === "boolean" && { verifyResult }),
  };
  return word === "count_turns" ? countTurns(which) : firstMatchIndex(which);
}

function readCrossTurn(value: JsonObject, path: Path, problems: FormProblems): OutcomeCheck | undefined {
  const {
    source,
    target,
    source_field: sourceField,
    target_field: given,
    comparison = "eq",
    normalize = [],
    ...others
  } = value;
  for (const key of Object.keys(others))
    problems.add(
      [...path, key],
      "expected only source, source_field, target, target_field, comparison, normalize",
      true,
    );
  const targetField = given ?? sourceField;
  const turns = [
    readSingle(source, [...path, "source"], problems),
    readSingle(target, [...path, "target"], problems),
  ];
  const word = comparisons.find((one) => one === comparison);
  if (word === undefined) problems.add([...path, "comparison"], `expected ${comparisons.join(", ")}`);
  if (typeof sourceField !== "string") problems.add(path, "expected source_field: the name of a field");
  const steps = normalizersOf(normalize);
  if (steps === undefined) problems.add([...path, "normalize"], "expected a list of normalizers");
  const [sourceTurn, targetTurn] = turns;
  if (sourceTurn === undefined || targetTurn === undefined || word === undefined || steps === undefined)
    return undefined;
  if (typeof sourceField !== "string" || typeof targetField !== "string") return undefined;
  return {
    type: "cross_turn_check",
    sourceTurn,
    sourceField,
    targetTurn,
    targetField,
    comparison: word,
    normalize: steps,
  };
}

function readSingle(
  value: JsonValue | undefined,
  path: Path,
  problems: FormProblems,
): SingleTurn | undefined {
  if (value === "last_turn" || value === "first_turn") return { type: value };
  const index = isJsonObject(value) ? ownEntry(value, "turn_at") : undefined;
  if (typeof index === "number" && Number.isInteger(index)) return { type: "turn_at", index };
  problems.add(path, "expected last_turn, first_turn or { turn_at: place }");
  return undefined;
}

function normalizersOf(value: JsonValue) {
  const read = Normalizers.safeParse(value);
  return read.success ? read.data : undefined;
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

function nodeForm(nodes: Nodes | undefined): JsonObject {
  return nodes === undefined ? {} : { node: nodes };
}

function singleForm(scope: SingleTurn): JsonValue {
  return scope.type === "turn_at" ? { turn_at: scope.index } : scope.type;
}
