/** Who leads to whom. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The shortest cycle of each knot of a graph: of nodes that reach one another, one cycle is enough to begin with. It
 * ends with the node it begins with; a node that leads to itself is none.
 */
export function findCycles(graph: Graph): readonly (readonly string[])[] {
  const cycles: (readonly string[])[] = [];
  const seen = new Set<string>();
  for (const start of graph.keys()) {
    if (seen.has(start)) continue;
    const onward = reach(graph, start);
    if (!onward.has(start)) continue;
    const knot = [...graph.keys()].filter((node) => onward.has(node) && reach(graph, node).has(start));
    for (const node of knot) seen.add(node);
    const found = knot.map((node) => [node, ...(reach(graph, node).get(node) ?? [])]);
    cycles.push(found.reduce((shortest, cycle) => (cycle.length < shortest.length ? cycle : shortest)));
  }
  return cycles;
}

/** Every node that a node leads to, with the shortest way there. */
function reach(graph: Graph, start: string): ReadonlyMap<string, readonly string[]> {
  const ways = new Map<string, readonly string[]>();
  let ends: readonly (readonly [node: string, way: readonly string[]])[] = [[start, []]];
  while (ends.length > 0) {
    const next: [string, readonly string[]][] = [];
    for (const [node, way] of ends) {
      for (const target of graph.get(node) ?? []) {
        if (target === node || ways.has(target)) continue;
        ways.set(target, [...way, target]);
        next.push([target, [...way, target]]);
      }
    }
    ends = next;
  }
  return ways;
}
