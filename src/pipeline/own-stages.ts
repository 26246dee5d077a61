import { isJsonObject, type JsonValue, KareninaError } from "../base/index.ts";
import type { AnyStage } from "./stage.ts";
import { builtInStages } from "./stages/index.ts";

const builtIn: readonly AnyStage[] = Object.values(builtInStages);
const builtInFacts: ReadonlySet<string> = new Set(builtIn.flatMap(({ produces }) => produces));

/** True for a stage that is not built in, also where it has the name of one that is. */
export function isOwnStage(stage: AnyStage): boolean {
  return !builtIn.includes(stage);
}

/** The facts of a stage that results hold under `extensions`: for those of built-in stages there are sections. */
function listStoredFacts(stage: AnyStage): readonly string[] {
  if (!isOwnStage(stage)) return [];
  const left: ReadonlySet<string> = new Set(stage.unstored ?? []);
  return stage.produces.filter((fact: string) => !builtInFacts.has(fact) && !left.has(fact));
}

/**
 * Makes sure that a fact can be stored, where results are to hold it.
 *
 * @throws KareninaError `composition` that says where in the value something stands that JSON has no word for.
 */
export function requireStorable(stage: AnyStage, fact: string, value: unknown): void {
  if (!listStoredFacts(stage).includes(fact)) return;
  const problem = findUnstorable(value, fact);
  if (problem === undefined) return;
  throw new KareninaError("composition", `${stage.name} produced what no result can hold: ${problem}.`, {
    hint: `Produce what JSON can hold, or let the stage say unstored: ["${fact}"].`,
  });
}

/** What own stages have learned and results hold; undefined where that is nothing. */
export function collectExtensions(
  stages: readonly AnyStage[],
  facts: object,
): { readonly [fact: string]: JsonValue } | undefined {
  const names = stages.flatMap(listStoredFacts).filter((fact) => Object.hasOwn(facts, fact));
  if (names.length === 0) return undefined;
  // requireStorable has seen each of them
  return Object.fromEntries(names.map((fact) => [fact, Reflect.get(facts, fact) as JsonValue]));
}

/** Where a value holds something that JSON has no word for, and what; members without a value are left out in JSON. */
function findUnstorable(value: unknown, place: string, around: readonly object[] = []): string | undefined {
  if (value === null || typeof value === "string" || typeof value === "boolean") return undefined;
  if (typeof value === "number") return Number.isFinite(value) ? undefined : `${place} is ${value}`;
  if (typeof value !== "object") return `${place} is a value of type ${typeof value}`;
  if (around.includes(value)) return `${place} holds itself`;
  const inner = [...around, value];
  if (Array.isArray(value))
    return firstProblem(value.map((item, at) => findUnstorable(item, `${place}[${at}]`, inner)));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (!isJsonObject(value) || (prototype !== Object.prototype && prototype !== null))
    return `${place} is an object of class ${value.constructor?.name ?? "?"}`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return firstProblem(members.map(([name, member]) => findUnstorable(member, `${place}.${name}`, inner)));
}

const firstProblem = (problems: readonly (string | undefined)[]): string | undefined =>
  problems.find((problem) => problem !== undefined);
