import { isJsonObject, type JsonObject, jsonObjectsIn, wireCodec } from "../base/index.ts";
import type { Ruling } from "./ruling.ts";
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

/**
 * Why a result that states no failure is read as one all the same, such as a pass whose last ruling is none; undefined: it is
 * not.
 *
 * @param ruling of a stage that its `stages` do not have yet
 */
export function unstatedFailureOf(
  result: VerificationResult,
  ruling?: Pick<Ruling, "verifyResult">,
): string | undefined {
  if (result.metadata.failure !== null) return undefined;
  const row = resultToJson(result);
  const further = ruling === undefined ? [] : [{ ruling: { verify_result: ruling.verifyResult } }];
  const { metadata } = upgradeRow({ ...row, stages: [...jsonObjectsIn(row.stages), ...further] });
  const failure = isJsonObject(metadata) ? metadata.failure : undefined;
  return isJsonObject(failure) ? String(failure.reason) : undefined;
}
