import type { Tool } from "../../../ports/index.ts";
import { editFileTool } from "./edit-file.ts";
import { listFilesTool } from "./list-files.ts";
import { readFileTool } from "./read-file.ts";
import { runCommandTool } from "./run-command.ts";
import { searchFilesTool } from "./search-files.ts";
import type { ToolSettings } from "./tool-settings.ts";
import { writeFileTool } from "./write-file.ts";

/** The tools of one run: those that look, those that write where that is allowed, and commands where they can run. */
export function workspaceTools(settings: ToolSettings): readonly Tool[] {
  const { access, runner } = settings;
  const looking = [readFileTool, listFilesTool, searchFilesTool];
  const writing = access === "read_write" ? [writeFileTool, editFileTool] : [];
  const commands = runner === null ? [] : [runCommandTool(runner, settings)];
  return [...[...looking, ...writing].map((make) => make(settings)), ...commands];
}
