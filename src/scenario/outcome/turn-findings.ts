import { type JsonValue, ownEntry, pluralize } from "../../base/index.ts";
import type { CheckTools } from "../../template/index.ts";
import type { ComparedTo } from "../definition/compared-to.ts";
import type {
  ResultCheck,
  ResultField,
  SingleTurn,
  TurnCheck,
  TurnNumber,
  TurnScope,
} from "../definition/outcome-check.ts";
import type { WalkOutcome } from "../definition/walk-outcome.ts";
import type { TurnRecord } from "../state/scenario-state.ts";
import { valuePasses } from "../walk/state-check.ts";

/** What a check says, and why. */
export interface Finding {
  readonly value: boolean | number;
  readonly reason: string;
}

type History = readonly TurnRecord[];

/** The value of a turn's field; undefined for one it does not have. */
export function turnValue(turn: TurnRecord, field: string): JsonValue | undefined {
  if (field.startsWith("parsed.")) return ownEntry(turn.parsedFields, field.slice("parsed.".length));
  return turnValues.get(field)?.(turn);
}

const turnValues: ReadonlyMap<string, (turn: TurnRecord) => JsonValue> = new Map<
  string,
  (turn: TurnRecord) => JsonValue
>([
  ["node_id", ({ nodeId }) => nodeId],
  ["verify_result", ({ verifyResult }) => verifyResult],
  ["raw_response", ({ rawResponse }) => rawResponse],
  ["question_text", ({ questionText }) => questionText],
]);

/** The fields of turns, without those of templates. */
export const turnFields: readonly string[] = [...turnValues.keys()];

/** The one turn of a scope; undefined where there is none. */
export function singleTurn(scope: SingleTurn, history: History): TurnRecord | undefined {
  if (scope.type === "last_turn") return history.at(-1);
  return history.at(scope.type === "first_turn" ? 0 : scope.index);
}

/** Whether the turns of a scope pass a check; without any they do not. */
export async function turnFinding(
  { scope, field, ...check }: TurnCheck,
  { state: { history } }: WalkOutcome,
  tools: CheckTools,
): Promise<Finding> {
  const turns = turnsIn(scope, history);
  const where = scopeText(scope);
  if (turns.length === 0) return { value: false, reason: `There is no turn: ${where}.` };
  const isAny = scope.type === "any_turn";
  for (const turn of turns) {
    const value = turnValue(turn, field);
    const passes = await valuePasses(value, check, tools);
    if (passes === isAny || turns.length === 1)
      return {
        value: passes,
        reason: `In turn ${history.indexOf(turn) + 1}, at ${turn.nodeId}, ${valueText(field, value, check)}.`,
      };
  }
  const expected = `${field} as expected: ${expectedText(check)}`;
  return isAny
    ? { value: false, reason: `No turn of ${turns.length} (${where}) has ${expected}.` }
    : { value: true, reason: `Every turn of ${turns.length} (${where}) has ${expected}.` };
}

function turnsIn(scope: TurnScope, history: History): History {
  if (isSeveral(scope)) return history.filter((turn) => isAt(turn, scope.nodeId));
  const turn = singleTurn(scope, history);
  return turn === undefined ? [] : [turn];
}

function isSeveral(scope: TurnScope): scope is Exclude<TurnScope, SingleTurn> {
  return scope.type === "any_turn" || scope.type === "all_turns";
}

function isAt({ nodeId }: TurnRecord, wanted: string | readonly string[] | undefined): boolean {
  return wanted === undefined || (typeof wanted === "string" ? nodeId === wanted : wanted.includes(nodeId));
}

/** Turns for messages. */
export function scopeText(scope: TurnScope): string {
  const words = scope.type.replace("_", " ");
  if (scope.type === "turn_at") return `turn at ${scope.index}`;
  if (!("nodeId" in scope) || scope.nodeId === undefined) return words;
  return `${words} at ${[scope.nodeId].flat().join(", ")}`;
}

/** Whether something of the whole walk passes a check. */
export async function resultFinding(
  { field, ...check }: ResultCheck,
  walk: WalkOutcome,
  tools: CheckTools,
): Promise<Finding> {
  const value = resultValues[field](walk);
  const passes = await valuePasses(value, check, tools);
  return { value: passes, reason: `${valueText(resultNames[field], value, check)}.` };
}

/** What is known of a whole walk, at the beginning of a sentence. */
const resultNames: Readonly<Record<ResultField, string>> = {
  status: "The status",
  turn_count: "The number of turns",
  path: "The way",
  scenario_id: "The scenario",
};

const resultValues: Readonly<Record<ResultField, (walk: WalkOutcome) => JsonValue>> = {
  status: ({ status }) => status,
  turn_count: ({ state }) => state.turn,
  path: ({ state }) => state.path,
  scenario_id: ({ scenarioId }) => scenarioId,
};

/** How many turns are of a kind, or where the first of them is. */
export function turnNumber({ type, nodeId, verifyResult }: TurnNumber, history: History): Finding {
  const fits = (turn: TurnRecord) =>
    isAt(turn, nodeId) && (verifyResult === undefined || turn.verifyResult === verifyResult);
  const kind = [
    ...(nodeId === undefined ? [] : [`at ${[nodeId].flat().join(", ")}`]),
    ...(verifyResult === undefined ? [] : [verifyResult ? "verified" : "not verified"]),
  ].join(", ");
  const ofKind = kind === "" ? "" : ` ${kind}`;
  if (type === "count_turns") {
    const value = history.filter(fits).length;
    return { value, reason: `${pluralize(value, "turn")}${ofKind}.` };
  }
  const value = history.findIndex(fits);
  return {
    value,
    reason: value === -1 ? `No turn${ofKind}.` : `The first turn${ofKind} is turn ${value + 1}.`,
  };
}

function valueText(field: string, value: JsonValue | undefined, check: ComparedTo): string {
  return `${field} is ${shownValue(value)}, expected ${expectedText(check)}`;
}

function expectedText({ expected, verifyWith: { type, ...parameters } }: ComparedTo): string {
  const details = Object.keys(parameters).length === 0 ? type : `${type} ${shownValue(parameters)}`;
  return expected === null && Object.keys(parameters).length > 0
    ? details
    : `${shownValue(expected)} (${details})`;
}

/** A value for a message. */
export function shownValue(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return "nothing";
  const text = JSON.stringify(value);
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}

const longestShown = 80;
