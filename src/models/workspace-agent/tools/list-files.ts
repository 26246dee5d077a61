import * as z from "zod";
import type { PatternEngine } from "../../../base/index.ts";
import type { Tool } from "../../../ports/index.ts";
import { findInside, type InsidePlace } from "../inside/find-inside.ts";
import { globPattern } from "../inside/glob-pattern.ts";
import { refused } from "../inside/inside-path.ts";
import { type OpenFolder, openFolder } from "../inside/open-folder.ts";
import { walkInside } from "../inside/walk-inside.ts";
import type { ToolSettings } from "./tool-settings.ts";
import { workspaceTool } from "./workspace-tool.ts";

const ListFilesInput = z.object({
  path: z.string().optional().describe("Folder in the workspace; default: the workspace itself"),
  glob: z
    .string()
    .optional()
    .describe(
      "Only paths of the workspace that fit, such as *.py or src/**/*.ts; looks through all folders below",
    ),
  recursive: z.boolean().optional().describe("Also the content of folders below; default false"),
});

const marks = { file: "", folder: "/", link: "@", other: "?" } as const;

/** Names what is in a folder. */
export const listFilesTool = ({ workspacePath, limits, patterns, turns }: ToolSettings): Tool =>
  workspaceTool(
    {
      name: "list_files",
      description:
        "Lists files and folders, one a line; folders end in /, links in @. The content of .git, node_modules, __pycache__ and .venv is left out unless it is asked for by its path.",
      input: ListFilesInput,
      changes: false,
      async run({ path = ".", glob, recursive = glob !== undefined }, { signal }) {
        await using place = await findInside(workspacePath, path);
        await using folder = await folderOf(place, path);
        const pattern = glob === undefined ? undefined : globPattern(glob);
        const lines: string[] = [];
        for await (const { inside, kind } of walkInside(folder, place.inside, { recursive, signal })) {
          if (pattern !== undefined && !(await fits(patterns, pattern, inside, signal))) continue;
          if (lines.length >= limits.entries) {
            lines.push(`[More than ${limits.entries} entries; ask for a folder or a glob.]`);
            break;
          }
          lines.push(inside + marks[kind]);
        }
        return lines.length === 0 ? "[Nothing found.]" : lines.join("\n");
      },
    },
    turns,
  );

/** Whether a path matches a pattern. */
export async function fits(
  patterns: PatternEngine,
  pattern: string,
  path: string,
  signal: AbortSignal,
): Promise<boolean> {
  return (await patterns.matches(pattern, path, { limit: 1, signal })).length > 0;
}

/** Opens the folder that a path leads to. Throws `KareninaError` `invalid_input` for anything else. */
export async function folderOf({ folder, name, found }: InsidePlace, written: string): Promise<OpenFolder> {
  if (found === undefined) throw refused(written, "it does not exist");
  if (!found.isDirectory()) throw refused(written, "it is not a folder");
  return await openFolder(folder.at(name ?? "."));
}
