import { join, relative, sep } from "node:path";
import { findCycles } from "./cycles.ts";
import { isForTests, type SourceFile } from "./source-tree.ts";

/** Import cycles of files, and of the folders that stand side by side in a room. */
export function findCycleProblems(source: string, files: readonly SourceFile[]): readonly string[] {
  const own = files.filter(({ path }) => !isForTests(path));
  const show = (path: string) => join("src", relative(source, path));
  const cycles = findCycles(
    new Map(own.map(({ path, imports }) => [path, new Set(imports.map((one) => one.target))])),
  );
  const rings = [...folderGraphs(source, own)].flatMap(([parent, graph]) =>
    findCycles(graph).map((ring) => ({ parent, ring })),
  );
  return [
    ...cycles.map((cycle) => `import cycle: ${cycle.map(show).join(" → ")}`),
    ...rings.map(({ parent, ring }) => `src/${parent}: its folders import in a ring: ${ring.join(" → ")}`),
  ];
}

/** For each folder inside a room, which of its folders import which. */
function folderGraphs(source: string, files: readonly SourceFile[]) {
  const graphs = new Map<string, Map<string, Set<string>>>();
  for (const { path, imports } of files) {
    const from = relative(source, path).split(sep);
    for (const { target } of imports) {
      const to = relative(source, target).split(sep);
      const depth = from.findIndex((part, at) => part !== to[at]);
      if (depth < 1 || depth >= from.length - 1 || depth >= to.length - 1) continue;
      const parent = from.slice(0, depth).join("/");
      const graph = graphs.get(parent) ?? new Map<string, Set<string>>();
      graphs.set(parent, graph);
      const name = from[depth] ?? "";
      graph.set(name, (graph.get(name) ?? new Set<string>()).add(to[depth] ?? ""));
    }
  }
  return graphs;
}
