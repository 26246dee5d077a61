import * as z from "zod";
import { type JsonObject, type JsonSchema, wireCodec } from "../../base/index.ts";
import { configurationError, renderProblem } from "../problems.ts";
import { unknownKeys } from "../unknown-keys.ts";
import { decodeKnown } from "./decode-known.ts";
import { refuseOwnSearch } from "./search-tool.ts";
import { StoredConfig, VerificationConfig } from "./verification-config.ts";

/**
 * Reads a configuration as it stands in a file. Python files write settings that this version computes; they are
 * understood. Checks shape only: whether the whole makes sense is the business of `resolveConfig`.
 *
 * @param source names the file in messages
 * @throws KareninaError `configuration` for unknown keys, each with the nearest known one; `invalid_input` for other faults.
 */
export function decodeConfig(json: JsonObject, source: string): VerificationConfig {
  return decodeKnown(StoredConfig, json, { source });
}

/**
 * A configuration in its stored form. Secrets have to be taken out before.
 *
 * @throws KareninaError `configuration` where something in it is a function.
 */
export function encodeConfig(config: VerificationConfig): JsonObject {
  const parsed = parsedConfig(config);
  refuseOwnSearch(parsed);
  // a configuration is stored as an object
  return wireCodec(StoredConfig).encode(parsed) as JsonObject;
}

/**
 * Checks the shape of a configuration that comes from JavaScript, where no compiler has looked.
 *
 * @throws KareninaError `configuration` that lists every problem.
 */
export function checkedConfig(config: VerificationConfig): VerificationConfig {
  return parsedConfig(config);
}

function parsedConfig(config: VerificationConfig): z.output<typeof VerificationConfig> {
  const parsed = VerificationConfig.safeParse(config, { reportInput: true });
  if (parsed.success) return parsed.data;
  // zod's type allows keywords that ours does not list
  const unknown = unknownKeys(config, z.toJSONSchema(StoredConfig) as JsonSchema);
  const wrong = parsed.error.issues.filter((issue) => issue.code !== "unrecognized_keys").map(issueText);
  throw configurationError("The configuration", [...unknown, ...wrong]);
}

function issueText(issue: z.core.$ZodIssue): string {
  const path = issue.path.map((part) => (typeof part === "number" ? part : String(part)));
  return renderProblem({ path, message: issue.message }, "code");
}
