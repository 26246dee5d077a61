import { oneLine } from "../../base/index.ts";
import type { DrawnNode, ScenarioGraph } from "./graph.ts";
import { layered } from "./layers.ts";

/** Sizes in pixels of the picture. */
const height = 40;
const rowGap = 76;
const columnGap = 48;
const margin = 28;
const letter = 7.4;
const smallLetter = 6.2;
const longestName = 28;
const longestLabel = 34;

interface Box {
  readonly node: DrawnNode;
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly layer: number;
}

/** The graph as a picture, in rows from the entry downwards; conditions stand on their edges, and ways back run at the side. */
export function svgText(graph: ScenarioGraph, title: string): string {
  const boxes = placed(graph);
  const all = [...boxes.values()];
  const right = Math.max(0, ...all.map(({ x, width }) => x + width / 2));
  const arrows = graph.edges.map((edge, at) => {
    const [from, to] = [boxes.get(edge.source), boxes.get(edge.target)];
    return from === undefined || to === undefined
      ? undefined
      : arrow(from, to, { at, right, graph, label: edge.label });
  });
  const drawn = arrows.filter((one) => one !== undefined);
  const width = Math.ceil(Math.max(right, ...drawn.map((one) => one.right)) + margin);
  const bottom = Math.max(0, ...all.map(({ y }) => y)) + height / 2 + margin;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${bottom}" width="${width}" height="${bottom}" role="img" font-family="system-ui, sans-serif">`,
    `<title>${escaped(oneLine(title))}</title>`,
    '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z" fill="#556"/></marker></defs>',
    `<rect width="${width}" height="${bottom}" fill="#fff"/>`,
    ...drawn.map(
      ({ path }) =>
        `<path d="${path}" fill="none" stroke="#556" stroke-width="1.3" marker-end="url(#arrow)"/>`,
    ),
    ...all.map(boxText),
    ...drawn.map(({ text }) => text).filter((text) => text !== ""),
    "</svg>",
    "",
  ].join("\n");
}

function placed(graph: ScenarioGraph): ReadonlyMap<string, Box> {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const named = (id: string) => cut(id, longestName);
  const widthOf = (id: string) =>
    nodes.get(id)?.kind === "end" ? height : Math.max(88, [...named(id)].length * letter + 28);
  const rows = layered(graph).map((row) => {
    const widths = row.map(({ id }) => widthOf(id));
    return { row, widths, width: widths.reduce((sum, one) => sum + one + columnGap, -columnGap) };
  });
  const widest = Math.max(0, ...rows.map(({ width }) => width));
  const boxes = rows.flatMap(({ row, widths, width }) => {
    let left = margin + (widest - width) / 2;
    return row.flatMap(({ id, layer }, at) => {
      const node = nodes.get(id);
      const own = widths[at] ?? 0;
      const x = Math.round(left + own / 2);
      left += own + columnGap;
      const y = margin + height / 2 + layer * (height + rowGap);
      return node === undefined ? [] : [[id, { node, name: named(id), x, y, width: own, layer }] as const];
    });
  });
  return new Map(boxes);
}

function boxText({ node, name, x, y, width }: Box): string {
  const style = `fill="${fills[node.kind]}" stroke="#334" stroke-width="${node.isEntry ? 2.6 : 1.2}"${node.kind === "missing" ? ' stroke-dasharray="4 3"' : ""}`;
  if (node.kind === "end")
    return `<circle cx="${x}" cy="${y}" r="${height / 2}" ${style}/>${textAt(x, y, "end", 12)}`;
  const radius = node.kind === "user" ? height / 2 : 6;
  const shape = `<rect x="${x - width / 2}" y="${y - height / 2}" width="${width}" height="${height}" rx="${radius}" ${style}/>`;
  return shape + textAt(x, y, name, 13);
}

const fills = { question: "#eef3fb", user: "#fdf3e3", end: "#eee", missing: "#fff" } as const;

function textAt(x: number, y: number, text: string, size: number): string {
  return `<text x="${x}" y="${y + size * 0.35}" font-size="${size}" text-anchor="middle" fill="#223">${escaped(text)}</text>`;
}

interface Drawing {
  readonly at: number;
  /** The right side of all boxes. */
  readonly right: number;
  readonly graph: ScenarioGraph;
  readonly label: string;
}

interface Arrow {
  readonly path: string;
  readonly text: string;
  /** How far it reaches. */
  readonly right: number;
}

function arrow(from: Box, to: Box, { at, right, graph, label }: Drawing): Arrow {
  const start = fanned(from, graph.edges, at, "source");
  const end = fanned(to, graph.edges, at, "target");
  if (to.layer > from.layer) {
    const [top, bottom] = [from.y + height / 2, to.y - height / 2];
    const bend = Math.min(48, (bottom - top) / 2);
    const path = `M${start} ${top}C${start} ${top + bend} ${end} ${bottom - bend} ${end} ${bottom - 1}`;
    // labels of edges that begin together stand at different heights
    const step = 0.3 + 0.2 * (siblings(graph.edges, at, "source").indexOf(at) % 3);
    return { path, ...labelled(start + (end - start) * step, top + rowGap * step, label) };
  }
  const lane = right + 22 + (at % 4) * 14;
  const [y1, y2] = [from.y, to === from ? to.y - height / 4 : to.y];
  const [x1, x2] = [from.x + from.width / 2, to.x + to.width / 2];
  const path = `M${x1} ${y1}C${lane + 18} ${y1} ${lane + 18} ${y2} ${x2 + 1} ${y2}`;
  const middle = (x1 + x2) / 8 + (lane + 18) * 0.75;
  const text = labelled(
    middle + ([...cut(label, longestLabel)].length * smallLetter) / 2 + 4,
    (y1 + y2) / 2,
    label,
  );
  return { path, text: text.text, right: Math.max(text.right, lane + 18) };
}

function siblings(edges: ScenarioGraph["edges"], at: number, side: "source" | "target"): readonly number[] {
  const id = edges[at]?.[side];
  return [...edges.keys()].filter((other) => edges[other]?.[side] === id);
}

/** Where an edge leaves or meets a box: those of one side stand beside one another. */
function fanned(
  { x, width }: Box,
  edges: ScenarioGraph["edges"],
  at: number,
  side: "source" | "target",
): number {
  const all = siblings(edges, at, side);
  const share = (all.indexOf(at) + 1) / (all.length + 1) - 0.5;
  return Math.round(x + share * width * 0.6);
}

function labelled(x: number, y: number, label: string): Pick<Arrow, "text" | "right"> {
  if (label === "") return { text: "", right: 0 };
  const shown = cut(label, longestLabel);
  const width = [...shown].length * smallLetter + 8;
  const place = [x - width / 2, y - 9].map((value) => Math.round(value));
  const back = `<rect x="${place[0]}" y="${place[1]}" width="${Math.round(width)}" height="17" rx="3" fill="#fff" fill-opacity="0.92"/>`;
  const full = shown === oneLine(label) ? "" : `<title>${escaped(oneLine(label))}</title>`;
  return {
    text: `<g>${full}${back}${textAt(Math.round(x), Math.round(y), shown, 11)}</g>`,
    right: x + width / 2,
  };
}

function cut(text: string, longest: number): string {
  const signs = [...oneLine(text)];
  return signs.length > longest ? `${signs.slice(0, longest - 1).join("")}…` : signs.join("");
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
