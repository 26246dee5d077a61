import { escapeMarkup, oneLine } from "../../base/index.ts";
import type { ScenarioGraph } from "./graph.ts";
import { type Box, boxHeight, cutText, margin, type Point, placed, rowGap } from "./places.ts";

/** Nobody can read a larger picture, and laying it out takes long. */
export const mostDrawn = { nodes: 300, edges: 1000 } as const;

/** Whether a graph is small enough for a picture, see {@link mostDrawn}. */
export const isDrawable = ({ nodes, edges }: ScenarioGraph): boolean =>
  nodes.length <= mostDrawn.nodes && edges.length <= mostDrawn.edges;

const smallLetter = 6.2;
const longestLabel = 34;

/** What a walk went over: the ids of nodes, and the places of edges in the graph. */
export interface Walked {
  readonly nodes: ReadonlySet<string>;
  readonly edges: ReadonlySet<number>;
}

/** The graph as a picture, in rows from the entry downwards; conditions stand on their edges, and ways back run at the side. What was walked stands out, where that is given. */
export function svgText(graph: ScenarioGraph, title: string, walked?: Walked): string {
  const { boxes, ways, right } = placed(graph);
  const all = [...boxes.values()];
  const arrows = graph.edges.map(({ source, target, label }, at) => {
    const [from, to, way] = [boxes.get(source), boxes.get(target), ways[at]];
    if (way !== undefined) return downArrow(way, label, stepOf(graph, at));
    return from && to
      ? backArrow(from, to, right + 22 + (at % 4) * 14, label)
      : { path: "", text: "", right: 0 };
  });
  const width = Math.ceil(Math.max(right, ...arrows.map((one) => one.right)) + margin);
  const height = Math.max(0, ...all.map(({ y }) => y)) + boxHeight / 2 + margin;
  const lines = arrows.map(({ path }, at) => {
    const [colour, width, marker] = walked?.edges.has(at)
      ? [walkedColour, 2.8, "walked"]
      : ["#556", 1.3, "arrow"];
    return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" marker-end="url(#${marker})"/>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="system-ui, sans-serif">`,
    `<title>${escapeMarkup(oneLine(title))}</title>`,
    '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z" fill="#556"/></marker>',
    ...(walked === undefined
      ? []
      : [
          `<marker id="walked" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="4" markerHeight="4" orient="auto"><path d="M0 0L8 4L0 8z" fill="${walkedColour}"/></marker>`,
        ]),
    "</defs>",
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...lines,
    ...all.map((box) => boxText(box, walked?.nodes.has(box.node.id) ?? false)),
    ...arrows.map(({ text }) => text).filter((text) => text !== ""),
    "</svg>",
    "",
  ].join("\n");
}

const walkedColour = "#0b62c4";

const fills = { question: "#eef3fb", user: "#fdf3e3", end: "#eee", missing: "#fff" } as const;

function boxText({ node, name, x, y, width }: Box, isWalked: boolean): string {
  const dashes = node.kind === "missing" ? ' stroke-dasharray="4 3"' : "";
  const style = `fill="${fills[node.kind]}" stroke="${isWalked ? walkedColour : "#334"}" stroke-width="${node.isEntry || isWalked ? 2.6 : 1.2}"${dashes}`;
  if (node.kind === "end")
    return `<circle cx="${x}" cy="${y}" r="${boxHeight / 2}" ${style}/>${textAt(x, y, "end", 12)}`;
  const radius = node.kind === "user" ? boxHeight / 2 : 6;
  const shape = `<rect x="${x - width / 2}" y="${y - boxHeight / 2}" width="${width}" height="${boxHeight}" rx="${radius}" ${style}/>`;
  return shape + textAt(x, y, name, 13);
}

function textAt(x: number, y: number, text: string, size: number): string {
  return `<text x="${x}" y="${y + size * 0.35}" font-size="${size}" text-anchor="middle" fill="#223">${escapeMarkup(text)}</text>`;
}

interface Arrow {
  readonly path: string;
  readonly text: string;
  /** How far it reaches. */
  readonly right: number;
}

/** Labels of edges that begin together stand at different heights. */
function stepOf({ edges }: ScenarioGraph, at: number): number {
  const before = edges
    .slice(0, at)
    .filter(({ source, label }) => source === edges[at]?.source && label !== "");
  return 0.22 + 0.28 * (before.length % 3);
}

function downArrow(way: readonly Point[], label: string, step: number): Arrow {
  const [first, second] = way;
  if (first === undefined || second === undefined) return { path: "", text: "", right: 0 };
  const bends = way.slice(1).map((to, at) => bend(way[at] ?? to, to));
  const top = first.y + boxHeight / 2;
  const place = { x: first.x + (second.x - first.x) * step, y: top + rowGap * step };
  return { path: `M${first.x} ${top}${bends.join("")}`, ...labelled(place, label) };
}

/** From below one row to above the next, after passing through the row it comes from. */
function bend(from: Point, to: Point): string {
  const [top, bottom] = [from.y + boxHeight / 2, to.y - boxHeight / 2];
  const pull = (bottom - top) / 2;
  return `V${top}C${from.x} ${top + pull} ${to.x} ${bottom - pull} ${to.x} ${bottom}`;
}

/** From the right side of one node to that of another, around all that stands between them. */
function backArrow(from: Box, to: Box, lane: number, label: string): Arrow {
  const [y1, y2] = [from.y, to === from ? to.y - boxHeight / 4 : to.y];
  const [x1, x2] = [from.x + from.width / 2, to.x + to.width / 2];
  const path = `M${x1} ${y1}C${lane} ${y1} ${lane} ${y2} ${x2 + 1} ${y2}`;
  const half = ([...cutText(label, longestLabel)].length * smallLetter) / 2;
  const place = { x: (x1 + x2) / 8 + lane * 0.75 + half + 4, y: (y1 + y2) / 2 };
  const text = labelled(place, label);
  return { path, text: text.text, right: Math.max(text.right, lane) };
}

function labelled({ x, y }: Point, label: string): Pick<Arrow, "text" | "right"> {
  if (label === "") return { text: "", right: 0 };
  const shown = cutText(label, longestLabel);
  const width = [...shown].length * smallLetter + 8;
  const back = `<rect x="${Math.round(x - width / 2)}" y="${Math.round(y - 9)}" width="${Math.round(width)}" height="17" rx="3" fill="#fff" fill-opacity="0.92"/>`;
  const full = shown === oneLine(label) ? "" : `<title>${escapeMarkup(oneLine(label))}</title>`;
  return {
    text: `<g>${full}${back}${textAt(Math.round(x), Math.round(y), shown, 11)}</g>`,
    right: x + width / 2,
  };
}
