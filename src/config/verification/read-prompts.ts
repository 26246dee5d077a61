import * as z from "zod";
import { type JsonValue, messageOf, readLimitedFile } from "../../base/index.ts";
import { configurationError } from "../problems.ts";
import { type AnsweringPrompt, AnsweringPrompts } from "../settings/answering-prompt.ts";
import { decodeKnown } from "./decode-known.ts";

const PromptsFile = z.strictObject({ prompts: AnsweringPrompts });

/**
 * Reads the prompts of a run from a file in YAML or JSON: `prompts: [{ id, system_prompt, user_prompt }]`.
 *
 * @throws KareninaError `file_not_found`, `file_unreadable`, `configuration` for unknown keys, each with the nearest known one, and
 * for values that do not fit.
 */
export async function readPrompts(file: string): Promise<readonly AnsweringPrompt[]> {
  const source = `The file of prompts ${file}`;
  const text = (await readLimitedFile(file, source)).toString("utf8").replace(/^\uFEFF/, "");
  const { parse } = await import("yaml");
  let json: JsonValue;
  try {
    json = parse(text);
  } catch (error) {
    throw configurationError(source, [messageOf(error)], quoting);
  }
  return decodeKnown(PromptsFile, json, {
    source,
    hint: 'Such as: prompts: [{ "id": "short", "system_prompt": "Answer in one word." }]',
  }).prompts;
}

const quoting =
  'A text that begins with {{question}} stands in quotation marks: user_prompt: "{{question}} Think first."';
