import * as z from "zod";
import { definedOnly, describeValue, isJsonObject, type JsonObject, snakeCase } from "../../base/index.ts";
import { conceptOf } from "../dynamic/concept.ts";
import { issueTexts } from "../issue-text.ts";
import {
  isTraitType,
  kindOf,
  type RubricTrait,
  type TraitType,
  traitKind,
  traitTypes,
} from "../kinds/list.ts";
import { propertyIndex, propertyList, type RatingScope, ratingView } from "../kinds/rating-node.ts";
import type { TraitBase, TraitKind } from "../kinds/trait-kind.ts";
import { unusableTrait } from "../unusable-trait.ts";
import type { FieldProblem } from "../values/value-type.ts";
import { dynamicTerm, ratingType, readRatingType, typeOfTerm } from "./rating-types.ts";

/** A place inside a Rating node, and what is wrong or worth knowing there. */
export interface RatingNote {
  /** From the node, such as `.name` or `.additionalProperty[2].value`. */
  readonly path: string;
  readonly message: string;
  /** True: the node alone says what stands there, no trait does. */
  readonly inFileOnly?: boolean | undefined;
}

/** One Rating node: its trait, unless it has no name or is none of where it stands. */
export interface RatingReading {
  readonly trait?: RubricTrait;
  readonly isDynamic: boolean;
  readonly warnings: readonly RatingNote[];
}

/** The property that says what a dynamic trait is. */
export const dynamicTag = "dynamic_trait_type";

/**
 * Reads the Rating nodes of a benchmark or a question. Results are kept by name, so of traits that share one the first
 * stands for all, and cannot be judged.
 */
export function readRatings(nodes: readonly JsonObject[], scope: RatingScope): readonly RatingReading[] {
  const readings = nodes.map((node) => readRating(node, scope));
  const placesOf = new Map<string, number[]>();
  readings.forEach(({ trait, isDynamic }, place) => {
    const key = `${isDynamic} ${trait?.name}`;
    if (trait !== undefined) placesOf.set(key, [...(placesOf.get(key) ?? []), place]);
  });
  return readings.map((reading, place) => {
    const { trait, isDynamic } = reading;
    const places = placesOf.get(`${isDynamic} ${trait?.name}`) ?? [];
    const node = nodes[place];
    if (trait === undefined || node === undefined || places.length < 2) return reading;
    const others = places.filter((other) => other !== place).map((other) => `[${other}]`);
    const message = `name: expected a name of its own, found ${JSON.stringify(trait.name)}, which ${others.join(", ")} has, too`;
    const warnings = [...reading.warnings, { path: ".name", message, inFileOnly: true }];
    if (places[0] !== place) return { isDynamic, warnings };
    return { ...reading, trait: unusableTrait(kindOf(trait), node, message), warnings };
  });
}

/** Reads one Rating node. Nothing in it is executed, and it is not changed. */
export function readRating(node: JsonObject, scope: RatingScope): RatingReading {
  const type = readRatingType(node.additionalType);
  const isDynamic =
    type === undefined ? String(node.additionalType).endsWith(dynamicTerm) : type.term === dynamicTerm;
  const stranger = (path: string, field: string, message: string, inFileOnly?: true): RatingReading => {
    const found = [{ field, message }];
    return { isDynamic, ...unusable(node, traitKind("llm"), found, () => ({ path, message, inFileOnly })) };
  };
  const typePath = ".additionalType";
  if (type === undefined) {
    const found = describeValue(node.additionalType);
    const message = `expected a trait type such as ${ratingType(scope, "RubricTrait")}, found ${found}`;
    return stranger(typePath, "additionalType", message);
  }
  if (type.scope !== scope && scope === "question") {
    const message = "expected a QuestionSpecific trait type, found a Global one; kept, not used";
    return { isDynamic, warnings: [{ path: typePath, message, inFileOnly: true }] };
  }
  if (type.scope !== scope)
    // written for a benchmark, it would be one of its traits
    return stranger(
      typePath,
      "additionalType",
      "expected a Global trait type, found a QuestionSpecific one",
      true,
    );
  const tag = typeOfTerm(type.term) ?? ratingView(node).property(dynamicTag) ?? "llm";
  if (!isTraitType(tag)) {
    const message = `this version knows no dynamic trait of type ${describeValue(tag)}`;
    return stranger(pathOf(node, [dynamicTag]), "dynamicTraitType", message);
  }
  const own = borrowingType(tag, node);
  const structure = RatingStructure.safeParse(node, { reportInput: true });
  if (!structure.success) {
    const note = ({ field, message }: FieldProblem) => ({ path: `.${field}`, message });
    return { isDynamic, ...unusable(node, traitKind(own), issueTexts(structure.error), note) };
  }
  return { isDynamic, ...readTrait(node, traitKind(own), isDynamic) };
}

