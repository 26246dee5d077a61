import * as z from "zod";
import type * as documented from "./result-types.generated.ts";

/** Which model took a role in a result, and how it was reached. */
export const ModelIdentity = z.strictObject({
  /** How the model is reached, such as `openai_endpoint`. */
  interface: z.string(),
  /** The name of the model as its vendor or server has it. */
  modelName: z.string(),
  /** MCP server names, sorted; empty for judges. */
  tools: z.array(z.string()).readonly().default([]),
  /** The id the model's configuration was given, where it differs from `modelName`. */
  configId: z.string().nullable().default(null),
});
export type ModelIdentity = documented.ModelIdentity;

/**
 * The identity for people: `interface:name`, then ` (configId)` and ` +[tool, tool]` where there are any.
 *
 * @example
 * displayString({ interface: "openai", modelName: "gpt-5-mini", tools: [], configId: null }) // "openai:gpt-5-mini"
 */
export function displayString(identity: ModelIdentity): string {
  const config = identity.configId === null ? "" : ` (${identity.configId})`;
  const tools = identity.tools.length === 0 ? "" : ` +[${identity.tools.join(", ")}]`;
  return `${identity.interface}:${identity.modelName}${config}${tools}`;
}

/** The identity for machines: `interface:name:tools` or `interface:name:configId:tools`, tools sorted and joined by `|`. */
export function canonicalKey(identity: ModelIdentity): string {
  const config = identity.configId === null ? "" : `:${identity.configId}`;
  return `${identity.interface}:${identity.modelName}${config}:${[...identity.tools].sort().join("|")}`;
}

/** A model in few characters: the id its configuration was given, or else its name. Two models may share it. */
export const shortModelName = ({ configId, modelName }: ModelIdentity): string => configId ?? modelName;
