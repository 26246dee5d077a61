// Checks the rules of AGENTS.md that no compiler knows: the import order of rooms, their doors, cycles, names.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";

/** Rooms in import order: a room imports only rooms before it. `server` and `cli` are two fronts side by side. */
const rooms = [
  "base",
  "http",
  "trace",
  "evidence",
  "template",
  "rubric",
  "scenario",
  "benchmark",
  "result",
  "ports",
  "judge",
  "pipeline",
  "run",
  "analysis",
  "sandbox",
  "commands",
  "workspaces",
  "mcp",
  "search",
  "models",
  "config",
  "verify",
  "server",
  "cli",
] as const;

const forbiddenNames = /^(utils?|helpers?|common|shared|core|types|manager|misc|lib)(\.ts)?$/;
const importPattern = /(?:^|\n)\s*(?:import|export)\s[^;]*?from\s+"([^"]+)"|import\(\s*"([^"]+)"\s*\)/g;

const root = resolve(import.meta.dirname, "..");
const source = join(root, "src");
const problems: string[] = [];

const files = listFiles(source).filter((file) => file.endsWith(".ts"));
const graph = new Map<string, readonly string[]>();
for (const file of files) graph.set(file, checkFile(file));
for (const cycle of findCycles(graph)) problems.push(`import cycle: ${cycle.map(show).join(" → ")}`);
checkModelAdapters();
checkDocumentLinks();

if (problems.length > 0) {
  for (const problem of problems) console.error(problem);
  console.error(`structure: ${problems.length} problem(s) in ${files.length} files`);
  process.exitCode = 1;
} else {
  console.log(`structure: ${files.length} files, rooms in order, no cycles`);
}

function checkFile(file: string): readonly string[] {
  const name = file.split(sep).at(-1) ?? "";
  const text = readFileSync(file, "utf8");
  if (forbiddenNames.test(name)) problems.push(`${show(file)}: name it after its subject`);
  if (!/^[a-z0-9-]+(\.test|\.test-d|\.bench)?\.ts$/.test(name))
    problems.push(`${show(file)}: file names are kebab-case`);
  const lines = text.split("\n").length;
  if (lines > 400) problems.push(`${show(file)}: ${lines} lines; 400 is the limit, split it by subject`);
  if (name === "index.ts" && /^export \* /m.test(text))
    problems.push(`${show(file)}: a door lists its names`);
  if (/\bvi\.mock\(/.test(text)) problems.push(`${show(file)}: module mocking is not used here`);
  if (/\bprocess\.std(out|err)\b|\bconsole\.\w+\(/.test(withoutComments(text)) && !mayPrint(file))
    problems.push(`${show(file)}: print through the streams of CommandIo, which clean what passes`);
  const targets: string[] = [];
  for (const match of withoutComments(text).matchAll(importPattern)) {
    const specifier = match[1] ?? match[2] ?? "";
    if (!specifier.startsWith(".")) continue;
    const target = resolve(dirname(file), specifier);
    targets.push(target);
    checkImport(file, target);
  }
  return name.includes(".test") ? [] : targets;
}

/** The streams of the process are opened in one place; tests and their programs print as they like. */
function mayPrint(file: string): boolean {
  const inner = relative(source, file);
  return inner === join("cli", "main.ts") || /\.test\.ts$|\btesting\b|\bcontract\b/.test(inner);
}

function checkImport(file: string, target: string): void {
  const [from, to] = [roomOf(file), roomOf(target)];
  if (from === to || to === undefined || from === undefined || isForTests(file)) return;
  if (placeOf(to) > placeOf(from))
    problems.push(`${show(file)}: ${from} stands above ${to} and must not import it`);
  const inner = relative(join(source, to), target);
  const isList = from === "models" && inner === "interface.ts";
  if (inner !== "index.ts" && !isList)
    problems.push(`${show(file)}: import ${to} through its index.ts, not ${inner}`);
}

/** Tests, their servers and what they hold all models to reach where they must. */
function isForTests(file: string): boolean {
  return /\.test(-d)?\.ts$|\/(testing|contract)\//.test(file);
}

/** A file's room; each folder in `models` is one of its own. */
function roomOf(file: string): string | undefined {
  const [first, second] = relative(source, file).split(sep);
  const room = rooms.find((one) => one === first);
  return room === "models" && second !== undefined && !second.endsWith(".ts") ? join(room, second) : room;
}

function placeOf(room: string): number {
  return rooms.findIndex((one) => one === room.split(sep)[0]);
}

function findCycles(imports: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string) => {
    const start = path.indexOf(file);
    if (start >= 0) {
      cycles.push([...path.slice(start), file]);
      return;
    }
    if (done.has(file)) return;
    path.push(file);
    for (const target of imports.get(file) ?? []) visit(target);
    path.pop();
    done.add(file);
  };
  for (const file of imports.keys()) visit(file);
  return cycles;
}

/** Know one adapter, know them all: a folder with a connection has its request, reply and error beside it. */
function checkModelAdapters(): void {
  const models = join(source, "models");
  for (const folder of readdirSync(models).map((name) => join(models, name))) {
    if (!exists(join(folder, "llm.ts"))) continue;
    for (const name of ["request.ts", "reply.ts", "error.ts", "llm.test.ts"]) {
      if (!exists(join(folder, name))) problems.push(`${show(folder)}: ${name} is missing beside llm.ts`);
    }
  }
}

function checkDocumentLinks(): void {
  const documents = [
    ...readdirSync(root)
      .filter((name) => name.endsWith(".md"))
      .map((name) => join(root, name)),
    ...listFiles(join(root, "docs")).filter((file) => file.endsWith(".md")),
  ];
  for (const document of documents) {
    for (const [, link = ""] of readFileSync(document, "utf8").matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^(https?:|mailto:|#)/.test(link)) continue;
      const target = resolve(dirname(document), link.split("#")[0] ?? "");
      if (!exists(target)) problems.push(`${relative(root, document)}: the link ${link} leads nowhere`);
    }
  }
}

function listFiles(folder: string): string[] {
  if (!exists(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, "");
}

function show(file: string): string {
  return relative(root, file);
}
