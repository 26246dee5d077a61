import { jsonrepair } from "jsonrepair";
import { isJsonObject, type JsonObject, tryParseJson } from "../../base/index.ts";

/** The input of a `tool_use` block, with what the model wrote where that is no JSON object. */
interface ToolInput {
  readonly input: JsonObject;
  readonly unreadableInput?: string;
}

/** Longer text is not repaired: the repairer's time is not linear. */
const longestRepair = 64 * 1024;
const longestQuote = 2000;

/**
 * What a model wrote as a tool's arguments: a JSON object, its text, or that text quoted once more. Nothing and `null`
 * are an empty object. Slips such as single quotes and trailing commas are mended, unless the reply was `cut` off:
 * half of a file to write is not the file. What stays unreadable is an empty input and the text in `unreadableInput`,
 * which the loop answers with an errored result.
 */
export function readToolInput(written: unknown, { cut }: { readonly cut: boolean }): ToolInput {
  if (written === undefined || written === null) return { input: {} };
  if (typeof written !== "string") {
    return isJsonObject(written) ? { input: written } : unreadable(JSON.stringify(written));
  }
  if (written.trim() === "") return { input: {} };
  const parsed = tryParseJson(written);
  const value = typeof parsed === "string" ? tryParseJson(parsed) : parsed;
  if (value === null) return { input: {} };
  if (isJsonObject(value)) return { input: value };
  const repaired = cut || value !== undefined ? undefined : repair(written);
  return repaired === undefined ? unreadable(written) : { input: repaired };
}

const unreadable = (text: string): ToolInput => ({ input: {}, unreadableInput: text.slice(0, longestQuote) });

function repair(text: string): JsonObject | undefined {
  if (text.length > longestRepair || !text.trimStart().startsWith("{")) return undefined;
  try {
    const value: unknown = JSON.parse(jsonrepair(text));
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
