import { isJsonObject, type JsonObject, wireCodec } from "../base/index.ts";
import { upgradeRow } from "./upgrade-row.ts";
import { VerificationResult } from "./verification-result.ts";

const codec = wireCodec(VerificationResult);

/** A result in its stored form, with snake_case keys and every key written. */
export function resultToJson(result: VerificationResult): JsonObject {
  const json = codec.encode(result);
  return isJsonObject(json) ? json : {};
}

/**
 * A result from its stored form: ours, export format 2.2, or the older rows of formats 2.0 and 2.1. A null where none
 * is expected, such as a metric that Python wrote as NaN, reads as absent.
 * Throws `KareninaError` with code `invalid_input` that begins with `source` and lists what does not fit.
 */
export function resultFromJson(json: unknown, source: string): VerificationResult {
  return codec.decode(isJsonObject(json) ? upgradeRow(json) : json, source, { nullIsAbsent: true });
}
