import { equalValues, type JsonValue, textOfValue } from "../../base/index.ts";
import { normalizeText } from "../../template/index.ts";
import type { CrossTurnCheck, TurnComparison } from "../definition/outcome-check.ts";
import type { TurnRecord } from "../state/scenario-state.ts";
import { type Finding, scopeText, shownValue, singleTurn, turnValue } from "./turn-findings.ts";

/**
 * Whether a field of one turn stands to a field of another as it should. Values that cannot be ordered do not. What is missing
 * or null only differs from what is there: it equals nothing, holds nothing and is in nothing.
 */
export function crossTurnFinding(check: CrossTurnCheck, history: readonly TurnRecord[]): Finding {
  const { sourceTurn, sourceField, targetTurn, targetField, comparison, normalize } = check;
  const source = singleTurn(sourceTurn, history);
  const target = singleTurn(targetTurn, history);
  const missing = source === undefined ? sourceTurn : targetTurn;
  if (source === undefined || target === undefined)
    return { value: false, reason: `There is no turn: ${scopeText(missing)}.` };
  const prepared = (turn: TurnRecord, field: string): JsonValue => {
    const value = turnValue(turn, field) ?? null;
    return value === null || normalize.length === 0 ? value : normalizeText(textOfValue(value), normalize);
  };
  const left = prepared(target, targetField);
  const right = prepared(source, sourceField);
  const text = `${targetField} of ${scopeText(targetTurn)} is ${shownValue(left)}, ${sourceField} of ${scopeText(sourceTurn)} ${shownValue(right)}`;
  if (left === null || right === null)
    return {
      value: comparison === "neq" && left !== right,
      reason: `${text}, and nothing equals nothing; asked for was ${comparison}.`,
    };
  const value = compared[comparison](left, right);
  if (value === undefined) return { value: false, reason: `They cannot be ordered: ${text}.` };
  return { value, reason: `${text}; asked for was ${comparison}.` };
}

type Compare = (target: JsonValue, source: JsonValue) => boolean | undefined;

/** Undefined: the two have no order, because they are neither both numbers nor both text. */
const ordered =
  (decide: (order: number) => boolean): Compare =>
  (target, source) => {
    if (typeof target === "string" && typeof source === "string")
      return decide(target < source ? -1 : Number(target > source));
    const [one, other] = [target, source].map((value) =>
      typeof value === "boolean" ? Number(value) : value,
    );
    if (typeof one !== "number" || typeof other !== "number") return undefined;
    return decide(one - other);
  };

const compared: Readonly<Record<TurnComparison, Compare>> = {
  eq: equalValues,
  neq: (target, source) => !equalValues(target, source),
  contains: (target, source) => textOfValue(target).includes(textOfValue(source)),
  gt: ordered((order) => order > 0),
  gte: ordered((order) => order >= 0),
  lt: ordered((order) => order < 0),
  lte: ordered((order) => order <= 0),
};
