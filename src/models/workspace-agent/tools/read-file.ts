import * as z from "zod";
import type { Tool } from "../../../ports/index.ts";
import { refused } from "../inside/inside-path.ts";
import { readInside, textOf } from "../inside/read-inside.ts";
import type { ToolSettings } from "./tool-settings.ts";
import { workspaceTool } from "./workspace-tool.ts";

const ReadFileInput = z.object({
  path: z.string().describe("Path of the file in the workspace"),
  offset: z.int().min(1).optional().describe("First line to show, counted from 1"),
  limit: z.int().min(1).optional().describe("How many lines to show"),
});

/** Shows a text file with line numbers. */
export const readFileTool = ({ workspacePath, limits, turns }: ToolSettings): Tool =>
  workspaceTool(
    {
      name: "read_file",
      description: `Shows a text file, each line with its number. At most ${limits.lines} lines unless told otherwise.`,
      input: ReadFileInput,
      changes: false,
      async run({ path, offset = 1, limit = limits.lines }) {
        const bytes = await readInside(workspacePath, path, limits.fileBytes);
        const text = textOf(bytes);
        if (text === undefined) throw refused(path, `it is not text (${bytes.length} bytes)`);
        return numbered(text, { offset, limit, lineLength: limits.lineLength });
      },
    },
    turns,
  );

function numbered(
  text: string,
  {
    offset,
    limit,
    lineLength,
  }: { readonly offset: number; readonly limit: number; readonly lineLength: number },
): string {
  if (text === "") return "[The file is empty.]";
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const end = Math.min(lines.length, offset - 1 + limit);
  if (offset > lines.length) return `[The file has only ${lines.length} lines.]`;
  const shown = lines
    .slice(offset - 1, end)
    .map((line, index) => `${String(offset + index).padStart(6)}\t${shortened(line, lineLength)}`);
  const more = end < lines.length ? [`[Lines ${end + 1} to ${lines.length} are not shown.]`] : [];
  return [...shown, ...more].join("\n");
}

/** A line up to a length, with how much is missing. */
export function shortened(line: string, longest: number): string {
  const text = line.endsWith("\r") ? line.slice(0, -1) : line;
  return text.length <= longest
    ? text
    : `${text.slice(0, longest)} [… ${text.length - longest} more characters]`;
}
