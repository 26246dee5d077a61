import { readFile } from "node:fs/promises";
import { KareninaError, messageOf, wireCodec, wireJsonSchema } from "../../base/index.ts";
import { configurationError } from "../problems.ts";
import { unknownKeys } from "../unknown-keys.ts";
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
  const source = `The trait settings in ${file}`;
  const unknown = unknownKeys(json, wireJsonSchema(DeepJudgmentRubricCustomConfig));
  if (unknown.length > 0) {
    throw configurationError(
      source,
      unknown,
      'Traits stand by name under "global", or by question id and name under "question_specific".',
    );
  }
  try {
    return wireCodec(DeepJudgmentRubricCustomConfig).decode(json, source);
  } catch (error) {
    throw new KareninaError("configuration", messageOf(error), { cause: error });
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
