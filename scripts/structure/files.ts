import { basename, join, relative } from "node:path";
import { exists, type SourceFile } from "./source-tree.ts";

const forbiddenNames = /^(utils?|helpers?|common|shared|core|types|manager|misc|lib)\.ts$/;
const comments = /^\s*(\/\/|\/?\*).*$/gm;

/** Problems of a file by itself: its name, its length, and what it must not hold. */
export function findFileProblems(root: string, { path, text }: SourceFile): readonly string[] {
  const name = basename(path);
  const inner = relative(root, path);
  const lines = text.split("\n").length;
  const problems: string[] = [];
  if (forbiddenNames.test(name)) problems.push("name it after its subject");
  if (!/^[a-z0-9-]+(\.generated|\.test|\.test-d|\.bench)?\.tsx?$/.test(name))
    problems.push("file names are kebab-case");
  // the public door is one list of names
  const isLimited = !name.endsWith(".generated.ts") && inner !== join("src", "index.ts");
  if (lines > 400 && isLimited) problems.push(`${lines} lines; 400 is the limit, split it by subject`);
  if (name === "index.ts" && /^export \* /m.test(text)) problems.push("a door lists its names");
  if (/\bvi\.mock\(/.test(text)) problems.push("module mocking is not used here");
  if (/\bprocess\.std(out|err)\b|\bconsole\.\w+\(/.test(text.replaceAll(comments, "")) && !mayPrint(inner))
    problems.push("print through the streams of CommandIo, which clean what passes");
  return problems.map((problem) => `${inner}: ${problem}`);
}

/** The streams of the process are opened in one place; tests and their programs print as they like. */
function mayPrint(inner: string): boolean {
  return inner === join("src", "cli", "main.ts") || /\.test\.ts$|\btesting\b|\bcontract\b/.test(inner);
}

/** Know one adapter, know them all: a folder with a connection has its request, reply and error beside it. */
export function findAdapterProblems(source: string, folders: readonly string[]): readonly string[] {
  return folders
    .map((folder) => join(source, "models", folder))
    .filter((folder) => exists(join(folder, "llm.ts")))
    .flatMap((folder) =>
      ["request.ts", "reply.ts", "error.ts", "llm.test.ts"]
        .filter((name) => !exists(join(folder, name)))
        .map((name) => `${join("src", relative(source, folder))}: ${name} is missing beside llm.ts`),
    );
}
