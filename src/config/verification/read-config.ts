import * as z from "zod";
import { type JsonObject, type JsonSchema, wireCodec } from "../../base/index.ts";
import type { ModelInterface } from "../../models/definition/index.ts";
import { bindStoredInterfaces, unboundHint } from "../model/bind-interfaces.ts";
import { refuseOwnModels, withNamedModels } from "../model/named-models.ts";
import { configurationError, type NameStyle } from "../problems.ts";
import { configSchema, StoredConfig } from "../settings/config-schema.ts";
import { StoredModel } from "../settings/model-config.ts";
import { refuseOwnSearch, withNamedSearch } from "../settings/search-tool.ts";
import type { VerificationConfig } from "../settings/settings.generated.ts";
import { unknownKeys } from "../unknown-keys.ts";
import { decodeKnown } from "./decode-known.ts";
import { shapeProblems } from "./shape-problems.ts";

/**
 * Reads a configuration as it stands in a file. Python files write settings that this version computes; they are
 * understood. Checks shape only: whether the whole makes sense is the business of `resolveConfig`.
 *
 * @param source names the file in messages
 * @param interfaces that models may name beside those that come with karenina
 * @throws KareninaError `configuration` for unknown keys and wrong values, each with the nearest known one.
 */
export function decodeConfig(
  json: JsonObject,
  source: string,
  interfaces: readonly ModelInterface[] = [],
): VerificationConfig {
  const hint = unboundHint([json.answering_models, json.parsing_models], interfaces);
  return decodeKnown(StoredConfig, bindStoredInterfaces(json, interfaces), {
    source,
    ...(hint !== undefined && { hint }),
  });
}

/**
 * A configuration in its stored form. Secrets have to be taken out before.
 *
 * @throws KareninaError `configuration` where something in it is a function, or a model itself.
 */
export function encodeConfig(config: VerificationConfig): JsonObject {
  refuseOwnSearch(config);
  refuseOwnModels(config);
  return noteConfig(config);
}

/**
 * A configuration as it is noted beside results: what only code can give stands there by its name. Secrets have to be taken
 * out before.
 */
export function noteConfig(config: VerificationConfig): JsonObject {
  const named = withNamedModels(withNamedSearch(parsedConfig(config)));
  // a configuration is stored as an object
  return wireCodec(NotedConfig).encode(named as z.output<typeof NotedConfig>) as JsonObject;
}

/** Interfaces that a run was given stand there by their names, like all others. */
const NotedModel = StoredModel.extend({ interface: z.string().optional() });
const NotedConfig = StoredConfig.extend({
  answeringModels: z.array(NotedModel).optional(),
  parsingModels: z.array(NotedModel).optional(),
});

/**
 * Checks the shape of a configuration that comes from JavaScript, where no compiler has looked.
 *
 * @param interfaces that its models might have named
 * @throws KareninaError `configuration` that lists every problem.
 */
export function checkedConfig(
  config: VerificationConfig,
  names?: NameStyle,
  interfaces?: readonly ModelInterface[],
): VerificationConfig {
  return parsedConfig(config, names, interfaces);
}

function parsedConfig(
  config: VerificationConfig,
  names: NameStyle = "code",
  interfaces: readonly ModelInterface[] = [],
): z.output<typeof configSchema> {
  // undefined means not given, also of a setting that does not exist
  const given = Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined));
  const parsed = configSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  // zod's type allows keywords that ours does not list
  const unknown = unknownKeys(given, z.toJSONSchema(configSchema, { unrepresentable: "any" }) as JsonSchema);
  throw configurationError(
    "The configuration",
    [...unknown, ...shapeProblems(configSchema, given, [], names)],
    unboundHint([given.answeringModels, given.parsingModels], interfaces),
  );
}
