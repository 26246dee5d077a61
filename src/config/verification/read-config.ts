import * as z from "zod";
import { type JsonObject, type JsonSchema, wireCodec } from "../../base/index.ts";
import { configurationError, type NameStyle } from "../problems.ts";
import { unknownKeys } from "../unknown-keys.ts";
import { decodeKnown } from "./decode-known.ts";
import { refuseOwnSearch } from "./search-tool.ts";
import { shapeProblems } from "./shape-problems.ts";
import { configSchema, StoredConfig, type VerificationConfig } from "./verification-config.ts";

/**
 * Reads a configuration as it stands in a file. Python files write settings that this version computes; they are
 * understood. Checks shape only: whether the whole makes sense is the business of `resolveConfig`.
 *
 * @param source names the file in messages
 * @throws KareninaError `configuration` for unknown keys and wrong values, each with the nearest known one.
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
export function checkedConfig(config: VerificationConfig, names?: NameStyle): VerificationConfig {
  return parsedConfig(config, names);
}

function parsedConfig(config: VerificationConfig, names: NameStyle = "code"): z.output<typeof configSchema> {
  // an absent setting is no setting, whatever its name
  const given = Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined));
  const parsed = configSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  // zod's type allows keywords that ours does not list
  const unknown = unknownKeys(given, z.toJSONSchema(StoredConfig) as JsonSchema);
  throw configurationError("The configuration", [
    ...unknown,
    ...shapeProblems(configSchema, given, [], names),
  ]);
}
