import type { JsonObject } from "../../base/index.ts";
import type { DynamicRubric } from "../dynamic/dynamic-rubric.ts";
import type { RubricTrait } from "../kinds/list.ts";
import type { RatingScope } from "../kinds/rating-node.ts";
import { allTraits, type Rubric } from "../rubric.ts";
import { readRatings } from "./read-rating.ts";
import { changedRating, newRating } from "./write-rating.ts";

/** The traits of a benchmark or of one question. */
interface RatedTraits {
  /** Absent: the traits of the nodes stay as they are. */
  readonly rubric?: Rubric;
  /** Absent: the dynamic traits of the nodes stay as they are. */
  readonly dynamicRubric?: DynamicRubric;
}

/**
 * The Rating nodes of traits. With the nodes they were read from, what did not change stays the same object: a trait is
 * known again by its type and name, a changed one keeps everything in its node that the change does not touch, and nodes
 * this version cannot use stay where they are. A new trait stands behind the one it follows in its list.
 *
 * Throws `invalid_input` for a callable whose function has no source.
 *
 * @example
 * const { rubric, dynamicRubric } = traitsFromRatings(nodes, "global");
 * ratingsFromTraits({ rubric, dynamicRubric }, "global", nodes); // the same nodes
 */
export function ratingsFromTraits(
  traits: RatedTraits,
  scope: RatingScope,
  origin: readonly JsonObject[] = [],
): readonly JsonObject[] {
  const slots = slotsOf(origin, scope);
  const lists = listsOf(traits, scope, slots);
  const wanted = new Set([...lists.values()].flatMap(({ keys }) => keys));
  const taken = new Map<string, number>();
  const written = slots.flatMap(({ node, identity }): readonly Written[] => {
    if (identity === undefined) return [{ node, isDynamic: false }];
    if (!wanted.has(identity.key)) return [];
    const count = taken.get(identity.list) ?? 0;
    taken.set(identity.list, count + 1);
    const { chunks = [], isDynamic = false } = lists.get(identity.list) ?? {};
    return (chunks[count] ?? []).map((one) => ({ node: one, isDynamic }));
  });
  const added = [...lists.values()].filter(({ chunks }) => chunks.length === 0);
  const addedNodes = (dynamic: boolean) =>
    added.filter(({ isDynamic }) => isDynamic === dynamic).flatMap(({ leading }) => leading);
  const firstDynamic = written.findIndex(({ isDynamic }) => isDynamic);
  const nodes = written.map(({ node }) => node);
  const endOfStatic = firstDynamic === -1 ? nodes.length : firstDynamic;
  return [...nodes.toSpliced(endOfStatic, 0, ...addedNodes(false)), ...addedNodes(true)];
}

interface Written {
  readonly node: JsonObject;
  readonly isDynamic: boolean;
}

/** What a trait is known by: its list, its name, and for a name that stands twice, which of them. */
interface Identity {
  readonly list: string;
  readonly key: string;
}

/** A node of the file; without identity where it holds no usable trait. */
interface Slot {
  readonly node: JsonObject;
  readonly isDynamic: boolean;
  readonly trait?: RubricTrait;
  readonly identity?: Identity;
}

function slotsOf(origin: readonly JsonObject[], scope: RatingScope): readonly Slot[] {
  const identify = identifier();
  return readRatings(origin, scope).map(({ trait, isDynamic }, place) => {
    const node = origin[place] ?? {};
    if (trait === undefined) return { node, isDynamic };
    return { node, isDynamic, trait, identity: identify(trait, isDynamic) };
  });
}

function identifier(): (trait: RubricTrait, isDynamic: boolean) => Identity {
  const seen = new Map<string, number>();
  return ({ type, name }, isDynamic) => {
    const list = `${isDynamic ? "dynamic" : "static"} ${type}`;
    const place = `${list} ${name}`;
    const count = seen.get(place) ?? 0;
    seen.set(place, count + 1);
    return { list, key: `${count} ${place}` };
  };
}

/** The nodes of one list of traits. */
interface NodeList {
  readonly isDynamic: boolean;
  readonly keys: readonly string[];
  /** One for each node that was there before, with the new ones that follow it. */
  readonly chunks: readonly (readonly JsonObject[])[];
  /** New nodes in front of all that were there. */
  readonly leading: readonly JsonObject[];
}

function listsOf(
  traits: RatedTraits,
  scope: RatingScope,
  slots: readonly Slot[],
): ReadonlyMap<string, NodeList> {
  const known = new Map(slots.map((slot) => [slot.identity?.key, slot]));
  const identify = identifier();
  const lists = new Map<string, NodeList>();
  const add = (trait: RubricTrait, isDynamic: boolean) => {
    const { list, key } = identify(trait, isDynamic);
    const slot = known.get(key);
    const before = lists.get(list) ?? { isDynamic, keys: [], chunks: [], leading: [] };
    const node =
      slot?.trait === undefined
        ? newRating(trait, { scope, isDynamic })
        : changedRating(slot.node, slot.trait, trait, { scope, isDynamic });
    lists.set(list, {
      ...before,
      keys: [...before.keys, key],
      ...withNode(before, node, slot !== undefined),
    });
  };
  for (const trait of wantedTraits(traits.rubric, slots, false)) add(trait, false);
  for (const trait of wantedTraits(traits.dynamicRubric, slots, true)) add(trait, true);
  return lists;
}

function wantedTraits(
  rubric: Rubric | undefined,
  slots: readonly Slot[],
  isDynamic: boolean,
): readonly RubricTrait[] {
  if (rubric !== undefined) return allTraits(rubric);
  return slots.flatMap((slot) => (slot.isDynamic === isDynamic ? (slot.trait ?? []) : []));
}

function withNode(
  { chunks, leading }: NodeList,
  node: JsonObject,
  wasThere: boolean,
): Pick<NodeList, "chunks" | "leading"> {
  const last = chunks.at(-1);
  if (wasThere) return { chunks: [...chunks, last === undefined ? [...leading, node] : [node]], leading };
  if (last === undefined) return { chunks, leading: [...leading, node] };
  return { chunks: chunks.with(-1, [...last, node]), leading };
}