/** The kind that a node with the term of another is of, by its own property. */
function borrowingType(type: TraitType, node: JsonObject): TraitType {
  const view = ratingView(node);
  const isOwn = (one: TraitType) => {
    const { borrowed } = traitKind(one);
    return borrowed?.type === type && view.property(borrowed.property) !== undefined;
  };
  return traitTypes.find(isOwn) ?? type;
}

const text = z.string().nullish();

/** What a node must have whatever its trait; what its properties mean is the kinds'. */
const RatingStructure = z.object({
  "@type": z.literal("Rating").optional(),
  "@id": text,
  description: text,
  bestRating: z.number(),
  worstRating: z.number(),
  ratingValue: z.number().nullish(),
  ratingExplanation: text,
  additionalProperty: z
    .array(z.object({ "@type": z.literal("PropertyValue").optional(), name: z.string() }))
    .nullish(),
});

function readTrait<Trait extends TraitBase & RubricTrait>(
  node: JsonObject,
  kind: TraitKind<Trait>,
  isDynamic: boolean,
): Omit<RatingReading, "isDynamic"> {
  const view = ratingView(node);
  const fields = definedOnly(kind.readRating(view));
  const read = kind.schema.safeParse(
    { ...fields, type: kind.type, name: node.name, description: node.description ?? null },
    { reportInput: true },
  );
  const namesOf = (field: string) => kind.propertyNames?.[field] ?? [snakeCase(field)];
  const note = ({ field, message }: FieldProblem): RatingNote => {
    if (nodeKeys.includes(field)) return { path: `.${field}`, message };
    const names = namesOf(field);
    const isThere = names.some((name) => view.property(name) !== undefined);
    return { path: pathOf(node, names), message: isThere ? message : `${names[0]}: ${message}` };
  };
  const unclear = [...Object.keys(fields), ...(isDynamic ? ["dynamicTraitType"] : [])].flatMap((field) =>
    namesOf(field).flatMap((name) => differingValues(node, name, field)),
  );
  if (unclear.length > 0) return unusable(node, kind, unclear, note);
  if (!read.success) return unusable(node, kind, issueTexts(read.error), note);
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
    return unusable(node, kind, [{ field: "summary", message }], note);
  }
  return { trait, warnings: warnings.map(note) };
}

/** A trait without a name cannot be kept apart from others; of one with a name, the results can say why it has no value. */
function unusable<Trait extends TraitBase & RubricTrait>(
  node: JsonObject,
  kind: TraitKind<Trait>,
  found: readonly FieldProblem[],
  note: (problem: FieldProblem) => RatingNote,
): Omit<RatingReading, "isDynamic"> {
  const problems = found.map(note);
  if (typeof node.name !== "string" || node.name === "") {
    const message = `expected a name, found ${describeValue(node.name)}; kept, not used`;
    return { warnings: [{ path: ".name", message, inFileOnly: true }] };
  }
  const reason = found
    .map(
      ({ field, message }) =>
        `${nodeKeys.includes(field) ? field : snakeCase(field)}: ${message.replace(/\.$/, "")}`,
    )
    .join("; ");
  const warnings = problems.slice(0, 1).map((problem) => ({ ...problem, message: reason }));
  return { trait: unusableTrait(kind, node, reason), warnings };
}

/** Of several properties of one name it cannot be known which one is meant. */
function differingValues(node: JsonObject, name: string, field: string): readonly FieldProblem[] {
  const values = propertyList(node)
    .filter(isJsonObject)
    .filter((property) => property.name === name)
    .map(({ value = null }) => JSON.stringify(value));
  const different = new Set(values).size;
  if (different < 2) return [];
  return [{ field, message: `expected one value, found ${different} that differ` }];
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
