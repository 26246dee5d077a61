import * as z from "zod";
import type { Tool } from "../../../ports/index.ts";
import { refused } from "../inside/inside-path.ts";
import { readInside, textOf } from "../inside/read-inside.ts";
import { writeInside } from "../inside/write-inside.ts";
import type { ToolSettings } from "./tool-settings.ts";
import { workspaceTool } from "./workspace-tool.ts";

const EditFileInput = z.object({
  path: z.string().describe("Path of the file in the workspace"),
  find: z
    .string()
    .min(1)
    .describe("Text to replace, exactly as in the file, without line numbers; it must occur once"),
  replacement: z.string().describe("Text to put in its place"),
});

/** Replaces one piece of a text file. */
export const editFileTool = ({ workspacePath, limits, turns }: ToolSettings): Tool =>
  workspaceTool(
    {
      name: "edit_file",
      description:
        "Replaces one piece of a text file. The text to find must occur exactly once; add lines around it if needed.",
      input: EditFileInput,
      changes: true,
      async run({ path, find, replacement }) {
        const text = textOf(await readInside(workspacePath, path, limits.writtenBytes));
        if (text === undefined) throw refused(path, "it is not text");
        const at = text.indexOf(find);
        if (at < 0) throw refused(path, "the text to find does not occur in it; read the file again");
        if (text.includes(find, at + 1)) {
          throw refused(path, "the text to find occurs more than once; include more of what is around it");
        }
        await writeInside(
          workspacePath,
          path,
          text.slice(0, at) + replacement + text.slice(at + find.length),
        );
        return `Changed ${path} at line ${text.slice(0, at).split("\n").length}.`;
      },
    },
    turns,
  );
