import { isDeepStrictEqual } from "node:util";
import {
  camelKeys,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  nearestName,
  snakeCase,
} from "../../base/index.ts";
import {
  allTraits,
  classList,
  conceptOf,
  type RatingScope,
  type Rubric,
  type RubricTrait,
  ratingsFromTraits,
  rubricFromTraits,
  traitKind,
  traitsFromRatings,
  traitTypes,
} from "../../rubric/index.ts";
import { frozenRubric } from "../rubrics/rubric-input.ts";
import type { Rubrics } from "../rubrics/rubrics.ts";
import type { ListItem } from "./changed-list.ts";
import { type FormProblems, problemText, unknownKey } from "./form-problems.ts";

type Path = readonly PropertyKey[];

/** Whose traits are read, and where trouble with them goes. */
export interface TraitPlace {
  readonly scope: RatingScope;
  readonly path: Path;
  readonly problems: FormProblems;
  readonly warn: (path: Path, message: string) => void;
}

/** The traits of a benchmark or of a question. */
export function readTraits(
  {
    rubric,
    dynamic_rubric,
  }: { rubric?: readonly JsonValue[] | undefined; dynamic_rubric?: readonly JsonValue[] | undefined },
  place: TraitPlace,
): Rubrics {
  const read = (forms: readonly JsonValue[] = [], key: string) =>
    forms.map((form, index) => readTrait(form, { ...place, path: [...place.path, key, index] }, key));
  const fixed = read(rubric, "rubric");
  const dynamic = read(dynamic_rubric, "dynamic_rubric");
  for (const [index, reading] of dynamic.entries())
    if (reading.dynamic.some((trait) => conceptOf(trait) === undefined && trait.unusable === undefined))
      place.problems.add([...place.path, "dynamic_rubric", index], "expected a summary or a description");
  refuseRepeated(fixed, [...place.path, "rubric"], place.problems);
  refuseRepeated(dynamic, [...place.path, "dynamic_rubric"], place.problems);
  const all = [...fixed, ...dynamic];
  return {
    rubric: frozenRubric(rubricFromTraits(all.flatMap((reading) => reading.fixed))),
    dynamicRubric: frozenRubric(rubricFromTraits(all.flatMap((reading) => reading.dynamic))),
  };
}

/** What one item of a list came to: at most one trait, in the rubric it belongs to. */
interface TraitReading {
  readonly fixed: readonly RubricTrait[];
  readonly dynamic: readonly RubricTrait[];
}

const nothing: TraitReading = { fixed: [], dynamic: [] };

function refuseRepeated(list: readonly TraitReading[], path: Path, problems: FormProblems): void {
  const seen = new Set<string>();
  for (const [index, { fixed, dynamic }] of list.entries())
    for (const { name } of [...fixed, ...dynamic]) {
      if (seen.has(name))
        problems.add(
          [...path, index, "name"],
          `expected a name of its own, found ${JSON.stringify(name)} again`,
        );
      seen.add(name);
    }
}

function readTrait(form: JsonValue, place: TraitPlace, list: string): TraitReading {
  const { path, problems } = place;
  if (!isJsonObject(form)) {
    problems.add(path, "expected a trait with type and name");
    return nothing;
  }
  if (isJsonObject(form.rating) && Object.keys(form).length === 1) return readRating(form.rating, place);
  const { type } = form;
  const known = traitTypes.find((one) => one === type);
  if (known !== undefined) {
    const traits = readFields(form, known, place, list);
    return list === "rubric" ? { fixed: traits, dynamic: [] } : { fixed: [], dynamic: traits };
  }
  const near = nearestName(String(type), traitTypes);
  problems.add(
    [...path, "type"],
    `expected ${near === undefined ? `one of ${traitTypes.join(", ")}` : JSON.stringify(near)}, found ${type === undefined ? "nothing" : JSON.stringify(type)}`,
  );
  return nothing;
}

function readFields(
  form: JsonObject,
  type: RubricTrait["type"],
  place: TraitPlace,
  list: string,
): readonly RubricTrait[] {
  const { path, problems, warn } = place;
  const kind = traitKind(type);
  const known = traitKeys(type);
  const wrong = Object.keys(form).filter((key) => !known.includes(key));
  for (const key of wrong) problems.add([...path, key], unknownKey(key, known), true);
  if (typeof (form.model_override ?? "") !== "string") {
    problems.add(
      [...path, "model_override"],
      "expected the id of a model of the run: a file chooses no model itself",
    );
    return [];
  }
  const given = Object.fromEntries(Object.entries(form).filter(([key]) => known.includes(key)));
  const { fields } = camelKeys(given);
  const parsed = kind.schema.safeParse(fields, { reportInput: true });
  if (parsed.success) return wrong.length > 0 ? [] : [parsed.data];
  const { issues } = parsed.error;
  const isOfBounds = wrong.length === 0 && issues.every(({ code }) => boundCodes.has(code));
  const kept = isOfBounds ? unusableRead(type, fields, place, list) : undefined;
  for (const issue of issues) {
    const [first, ...rest] = issue.path;
    const at = first === undefined ? path : [...path, snakeCase(String(first)), ...rest];
    const text = problemText(issue).replaceAll(/[a-z]+[A-Z]\w*/g, (word) =>
      known.includes(snakeCase(word)) ? snakeCase(word) : word,
    );
    if (kept === undefined) problems.add(at, text);
    else warn(at, `${text}; the trait is kept and cannot be judged`);
  }
  return kept === undefined ? [] : [kept];
}

