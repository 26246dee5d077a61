import type { ScenarioGraph } from "./graph.ts";

/** A node's row, from the top, and its place in it. */
export interface LaidNode {
  readonly id: string;
  readonly layer: number;
  readonly place: number;
}

const rounds = 4;

/**
 * The nodes in rows: each below the nodes that lead to it, but for edges that lead back, and ordered in its row so that
 * few edges cross.
 */
export function layered({ nodes, edges }: ScenarioGraph): readonly (readonly LaidNode[])[] {
  const ids = nodes.map(({ id }) => id);
  const forward = withoutCycles(startFirst(nodes), edges);
  const depth = depths(ids, forward);
  const rows = Array.from({ length: Math.max(0, ...depth.values()) + 1 }, (_, layer) =>
    ids.filter((id) => depth.get(id) === layer),
  );
  let ordered: readonly (readonly string[])[] = rows;
  for (let round = 0; round < rounds; round += 1)
    ordered = orderedByNeighbours(ordered, forward, round % 2 === 0);
  return ordered.map((row, layer) => row.map((id, place) => ({ id, layer, place })));
}

type Pair = readonly [source: string, target: string];

function startFirst(nodes: ScenarioGraph["nodes"]): readonly string[] {
  return nodes.toSorted((one, other) => Number(other.isEntry) - Number(one.isEntry)).map(({ id }) => id);
}

/** The edges without those that lead back to a node from which one comes, found by walking in depth. */
function withoutCycles(ids: readonly string[], edges: ScenarioGraph["edges"]): readonly Pair[] {
  const targets = Map.groupBy(edges, ({ source }) => source);
  const done = new Set<string>();
  const forward: Pair[] = [];
  for (const start of ids) {
    const path: { readonly id: string; readonly left: string[] }[] = [];
    const open = new Set<string>();
    const enter = (id: string) => {
      done.add(id);
      open.add(id);
      path.push({ id, left: (targets.get(id) ?? []).map(({ target }) => target).reverse() });
    };
    if (!done.has(start)) enter(start);
    for (let here = path.at(-1); here !== undefined; here = path.at(-1)) {
      const next = here.left.pop();
      if (next === undefined) {
        path.pop();
        open.delete(here.id);
      } else if (!open.has(next)) {
        forward.push([here.id, next]);
        if (!done.has(next)) enter(next);
      }
    }
  }
  return forward;
}

/** How far down each node is: one below the lowest that leads to it. The edges have no cycles. */
function depths(ids: readonly string[], forward: readonly Pair[]): ReadonlyMap<string, number> {
  const depth = new Map(ids.map((id) => [id, 0]));
  for (let isMoving = true; isMoving; ) {
    isMoving = false;
    for (const [source, target] of forward) {
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
  rows: readonly (readonly string[])[],
  forward: readonly Pair[],
  isDown: boolean,
): readonly (readonly string[])[] {
  const places = new Map<string, number>();
  const put = (row: readonly string[]) => {
    for (const [at, id] of row.entries()) places.set(id, (at + 0.5) / row.length);
  };
  rows.forEach(put);
  const sorted = (isDown ? rows : rows.toReversed()).map((row) => {
    const wanted = new Map(
      row.map((id) => {
        const near = forward.flatMap(([source, target]) =>
          isDown ? (target === id ? [source] : []) : source === id ? [target] : [],
        );
        const sum = near.reduce((total, one) => total + (places.get(one) ?? 0), 0);
        return [id, near.length === 0 ? (places.get(id) ?? 0) : sum / near.length];
      }),
    );
    const order = row.toSorted((one, other) => (wanted.get(one) ?? 0) - (wanted.get(other) ?? 0));
    put(order);
    return order;
  });
  return isDown ? sorted : sorted.toReversed();
}
