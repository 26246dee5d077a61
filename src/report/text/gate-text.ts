import type { GateVerdict } from "../../analysis/index.ts";
import { formatCost, percentText, snakeCase } from "../../base/index.ts";

/**
 * A gate in a line: what it asks for, what was observed, of how many, and whether the data suffice to tell.
 *
 * @example
 * gateText(verdict) // 'pass_rate keyword=safety at least 80 %: 75 % of 12 [47-91]; the data do not suffice to tell'
 */
export function gateText(verdict: GateVerdict): string {
  const { gate, of, observed, wanted, direction, interval, n, conclusive, problem, notes } = verdict;
  const show = (value: number) => valueText(gate, value);
  const scope = of === "overall" ? "" : ` (${of})`;
  const asked = `${gate.gate}${fieldsText(gate)} ${direction === "at_least" ? "at least" : "at most"} ${show(wanted)}${scope}`;
  if (observed === null) return `${asked}: ${problem ?? "nothing to tell by"}`;
  const range = interval === null ? "" : ` [${show(interval.low)} to ${show(interval.high)}]`;
  const chance = verdict.met && gate.gate === "not_worse" && observed < wanted ? "; that may be chance" : "";
  const enough = `${chance}${conclusive ? "" : "; the data do not suffice to tell"}`;
  const also = notes.map((note) => `; ${note}`).join("");
  return `${asked}: ${show(observed)} of ${n}${range}${enough}${also}`;
}

/** ` keyword=safety alpha=0.05`: what a gate has beside its name and its bound. */
function fieldsText({ gate: _, ...gate }: GateVerdict["gate"]): string {
  return Object.entries(gate)
    .filter(([name, value]) => value !== undefined && !bounds.has(name))
    .map(([name, value]) => ` ${snakeCase(name)}=${value}`)
    .join("");
}

const bounds = new Set(["min", "max", "by", "unit"]);

function valueText(gate: GateVerdict["gate"], value: number): string {
  if (gate.gate === "trait" && gate.unit === "share") return percentOf(value);
  switch (gate.gate) {
    case "pass_rate":
    case "outcome_share":
    case "walk_completion":
    case "walk_success":
      return percentOf(value);
    case "not_worse":
      return `${Number((value * 100).toFixed(1))} points`;
    case "cost":
      return formatCost(value);
    default:
      return String(Number(value.toFixed(3)));
  }
}

const percentOf = (share: number): string => `${Number(percentText(share, 1))} %`;
