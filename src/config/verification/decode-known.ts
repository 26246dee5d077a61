import type * as z from "zod";
import { type JsonValue, KareninaError, messageOf, wireCodec, wireJsonSchema } from "../../base/index.ts";
import { configurationError } from "../problems.ts";
import { unknownKeys, withoutUnknownKeys } from "../unknown-keys.ts";

/**
 * Reads settings from their stored form. Every problem is listed: unknown keys, each with the nearest known one, and beside
 * them the values that do not fit.
 *
 * @param source starts the message: `The file t.json`
 * @throws KareninaError `configuration`.
 */
export function decodeKnown<S extends z.ZodType>(
  schema: S,
  json: JsonValue,
  { source, hint }: { readonly source: string; readonly hint?: string },
): z.output<S> {
  const codec = wireCodec(schema);
  try {
    return codec.decode(json, source);
  } catch (error) {
    const known = wireJsonSchema(schema);
    const unknown = unknownKeys(json, known);
    const others =
      unknown.length === 0
        ? linesUnder(error)
        : problemsOf(() => codec.decode(withoutUnknownKeys(json, known)));
    throw configurationError(source, [...unknown, ...others], hint);
  }
}

function problemsOf(decode: () => unknown): readonly string[] {
  try {
    decode();
    return [];
  } catch (error) {
    return linesUnder(error);
  }
}

/** What decoding says under its first line. */
function linesUnder(error: unknown): readonly string[] {
  if (!KareninaError.isInstance(error)) throw error;
  return messageOf(error).split("\n  ").slice(1);
}
