import type { ScenarioGraph } from "./graph.ts";

/** What stands in a row: a node, or an edge that passes on its way further down. */
export type Slot =
  | { readonly kind: "node"; readonly id: string; readonly edge?: undefined }
  | { readonly kind: "pass"; readonly edge: number; readonly id?: undefined };

const rounds = 6;

/**
 * The nodes in rows: each below the nodes that lead to it, but for edges that lead back. An edge over several rows has a place
 * of its own in those between, so that it crosses no node; the rows are ordered so that few edges cross.
 */
export function layered({ nodes, edges }: ScenarioGraph): readonly (readonly Slot[])[] {
  const ids = nodes.map(({ id }) => id);
  const forward = withoutCycles(startFirst(nodes), edges);
  const depth = depths(ids, forward);
  const rows: Slot[][] = Array.from({ length: Math.max(0, ...depth.values()) + 1 }, () => []);
  const byId = new Map(ids.map((id) => [id, { kind: "node", id } as const]));
  for (const [id, slot] of byId) rows[depth.get(id) ?? 0]?.push(slot);
  const links = forward.flatMap(({ source, target, edge }): readonly Link[] => {
    const [first, last] = [depth.get(source) ?? 0, depth.get(target) ?? 0];
    const passes = rows.slice(first + 1, last).map((row): Slot => {
      const slot = { kind: "pass", edge } as const;
      row.push(slot);
      return slot;
    });
    const way = [byId.get(source), ...passes, byId.get(target)].filter((slot) => slot !== undefined);
    return way.slice(1).map((below, at) => [way[at] ?? below, below]);
  });
  let ordered: readonly (readonly Slot[])[] = rows;
  for (let round = 0; round < rounds; round += 1)
    ordered = orderedByNeighbours(ordered, links, round % 2 === 0);
  return ordered;
}

type Link = readonly [above: Slot, below: Slot];

/** An edge by its place in the list. */
interface Forward {
  readonly source: string;
  readonly target: string;
  readonly edge: number;
}

function startFirst(nodes: ScenarioGraph["nodes"]): readonly string[] {
  return nodes.toSorted((one, other) => Number(other.isEntry) - Number(one.isEntry)).map(({ id }) => id);
}

/** The edges without those that lead back to a node from which one comes, found by walking in depth. */
function withoutCycles(ids: readonly string[], edges: ScenarioGraph["edges"]): readonly Forward[] {
  const numbered = edges.map(({ source, target }, edge): Forward => ({ source, target, edge }));
  const outgoing = Map.groupBy(numbered, ({ source }) => source);
  const done = new Set<string>();
  const forward: Forward[] = [];
  for (const start of ids) {
    const path: { readonly id: string; readonly left: Forward[] }[] = [];
    const open = new Set<string>();
    const enter = (id: string) => {
      done.add(id);
      open.add(id);
      path.push({ id, left: (outgoing.get(id) ?? []).toReversed() });
    };
    if (!done.has(start)) enter(start);
    for (let here = path.at(-1); here !== undefined; here = path.at(-1)) {
      const next = here.left.pop();
      if (next === undefined) {
        path.pop();
        open.delete(here.id);
      } else if (!open.has(next.target)) {
        forward.push(next);
        if (!done.has(next.target)) enter(next.target);
      }
    }
  }
  return forward;
}

/** How far down each node is: one below the lowest that leads to it. The edges have no cycles. */
function depths(ids: readonly string[], forward: readonly Forward[]): ReadonlyMap<string, number> {
  const depth = new Map(ids.map((id) => [id, 0]));
  for (let isMoving = true; isMoving; ) {
    isMoving = false;
    for (const { source, target } of forward) {
      const below = (depth.get(source) ?? 0) + 1;
      if ((depth.get(target) ?? 0) >= below) continue;
      depth.set(target, below);
      isMoving = true;
    }
  }
  return depth;
}

/** Each row sorted by where its neighbours in the other rows stand on average; downwards by those above, else by those below. */
function orderedByNeighbours(
  rows: readonly (readonly Slot[])[],
  links: readonly Link[],
  isDown: boolean,
): readonly (readonly Slot[])[] {
  const near = Map.groupBy(links, ([above, below]) => (isDown ? below : above));
  const places = new Map<Slot, number>();
  const put = (row: readonly Slot[]) => {
    for (const [at, slot] of row.entries()) places.set(slot, (at + 0.5) / row.length);
  };
  rows.forEach(put);
  const wanted = (slot: Slot) => {
    const linked = (near.get(slot) ?? []).map(([above, below]) => places.get(isDown ? above : below) ?? 0);
    if (linked.length === 0) return places.get(slot) ?? 0;
    return linked.reduce((sum, place) => sum + place, 0) / linked.length;
  };
  const sorted = (isDown ? rows : rows.toReversed()).map((row) => {
    const keys = new Map(row.map((slot) => [slot, wanted(slot)]));
    const order = row.toSorted((one, other) => (keys.get(one) ?? 0) - (keys.get(other) ?? 0));
    put(order);
    return order;
  });
  return isDown ? sorted : sorted.toReversed();
}
