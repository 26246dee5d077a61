import { realpath } from "node:fs/promises";
import { join } from "node:path";
import {
  type BackendProtocolV2,
  type ExecuteResponse,
  type FileInfo,
  FilesystemBackend,
  type GrepMatch,
  type GrepResult,
  type SandboxBackendProtocolV2,
  StateBackend,
} from "deepagents";
import { isWithin } from "../../base/index.ts";
import { type Alternation, alternate } from "./alternate.ts";
import { checkedPath, type WorkspaceNames } from "./workspace-path.ts";

/** What an agent may do with its workspace. */
interface WorkspaceBackendOptions extends WorkspaceNames {
  readonly readOnly: boolean;
  /** Runs a command line; undefined: the agent has no commands. */
  readonly execute: ((command: string) => Promise<ExecuteResponse>) | undefined;
}

/** Where the package puts what became too long for the conversation: memory, never the workspace. */
const scratchFolders = ["/large_tool_results", "/conversation_history"];
const isScratch = (path: string) =>
  scratchFolders.some((folder) => path === folder || path.startsWith(`${folder}/`));

const longestSearchedFile = 10 * 1024 * 1024;
const readOnlyError = "The workspace is read-only: files can be looked at, not changed.";

type Kind = "files" | "command";

/**
 * The package's own file backend behind a check of every path: what it does by itself follows patterns such as `../*`
 * out of the folder, and searches with a program whose settings belong to the user of this machine.
 */
export function workspaceBackend(
  options: WorkspaceBackendOptions,
): BackendProtocolV2 | SandboxBackendProtocolV2 {
  const { root, readOnly, execute } = options;
  const files = new FilesystemBackend({ rootDir: root, virtualMode: true });
  const scratch = new StateBackend();
  const turns: Alternation<Kind> = alternate();

  const at = <R extends { error?: string }>(
    path: string,
    work: (backend: BackendProtocolV2, path: string) => R | Promise<R>,
  ): Promise<R | { error: string }> =>
    turns.run("files", async () => {
      if (isScratch(path)) return await work(scratch, path);
      const checked = await checkedPath(options, path);
      return checked.error === undefined ? await work(files, checked.path) : { error: checked.error };
    });

  const change = <R extends { error?: string }>(
    path: string,
    work: (backend: BackendProtocolV2, path: string) => R | Promise<R>,
  ): Promise<R | { error: string }> =>
    readOnly && !isScratch(path) ? Promise.resolve({ error: readOnlyError }) : at(path, work);

  const backend: BackendProtocolV2 = {
    ls: (path) => at(path, async (inner, own) => await onlyInside(root, inner, await inner.ls(own))),
    read: (path, offset, limit) => at(path, (inner, own) => inner.read(own, offset, limit)),
    readRaw: (path) => at(path, (inner, own) => inner.readRaw(own)),
    glob: (pattern, path = "/") => at(path, (inner, own) => globInside(root, inner, pattern, own)),
    grep: (pattern, path, glob, maxCount) =>
      at(path ?? "/", (inner, own) =>
        inner === scratch
          ? inner.grep(pattern, own, glob, maxCount)
          : grepInside(root, inner, {
              pattern,
              path: own,
              glob: glob ?? "**/*",
              maxCount: maxCount ?? undefined,
            }),
      ),
    write: (path, content) => change(path, (inner, own) => inner.write(own, content)),
    edit: (path, oldText, newText, replaceAll) =>
      change(path, (inner, own) => inner.edit(own, oldText, newText, replaceAll)),
    ...(!readOnly && {
      delete: (path: string) =>
        change(
          path,
          async (inner, own) => (await inner.delete?.(own)) ?? { error: "Nothing can be deleted here." },
        ),
    }),
  };
  if (execute === undefined) return backend;
  return { ...backend, id: "workspace", execute: (command) => turns.run("command", () => execute(command)) };
}

interface Listed {
  error?: string;
  files?: FileInfo[];
  truncated?: boolean;
}

/** Without what a symbolic link shows of the world outside. */
async function onlyInside(root: string, backend: BackendProtocolV2, listed: Listed): Promise<Listed> {
  if (!(backend instanceof FilesystemBackend) || listed.files === undefined) return listed;
  const kept = await Promise.all(
    listed.files.map(async (file) => {
      const target = await realpath(join(root, file.path)).catch(() => undefined);
      return target !== undefined && isWithin(root, target) ? [file] : [];
    }),
  );
  return { ...listed, files: kept.flat() };
}

async function globInside(
  root: string,
  backend: BackendProtocolV2,
  pattern: string,
  path: string,
): Promise<Listed> {
  const own = pattern.replace(/^\/+/, "");
  if (own.includes(".."))
    return { error: `The pattern "${pattern}" is refused: it must stay in the workspace.` };
  return await onlyInside(root, backend, await backend.glob(own, path));
}

async function grepInside(
  root: string,
  backend: BackendProtocolV2,
  search: {
    readonly pattern: string;
    readonly path: string;
    readonly glob: string;
    readonly maxCount: number | undefined;
  },
): Promise<GrepResult> {
  const { pattern, maxCount = Number.POSITIVE_INFINITY } = search;
  const glob = search.glob.includes("/") ? search.glob : `**/${search.glob}`;
  const found = await globInside(root, backend, glob, search.path);
  if (found.error !== undefined) return { error: found.error };
  const paths = (found.files ?? [])
    .filter(({ size = 0 }) => size <= longestSearchedFile)
    .map(({ path }) => path);
  const matches: GrepMatch[] = [];
  for (const path of paths.length === 0 ? [search.path] : paths) {
    const text = await textAt(backend, path);
    for (const [index, line] of (text?.split("\n") ?? []).entries()) {
      if (!line.includes(pattern)) continue;
      if (matches.length >= maxCount) return { matches, truncated: true };
      matches.push({ path, line: index + 1, text: line });
    }
  }
  return { matches };
}

/** Undefined for a folder and for what is no text. */
async function textAt(backend: BackendProtocolV2, path: string): Promise<string | undefined> {
  try {
    const content = (await backend.readRaw(path)).data?.content;
    return typeof content === "string" ? content : undefined;
  } catch {
    return undefined;
  }
}
