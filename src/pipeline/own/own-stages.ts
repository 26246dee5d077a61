import type { JsonValue } from "../../base/index.ts";
import type { AnyStage } from "../stage.ts";
import { builtInStages } from "../stages/index.ts";
import { type FrozenView, frozenViews } from "./frozen-views.ts";

const builtIn: ReadonlySet<AnyStage> = new Set(Object.values(builtInStages));
const builtInFacts: ReadonlySet<string> = new Set([...builtIn].flatMap(({ produces }) => produces));

/** True for a stage that is not built in, also where it has the name of one that is. */
export function isOwnStage(stage: AnyStage): boolean {
  return !builtIn.has(stage);
}

/** True for what built-in stages produce. */
export function isBuiltInFact(fact: string): boolean {
  return builtInFacts.has(fact);
}

/** What a list of stages has of users' own. */
export interface OwnPart {
  /** The facts that own stages produce in place of built-in ones. */
  readonly replaced: readonly string[];
  /** What they see of the run. */
  readonly view: FrozenView;
}

/** What a list of stages has of users' own; undefined: nothing. */
export function ownPartOf(stages: readonly AnyStage[]): OwnPart | undefined {
  const own = stages.filter(isOwnStage);
  if (own.length === 0) return undefined;
  return {
    replaced: own.flatMap(({ produces }) => produces.filter(isBuiltInFact)),
    view: frozenViews(),
  };
}

/** The facts of a stage that results hold under `extensions`: for those of built-in stages there are sections. */
export function listStoredFacts(stage: AnyStage): readonly string[] {
  if (!isOwnStage(stage)) return [];
  const left: ReadonlySet<string> = new Set(stage.unstored ?? []);
  return stage.produces.filter((fact: string) => !builtInFacts.has(fact) && !left.has(fact));
}

/** What own stages have learned and results hold; undefined where that is nothing. */
export function collectExtensions(
  stages: readonly AnyStage[],
  facts: object,
): { readonly [fact: string]: JsonValue } | undefined {
  const names = stages.flatMap(listStoredFacts).filter((fact) => Object.hasOwn(facts, fact));
  if (names.length === 0) return undefined;
  // each is a copy that storedCopy has made
  return Object.fromEntries(names.map((fact) => [fact, Reflect.get(facts, fact) as JsonValue]));
}
