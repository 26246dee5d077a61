import { oneLine } from "../../base/index.ts";
import type { DrawnNode, ScenarioGraph } from "./graph.ts";
import { layered, type Slot } from "./layers.ts";

/** Sizes of a picture in pixels. */
export const boxHeight = 40;
export const rowGap = 80;
export const margin = 28;
const columnGap = 48;
const passWidth = 12;
const letter = 7.4;
const longestName = 28;

/** A node by its middle. */
export interface Box {
  readonly node: DrawnNode;
  /** Its id on one line, cut where it is long. */
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly layer: number;
}

/** A place that an edge goes through. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The way of an edge downwards, from its first node to its last; undefined for one that leads back or stays, or to nowhere. */
export type Way = readonly Point[] | undefined;

/** Where everything stands. */
export interface Places {
  readonly boxes: ReadonlyMap<string, Box>;
  /** By the place of the edge in the list. */
  readonly ways: readonly Way[];
  /** The right side of all of it. */
  readonly right: number;
}

/** Finds a place for each node and a way for each edge that leads down. */
export function placed(graph: ScenarioGraph): Places {
  const { boxes, passes, right } = placeRows(graph);
  const straight = graph.edges.map(({ source, target }, at): Way => {
    const [from, to] = [boxes.get(source), boxes.get(target)];
    const isDown = from !== undefined && to !== undefined && to.layer > from.layer;
    return isDown ? [from, ...(passes.get(at) ?? []), to].map(({ x, y }) => ({ x, y })) : undefined;
  });
  const starts = fanned(graph, straight, boxes, "source");
  const ends = fanned(graph, straight, boxes, "target");
  const ways = straight.map((way, at): Way => {
    const [first, last] = [way?.[0], way?.at(-1)];
    if (way === undefined || first === undefined || last === undefined) return undefined;
    const [start, end] = [starts.get(at) ?? first.x, ends.get(at) ?? last.x];
    return [{ x: start, y: first.y }, ...way.slice(1, -1), { x: end, y: last.y }];
  });
  return { boxes, ways, right };
}

function placeRows(graph: ScenarioGraph) {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const widthOf = ({ id }: Slot) => {
    if (id === undefined) return passWidth;
    const isEnd = nodes.get(id)?.kind === "end";
    return isEnd ? boxHeight : Math.max(88, [...cutText(id, longestName)].length * letter + 28);
  };
  const rows = layered(graph).map((row) => {
    const widths = row.map(widthOf);
    return { row, widths, width: widths.reduce((sum, one) => sum + one + columnGap, -columnGap) };
  });
  const widest = Math.max(0, ...rows.map(({ width }) => width));
  const boxes = new Map<string, Box>();
  const passes = new Map<number, Point[]>();
  for (const [layer, { row, widths, width }] of rows.entries()) {
    let left = margin + (widest - width) / 2;
    const y = margin + boxHeight / 2 + layer * (boxHeight + rowGap);
    for (const [at, { id, edge }] of row.entries()) {
      const own = widths[at] ?? 0;
      const x = Math.round(left + own / 2);
      left += own + columnGap;
      const node = id === undefined ? undefined : nodes.get(id);
      if (edge !== undefined) passes.set(edge, [...(passes.get(edge) ?? []), { x, y }]);
      else if (node !== undefined)
        boxes.set(node.id, { node, name: cutText(node.id, longestName), x, y, width: own, layer });
    }
  }
  return { boxes, passes, right: margin + widest };
}

/** Where edges leave their first nodes, or meet their last ones: beside one another, in the order of where they go or come from. */
function fanned(
  { edges }: ScenarioGraph,
  ways: readonly Way[],
  boxes: ReadonlyMap<string, Box>,
  side: "source" | "target",
): ReadonlyMap<number, number> {
  const down = [...edges.keys()].filter((at) => ways[at] !== undefined);
  const next = (at: number) => ways[at]?.at(side === "source" ? 1 : -2)?.x ?? 0;
  const fans = Map.groupBy(down, (at) => edges[at]?.[side] ?? "");
  return new Map(
    [...fans].flatMap(([id, all]) => {
      const { x, width } = boxes.get(id) ?? { x: 0, width: 0 };
      const sorted = all.toSorted((one, other) => next(one) - next(other));
      return sorted.map((at, place): [number, number] => {
        const share = (place + 1) / (sorted.length + 1) - 0.5;
        return [at, Math.round(x + share * width * 0.6)];
      });
    }),
  );
}

/** A text on one line, cut to so many characters. */
export function cutText(text: string, longest: number): string {
  const signs = [...oneLine(text)];
  return signs.length > longest ? `${signs.slice(0, longest - 1).join("")}…` : signs.join("");
}
