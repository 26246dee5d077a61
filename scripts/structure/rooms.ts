import { join, relative, sep } from "node:path";
import { isForTests, type SourceFile } from "./source-tree.ts";

/** Rooms in import order: a room imports only rooms before it. */
export const rooms = [
  "base",
  "http",
  "trace",
  "prompt",
  "evidence",
  "template",
  "rubric",
  "scenario",
  "benchmark",
  "import",
  "result",
  "ports",
  "judge",
  "pipeline",
  "run",
  "analysis",
  "query",
  "report",
  "sandbox",
  "languages",
  "commands",
  "workspaces",
  "mcp",
  "search",
  "stores",
  "models",
  "config",
  "verify",
  "drafting",
  "review",
  "probing",
  "workers",
  "testing",
  "cli",
];

/** Problems of the import order, of imports that go round a door, and of folders that are no room. */
export function findRoomProblems(source: string, files: readonly SourceFile[]): readonly string[] {
  const folders = new Set(files.map(({ path }) => relative(source, path).split(sep)).map(([first]) => first));
  const unknown = [...folders].filter(
    (name) => name !== undefined && !name.endsWith(".ts") && !rooms.includes(name),
  );
  return [
    ...unknown.map((name) => `src/${name}: no room of this name stands in the import order`),
    ...files.filter(({ path }) => !isForTests(path)).flatMap((file) => importProblems(source, file)),
  ];
}

function importProblems(source: string, { path, imports }: SourceFile): readonly string[] {
  const from = roomOf(source, path);
  if (from === undefined) return [];
  return imports.flatMap(({ target }) => {
    const to = roomOf(source, target);
    if (to === undefined || to === from) return [];
    const problems: string[] = [];
    const here = join("src", relative(source, path));
    if (placeOf(to) > placeOf(from))
      problems.push(`${here}: ${from} stands above ${to} and must not import it`);
    const inner = relative(join(source, to), target);
    const isList = from === "models" && inner === "interface.ts";
    if (inner !== "index.ts" && !isList)
      problems.push(`${here}: import ${to} through its index.ts, not ${inner}`);
    return problems;
  });
}

/** A file's room; each folder in `models` is one of its own. */
function roomOf(source: string, path: string): string | undefined {
  const [room = "", second] = relative(source, path).split(sep);
  if (!rooms.includes(room)) return undefined;
  return room === "models" && second !== undefined && !second.endsWith(".ts") ? join(room, second) : room;
}

const placeOf = (room: string) => rooms.indexOf(room.split(sep)[0] ?? "");
