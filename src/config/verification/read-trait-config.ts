import { readFile } from "node:fs/promises";
import { KareninaError, messageOf } from "../../base/index.ts";
import { decodeKnown } from "./decode-known.ts";
import { DeepJudgmentRubricCustomConfig } from "./deep-judgment-config.ts";

/**
 * Reads the trait settings of the rubric mode `custom` from a JSON file, in snake_case:
 * `{ "global": { "safety": { "max_excerpts": 5 } }, "question_specific": { "q1": { … } } }`.
 *
 * @throws KareninaError `file_not_found`, `file_unreadable`, `configuration` for unknown keys, each with the nearest
 * known one, and for values that do not fit.
 */
export async function readTraitConfig(file: string): Promise<DeepJudgmentRubricCustomConfig> {
  const json = await readJson(file);
  try {
    return decodeKnown(DeepJudgmentRubricCustomConfig, json, {
      source: `The file of trait settings ${file}`,
      hint: 'Traits stand by name under "global", or by question id and name under "question_specific".',
    });
  } catch (error) {
    if (!KareninaError.isInstance(error) || error.code === "configuration") throw error;
    throw new KareninaError("configuration", error.message, { cause: error });
  }
}

async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    const code = error.code === "ENOENT" ? "file_not_found" : "file_unreadable";
    throw new KareninaError(code, `Cannot read ${file}: ${messageOf(error)}.`, { cause: error });
  });
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new KareninaError("file_unreadable", `${file} is not JSON: ${messageOf(error)}.`, { cause: error });
  }
}
