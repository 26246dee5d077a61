import { isJsonObject, type JsonObject, snakeCase } from "../../base/index.ts";
import { describeValue } from "../describe-value.ts";
import { conceptOf } from "../dynamic/concept.ts";
import { issueTexts } from "../issue-text.ts";
import type { FieldProblem } from "../judged/judged-kind.ts";
import { isTraitType, type RubricTrait, type TraitType, traitKind } from "../traits/list.ts";
import type { TraitBase, TraitKind } from "../traits/trait-kind.ts";
import { propertyIndex, propertyList, type RatingScope, type RatingTerm, ratingView } from "./rating.ts";
import { dynamicTerm, ratingType, readRatingType } from "./rating-types.ts";

/** A place inside a Rating node, and what is wrong or worth knowing there. */
export interface RatingNote {
  /** From the node, such as `.name` or `.additionalProperty[2].value`. */
  readonly path: string;
  readonly message: string;
}

/** One Rating node: its trait, unless something is wrong with it or this version cannot use it. */
export interface RatingReading {
  readonly trait?: RubricTrait;
  readonly isDynamic: boolean;
  readonly problems: readonly RatingNote[];
  readonly warnings: readonly RatingNote[];
}

const typesByTerm: { readonly [Term in RatingTerm]: TraitType } = {
  RubricTrait: "llm",
  LLMRubricTrait: "llm",
  RegexTrait: "regex",
  CallableTrait: "callable",
  MetricRubricTrait: "metric",
  AgenticRubricTrait: "agentic",
};

/** The property that says what a dynamic trait is. */
export const dynamicTag = "dynamic_trait_type";

/** Reads one Rating node. Nothing in it is executed, and it is not changed. */
export function readRating(node: JsonObject, scope: RatingScope): RatingReading {
  const type = readRatingType(node.additionalType);
  if (type === undefined) {
    const message = `expected a trait type such as ${ratingType(scope, "RubricTrait")}, found ${describeValue(node.additionalType)}`;
    return { isDynamic: false, problems: [{ path: ".additionalType", message }], warnings: [] };
  }
  const isDynamic = type.term === dynamicTerm;
  if (type.scope !== scope) return wrongScope(type.scope, isDynamic);
  const tag =
    type.term === dynamicTerm ? (ratingView(node).property(dynamicTag) ?? "llm") : typesByTerm[type.term];
  if (!isTraitType(tag)) {
    const message = `this version knows no dynamic trait of type ${describeValue(tag)}; kept, not used`;
    return { isDynamic, problems: [], warnings: [{ path: pathOf(node, [dynamicTag]), message }] };
  }
  return { isDynamic, ...readTrait(node, traitKind(tag), isDynamic) };
}

/** A question's trait says nothing about the benchmark; the other way round, the file can be used without it. */
function wrongScope(found: RatingScope, isDynamic: boolean): RatingReading {
  const path = ".additionalType";
  return found === "question"
    ? {
        isDynamic,
        problems: [{ path, message: "expected a Global trait type, found a QuestionSpecific one" }],
        warnings: [],
      }
    : {
        isDynamic,
        problems: [],
        warnings: [
          { path, message: "expected a QuestionSpecific trait type, found a Global one; kept, not used" },
        ],
      };
}

function readTrait<Trait extends TraitBase & RubricTrait>(
  node: JsonObject,
  kind: TraitKind<Trait>,
  isDynamic: boolean,
): Omit<RatingReading, "isDynamic"> {
  const view = ratingView(node);
  const read = kind.schema.safeParse(
    { ...kind.readRating(view), type: kind.type, name: node.name, description: node.description ?? null },
    { reportInput: true },
  );
  const note = ({ field, message }: FieldProblem): RatingNote => {
    if (nodeKeys.includes(field)) return { path: `.${field}`, message };
    const names = kind.propertyNames?.[field] ?? [snakeCase(field)];
    const isThere = names.some((name) => view.property(name) !== undefined);
    return { path: pathOf(node, names), message: isThere ? message : `${names[0]}: ${message}` };
  };
  if (!read.success) return { problems: issueTexts(read.error).map(note), warnings: [] };
  const trait = read.data;
  const obstacle = kind.obstacle?.(trait);
  const warnings = [
    ...(kind.ratingWarnings?.(view, trait) ?? []),
    ...(obstacle === undefined ? [] : [obstacle]),
    ...(isDynamic && !trait.summary && trait.description
      ? [{ field: "summary", message: "expected a summary; the description is used in its place" }]
      : []),
  ];
  if (isDynamic && conceptOf(trait) === undefined) {
    const message = "expected a summary or a description for a dynamic trait";
    return { problems: [note({ field: "summary", message })], warnings: warnings.map(note) };
  }
  return { trait, problems: [], warnings: warnings.map(note) };
}

const nodeKeys: readonly string[] = ["name", "description", "bestRating", "worstRating", "additionalType"];

/** Where the first of these properties stands in its node. */
function pathOf(node: JsonObject, names: readonly string[]): string {
  const list = propertyList(node);
  const index = names.map((name) => propertyIndex(node, name)).find((found) => found !== undefined);
  if (index === undefined) return ".additionalProperty";
  const property = list[index];
  return `.additionalProperty[${index}]${isJsonObject(property) && "value" in property ? ".value" : ""}`;
}
