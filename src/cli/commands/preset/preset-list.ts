import { listPresets, presetDirectory } from "../../../config/index.ts";
import { type CommandIo, type ExitCode, print, printJson } from "../../command-io.ts";
import { tableLines } from "../../report/table.ts";
import { tableRoom } from "../../report/terminal.ts";
import type { PresetReadOptions } from "./preset-commands.ts";

/** Lists the presets of the presets folder. */
export async function presetList(options: PresetReadOptions, io: CommandIo): Promise<ExitCode> {
  const presets = await listPresets(io);
  if (options.json) {
    printJson(io, presets);
    return 0;
  }
  if (presets.length === 0) {
    print(io, `No presets in ${presetDirectory(io)}.`);
    return 0;
  }
  const columns = [
    { title: "Name", align: "left" },
    { title: "Modified", align: "left" },
  ] as const;
  for (const line of tableLines(
    columns,
    presets.map(({ name, modified }) => [name, modified]),
    tableRoom(io.stdout),
  ))
    print(io, line);
  return 0;
}
