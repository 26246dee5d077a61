import { readJsonFile } from "../../base/index.ts";
import { DeepJudgmentRubricCustomConfig } from "../settings/deep-judgment-config.ts";
import { decodeKnown } from "./decode-known.ts";

/**
 * Reads the trait settings of the rubric mode `custom` from a JSON file, in snake_case:
 * `{ "global": { "safety": { "max_excerpts": 5 } }, "question_specific": { "q1": { … } } }`.
 *
 * @throws KareninaError `file_not_found`, `file_unreadable`, `configuration` for unknown keys, each with the nearest
 * known one, and for values that do not fit.
 */
export async function readTraitConfig(file: string): Promise<DeepJudgmentRubricCustomConfig> {
  const json = await readJsonFile(file, `The file of trait settings ${file}`);
  return decodeKnown(DeepJudgmentRubricCustomConfig, json, {
    source: `The file of trait settings ${file}`,
    hint: 'Traits stand by name under "global", or by question id and name under "question_specific".',
  });
}
