import * as z from "zod";
import type { PatternEngine } from "../../../base/index.ts";
import type { Tool } from "../../../ports/index.ts";
import { findInside, type InsidePlace } from "../inside/find-inside.ts";
import { globPattern } from "../inside/glob-pattern.ts";
import { readEntry, textOf } from "../inside/read-inside.ts";
import { type WalkedEntry, walkInside } from "../inside/walk-inside.ts";
import { fits, folderOf } from "./list-files.ts";
import { shortened } from "./read-file.ts";
import type { ToolSettings } from "./tool-settings.ts";
import { workspaceTool } from "./workspace-tool.ts";

const SearchFilesInput = z.object({
  pattern: z.string().min(1).describe("Regular expression, in Python's dialect; ^ and $ are ends of lines"),
  path: z.string().optional().describe("Folder or file in the workspace; default: the workspace itself"),
  glob: z.string().optional().describe("Only files whose path fits, such as *.py or src/**/*.ts"),
});

const longestSearchMs = 10_000;
const longestShownLine = 300;

/** Finds lines by a regular expression. */
export const searchFilesTool = ({ workspacePath, limits, patterns, clock, turns }: ToolSettings): Tool =>
  workspaceTool(
    {
      name: "search_files",
      description: `Finds lines that fit a regular expression, in all text files below a folder, as path:line: text. At most ${limits.foundLines} lines.`,
      input: SearchFilesInput,
      changes: false,
      async run({ pattern, path = ".", glob }, { signal }) {
        patterns.validate(pattern, { multiline: true });
        await using place = await findInside(workspacePath, path);
        const only = glob === undefined ? undefined : globPattern(glob);
        const end = clock.monotonic() + longestSearchMs;
        const lines: string[] = [];
        for await (const { folder, name, inside } of filesOf(place, path, signal)) {
          if (only !== undefined && !(await fits(patterns, only, inside, signal))) continue;
          const bytes = await readEntry(folder, name, limits.fileBytes).catch(() => "other" as const);
          const text = typeof bytes === "string" ? undefined : textOf(bytes);
          if (text !== undefined)
            lines.push(...(await foundLines({ patterns, pattern, text, inside, signal }, limits.foundLines)));
          if (lines.length > limits.foundLines) break;
          if (clock.monotonic() > end) {
            lines.push("[The search took too long and was ended here; search in a folder or with a glob.]");
            break;
          }
        }
        if (lines.length === 0) return "[Nothing found.]";
        return lines.length <= limits.foundLines
          ? lines.join("\n")
          : [...lines.slice(0, limits.foundLines), `[More than ${limits.foundLines} lines fit.]`].join("\n");
      },
    },
    turns,
  );

async function* filesOf(
  place: InsidePlace,
  written: string,
  signal: AbortSignal,
): AsyncGenerator<Omit<WalkedEntry, "kind">> {
  if (place.name !== undefined && place.found?.isFile()) {
    yield { folder: place.folder, name: place.name, inside: place.inside };
    return;
  }
  await using folder = await folderOf(place, written);
  for await (const entry of walkInside(folder, place.inside, { recursive: true, signal })) {
    if (entry.kind === "file") yield entry;
  }
}

async function foundLines(
  {
    patterns,
    pattern,
    text,
    inside,
    signal,
  }: {
    readonly patterns: PatternEngine;
    readonly pattern: string;
    readonly text: string;
    readonly inside: string;
    readonly signal: AbortSignal;
  },
  most: number,
): Promise<readonly string[]> {
  const found: string[] = [];
  let line = 1;
  let lineStart = 0;
  let shown = 0;
  // several matches may share a line
  const options = { multiline: true, limit: most * 10, signal };
  for (const { index } of await patterns.matches(pattern, text, options)) {
    for (
      let next = text.indexOf("\n", lineStart);
      next >= 0 && next < index;
      next = text.indexOf("\n", lineStart)
    ) {
      line += 1;
      lineStart = next + 1;
    }
    if (shown === line) continue;
    shown = line;
    const end = text.indexOf("\n", lineStart);
    const content = text.slice(lineStart, end < 0 ? text.length : end);
    found.push(`${inside}:${line}: ${shortened(content, longestShownLine)}`);
    if (found.length > most) break;
  }
  return found;
}
