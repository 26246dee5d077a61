import { editEntries } from "../../json/edit-entries.ts";
import { isEntries, isTreeList, type JsonEntries, type JsonTree, plainOf } from "../../json/json-tree.ts";
import { parseJson } from "../../json/parse-json.ts";
import { describeValue, pathTo } from "../../problems/problem.ts";
import { globalTraitProperties, keyOrder } from "../vocabulary.ts";
import type { RatingsPlace } from "./read-ratings.ts";

/** A root whose traits all stand in its `rating`. */
interface MovedTraits {
  readonly root: JsonEntries;
  readonly pathOf: RatingsPlace["pathOf"];
}

/**
 * Early files keep the global regex, callable and metric traits as JSON text in properties of the root. They become
 * Rating nodes at the end of `rating`, and the properties go. A trait that stands in `rating`, too, is there already:
 * older programs copied it and left the property behind. A property of which something cannot be read stays.
 */
export function moveGlobalTraits(root: JsonEntries, report: Pick<RatingsPlace, "warn">): MovedTraits {
  const ratings = root.get("rating") ?? [];
  const properties = root.get("additionalProperty");
  const list = isTreeList(ratings) ? ratings : [];
  const { found, unread } =
    isTreeList(properties) && isTreeList(ratings)
      ? findTraits(properties, report)
      : { found: [], unread: new Set<JsonTree>() };
  const moves = (property: JsonTree) => holdsTraits(property) && !unread.has(property);
  const added = found.filter(({ node, path }) => {
    const isThere = list.some((one) => isEntries(one) && isAlike(one, node));
    if (isThere) report.warn(path, "this trait stands in $.rating, too; the one there is used");
    return !isThere;
  });
  const pathOf = (index: number, inside: string) => {
    const moved = added[index - list.length];
    return moved === undefined
      ? pathTo("$.rating", index) + inside
      : moved.path + fieldPath(moved.node, inside);
  };
  const isMoved = isTreeList(properties) && isTreeList(ratings) && properties.some(holdsTraits);
  if (!isMoved) return { root, pathOf };
  const changes = new Map<string, JsonTree | undefined>([
    ["additionalProperty", properties.filter((property) => !moves(property))],
  ]);
  if (added.length > 0) changes.set("rating", [...list, ...added.map(({ node }) => node)]);
  return { root: editEntries(root, keyOrder.root, changes), pathOf };
}

interface FoundTrait {
  readonly node: JsonEntries;
  readonly path: string;
}

function findTraits(
  properties: readonly JsonTree[],
  { warn }: Pick<RatingsPlace, "warn">,
): { readonly found: readonly FoundTrait[]; readonly unread: ReadonlySet<JsonTree> } {
  const unread = new Set<JsonTree>();
  const found = properties.flatMap((property, index) => {
    const type = isEntries(property) ? globalTraitProperties.get(String(property.get("name"))) : undefined;
    if (type === undefined || !isEntries(property)) return [];
    const path = pathTo("$.additionalProperty", index, "value");
    const value = property.get("value");
    const members = traitList(value);
    const leave = (place: string, expected: string, tree: JsonTree) => {
      unread.add(property);
      warn(place, `expected ${expected}, found ${describeValue(plainOf(tree))}; kept, not used`, true);
    };
    if (members === undefined) leave(path, "a list of traits as JSON text", value ?? null);
    return (members ?? []).flatMap((member, place) => {
      const trait = {
        node: isEntries(member) ? ratingOf(member, type) : undefined,
        path: pathTo(path, place),
      };
      if (trait.node !== undefined) return [{ ...trait, node: trait.node }];
      leave(trait.path, "a trait with a name", member);
      return [];
    });
  });
  return { found, unread };
}

function holdsTraits(property: JsonTree): boolean {
  return isEntries(property) && globalTraitProperties.has(String(property.get("name")));
}

function isAlike(one: JsonEntries, other: JsonEntries): boolean {
  return ["name", "additionalType"].every((key) => one.get(key) === other.get(key));
}

/** A place inside a Rating node as the field of the object it was made from. */
function fieldPath(node: JsonEntries, inside: string): string {
  const [property, index] = /^\.additionalProperty(?:\[(\d+)\])?/.exec(inside) ?? [];
  if (property === undefined) return inside;
  const properties = node.get("additionalProperty");
  const field = isTreeList(properties) && index !== undefined ? properties[Number(index)] : undefined;
  return isEntries(field) ? pathTo("", String(field.get("name"))) : "";
}

/** None for null and blank text; undefined for what is no list. */
function traitList(value: JsonTree | undefined): readonly JsonTree[] | undefined {
  if (value === undefined || value === null || value === "") return [];
  if (typeof value !== "string") return isTreeList(value) ? value : undefined;
  const reading = parseJson(value);
  if ("fault" in reading) return undefined;
  if (reading.tree === null) return [];
  return isTreeList(reading.tree) ? reading.tree : undefined;
}

const newNames: ReadonlyMap<string, string> = new Map([["invert", "invert_result"]]);

/** The Rating node of a trait that was stored as an object of its fields; undefined for one without a name. */
function ratingOf(trait: JsonEntries, type: string): JsonEntries | undefined {
  const name = trait.get("name");
  const description = trait.get("description");
  if (typeof name !== "string") return undefined;
  const [best, worst] = rangeOf(trait);
  const fields = [...trait].filter(
    ([key, value]) => !ownKeys.includes(key) && (value !== null || nullable(key)),
  );
  return new Map<string, JsonTree>([
    ["@type", "Rating"],
    ["name", name],
    ...(typeof description === "string" ? [["description", description] as const] : []),
    ["bestRating", best],
    ["worstRating", worst],
    ["additionalType", type],
    ["additionalProperty", fields.map(([key, value]) => propertyOf(newNames.get(key) ?? key, value))],
  ]);
}

const ownKeys: readonly string[] = ["name", "description"];

/** Null says something of its own here; elsewhere it is the default. */
function nullable(key: string): boolean {
  return key === "higher_is_better";
}

function propertyOf(name: string, value: JsonTree): JsonTree {
  const property: readonly (readonly [string, JsonTree])[] = [
    ["@type", "PropertyValue"],
    ["name", name],
  ];
  return new Map(value === null ? property : [...property, ["value", value]]);
}

/** Best and worst rating: 1 and 0, but for scores and classes of a callable trait. */
function rangeOf(trait: JsonEntries): readonly [best: JsonTree, worst: JsonTree] {
  const kind = trait.get("kind");
  if (kind === undefined || kind === "boolean") return [1, 0];
  const number = (key: string) => {
    const value = trait.get(key);
    return typeof value === "number" ? value : undefined;
  };
  return [number("max_score") ?? 5, number("min_score") ?? 1];
}
