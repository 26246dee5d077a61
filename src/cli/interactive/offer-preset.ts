import { existsSync } from "node:fs";
import path from "node:path";
import {
  checkPresetTexts,
  presetDirectory,
  presetFileName,
  savePreset,
  type VerificationConfig,
} from "../../config/index.ts";
import type { CommandIo } from "../command-io.ts";
import { askValue } from "./ask-value.ts";
import type { Prompts } from "./prompts.ts";

type Place = Pick<CommandIo, "clock" | "environment" | "workingDirectory">;

/** Offers to save a configuration as a preset; its path when it was saved. */
export async function offerPreset(
  prompts: Prompts,
  config: VerificationConfig,
  place: Place,
): Promise<string | undefined> {
  if (!(await prompts.yesOrNo({ message: "Save these settings as a preset?", initial: false })))
    return undefined;
  const name = await askName(prompts, place);
  const description = await askValue(
    prompts,
    { message: "What is it for?", whenEmpty: "no description" },
    (text) => {
      checkPresetTexts(name, text);
      return text;
    },
  );
  const file = await savePreset({
    ...place,
    name,
    description: description === "" ? null : description,
    config,
    overwrite: true,
  });
  await prompts.note("Saved", [file]);
  return file;
}

/** A name that is free, or whose preset may be replaced. */
async function askName(prompts: Prompts, place: Place): Promise<string> {
  for (;;) {
    const name = await askValue(prompts, { message: "Name of the preset" }, (text) => {
      checkPresetTexts(text, null);
      return text;
    });
    const file = path.join(presetDirectory(place), presetFileName(name));
    if (
      !existsSync(file) ||
      (await prompts.yesOrNo({ message: `${file} exists. Replace it?`, initial: false }))
    )
      return name;
  }
}
