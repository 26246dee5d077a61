import * as z from "zod";
import type { Tool } from "../../../ports/index.ts";
import { refused } from "../inside/inside-path.ts";
import { writeInside } from "../inside/write-inside.ts";
import type { ToolSettings } from "./tool-settings.ts";
import { workspaceTool } from "./workspace-tool.ts";

const WriteFileInput = z.object({
  path: z.string().describe("Path of the file in the workspace; missing folders are made"),
  content: z.string().describe("The whole new content"),
});

/** Creates a text file, or puts a new one in the place of an old one. */
export const writeFileTool = ({ workspacePath, limits, turns }: ToolSettings): Tool =>
  workspaceTool(
    {
      name: "write_file",
      description:
        "Creates a text file, or replaces the whole content of one. To change a part, use edit_file.",
      input: WriteFileInput,
      changes: true,
      async run({ path, content }) {
        const bytes = Buffer.byteLength(content);
        if (bytes > limits.writtenBytes) {
          throw refused(path, `the content has ${bytes} bytes and the limit is ${limits.writtenBytes}`);
        }
        const isNew = await writeInside(workspacePath, path, content);
        return `${isNew ? "Created" : "Replaced"} ${path} (${bytes} bytes).`;
      },
    },
    turns,
  );