/** What is wrong with a value of the right type. */
const boundCodes: ReadonlySet<unknown> = new Set(["too_small", "too_big", "custom"]);

/** A trait with a value out of its bounds, as a checkpoint holds it: kept, and judged by nobody. */
function unusableRead(
  type: RubricTrait["type"],
  fields: JsonObject,
  { scope }: TraitPlace,
  list: string,
): RubricTrait | undefined {
  const kind = traitKind(type);
  // each value is of its type, of those that files may give
  const given = "classes" in fields ? { ...fields, classes: classList(fields.classes) } : fields;
  const draft = { ...kind.schema.parse({ type, name: "placeholder", ...kind.placeholder }), ...given };
  const { read } = asStored(draft as RubricTrait, scope, list !== "rubric");
  return read?.unusable === undefined ? undefined : read;
}

/** The nodes that a checkpoint would hold of a trait, and what is read of them. */
function asStored(
  trait: RubricTrait,
  scope: RatingScope,
  isDynamic: boolean,
): { readonly nodes: readonly JsonObject[]; readonly read: RubricTrait | undefined } {
  const own = rubricFromTraits([trait]);
  const nodes = ratingsFromTraits(isDynamic ? { dynamicRubric: own } : { rubric: own }, scope);
  const stored = traitsFromRatings(nodes, scope);
  return { nodes, read: allTraits(isDynamic ? stored.dynamicRubric : stored.rubric)[0] };
}

/** A node of a checkpoint that the words of this form cannot say. */
function readRating(rating: JsonObject, { scope, path, warn }: TraitPlace): TraitReading {
  const read = traitsFromRatings([rating], scope);
  for (const { message } of read.warnings) warn([...path, "rating"], message);
  return { fixed: allTraits(read.rubric), dynamic: allTraits(read.dynamicRubric) };
}

/** Traits as a file says them; one that it has no words for as the Rating node that a checkpoint would hold. */
export function traitForms(traits: Rubric, scope: RatingScope, isDynamic: boolean): readonly JsonObject[] {
  return traitItems(traits, scope, isDynamic).map(({ form }) => form);
}

/** The same as items of a list; a rubric has an order for each type of traits. */
export function traitItems(traits: Rubric, scope: RatingScope, isDynamic: boolean): readonly ListItem[] {
  return allTraits(traits).flatMap((trait) => {
    const { nodes, read } = asStored(trait, scope, isDynamic);
    const form = read === undefined ? undefined : traitForm(read);
    const forms = form === undefined ? nodes.map((rating) => ({ rating })) : [form];
    return forms.map((one) => ({ key: `${trait.type} ${trait.name}`, sequence: trait.type, form: one }));
  });
}

function traitForm(trait: RubricTrait): JsonObject | undefined {
  if (trait.unusable !== undefined) return undefined;
  if ("modelOverride" in trait && typeof trait.modelOverride === "object" && trait.modelOverride !== null)
    return undefined;
  const kind = traitKind(trait.type);
  // read from a node, a trait is JSON
  const fields = trait as unknown as JsonObject;
  const needed = Object.keys(fields).filter((key) => {
    const { [key]: _left, ...others } = fields;
    const without = kind.schema.safeParse(others);
    return key === "type" || !without.success || !isDeepStrictEqual(without.data, trait);
  });
  return Object.fromEntries(
    needed.map((key) => [
      snakeCase(key),
      key === "classes" ? classesForm(fields[key] ?? null) : (fields[key] ?? null),
    ]),
  );
}

/** Descriptions by name, unless a name looks like a number: an object would put it first. */
function classesForm(classes: JsonValue): JsonValue {
  if (!Array.isArray(classes)) return classes;
  const entries = classes.map((one: JsonValue) => (isJsonObject(one) ? [one.name, one.description] : []));
  if (entries.some(([name]) => /^\d+$/.test(String(name)))) return classes;
  return Object.fromEntries(entries);
}

function traitKeys(type: RubricTrait["type"]): readonly string[] {
  const kind = traitKind(type);
  const fields = Object.keys(kind.schema.parse({ type, name: "any", ...kind.placeholder }));
  return [...fields, ...(kind.optional ?? [])].map(snakeCase);
}
