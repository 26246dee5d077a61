import * as z from "zod";
import { type JsonObject, type JsonSchema, wireJsonSchema, wireName } from "../../base/index.ts";
import { StoredConfig } from "../settings/config-schema.ts";
import { StoredModel } from "../settings/model-config.ts";
import { storedModelSettings } from "../settings/model-settings.ts";
import { runSettings } from "../settings/run-settings.ts";
import type { Settings } from "../settings/setting.ts";
import { PresetFile } from "./preset-file.ts";

/** An interface may also be one that the user's own module brings. */
const Model = StoredModel.extend({ interface: z.union([StoredModel.shape.interface.unwrap(), z.string()]) });

/**
 * The JSON Schema (2020-12) of presets, for completion and checks in editors: a preset, or a bare configuration. What
 * a setting means and its default come from its row.
 */
export function presetSchema(): JsonObject {
  const models = { items: { $ref: "#/$defs/model" } };
  const { answering_models, parsing_models, ...settings } = describeSettings(StoredConfig, runSettings);
  const properties = {
    $schema: { type: "string" },
    answering_models: { ...answering_models, ...models },
    parsing_models: { ...parsing_models, ...models },
    ...settings,
  };
  const config = { $ref: "#/$defs/config" };
  const { $schema, ...file } = wireJsonSchema(PresetFile, "input");
  const schema = {
    $schema,
    title: "Preset",
    if: { required: ["config"] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { ...file, properties: { ...file.properties, config }, required: ["config"] },
    else: config,
    $defs: {
      config: { type: "object", properties, additionalProperties: false },
      model: {
        type: "object",
        properties: describeSettings(Model, storedModelSettings),
        additionalProperties: false,
      },
    },
  };
  return JSON.parse(JSON.stringify(schema));
}

function describeSettings(schema: z.ZodObject, rows: Settings): Readonly<Record<string, JsonSchema>> {
  const { properties = {} } = wireJsonSchema(schema, "input");
  const named = new Map(Object.entries(rows).map(([name, row]) => [wireName(name, row.schema), row]));
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, { ...property, ...toldOf(named.get(name)) }]),
  );
}

function toldOf(row: Settings[string] | undefined): JsonSchema {
  if (row === undefined) return {};
  const description = row.about.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");
  const { success, data } = z.json().safeParse(row.default);
  return { description, ...(success && { default: data }) };
}
