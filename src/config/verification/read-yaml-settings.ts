import * as z from "zod";
import { type JsonValue, messageOf, readLimitedFile, recordOf } from "../../base/index.ts";
import { ModelPrices } from "../../models/definition/index.ts";
import { configurationError } from "../problems.ts";
import { type AnsweringPrompt, AnsweringPrompts } from "../settings/answering-prompt.ts";
import { decodeKnown } from "./decode-known.ts";

const PromptsFile = z.strictObject({ prompts: AnsweringPrompts });
const PricesFile = z.strictObject({ prices: recordOf(ModelPrices) });

/**
 * Reads the prompts of a run from a file in YAML or JSON: `prompts: [{ id, system_prompt, user_prompt }]`.
 *
 * @throws KareninaError `file_not_found`, `file_unreadable`, `configuration` for unknown keys, each with the nearest known one, and
 * for values that do not fit.
 */
export async function readPrompts(file: string): Promise<readonly AnsweringPrompt[]> {
  const read = await readYamlSettings(file, PromptsFile, {
    what: "prompts",
    whenUnreadable:
      'A text that begins with {{question}} stands in quotation marks: user_prompt: "{{question}} Think first."',
    hint: 'Such as: prompts: [{ "id": "short", "system_prompt": "Answer in one word." }]',
  });
  return read.prompts;
}

/**
 * Reads prices of models from a file in YAML or JSON: `prices: { NAME: { input, output } }`, in US dollars per million tokens.
 *
 * @throws KareninaError as {@link readPrompts}.
 */
export async function readModelPrices(file: string): Promise<Readonly<Record<string, ModelPrices>>> {
  const hint =
    'Such as: prices: { "qwen3-32b": { "input": 0.1, "output": 0.3 } }, in US dollars per million tokens.';
  const read = await readYamlSettings(file, PricesFile, { what: "prices", whenUnreadable: hint, hint });
  return read.prices;
}

async function readYamlSettings<S extends z.ZodType>(
  file: string,
  schema: S,
  { what, whenUnreadable, hint }: { readonly [member in "what" | "whenUnreadable" | "hint"]: string },
): Promise<z.output<S>> {
  const source = `The file of ${what} ${file}`;
  const text = (await readLimitedFile(file, source)).toString("utf8").replace(/^\uFEFF/, "");
  const { parse } = await import("yaml");
  let json: JsonValue;
  try {
    json = parse(text);
  } catch (error) {
    throw configurationError(source, [messageOf(error)], whenUnreadable);
  }
  return decodeKnown(schema, json, { source, hint });
}
