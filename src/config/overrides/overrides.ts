import * as z from "zod";
import { askNearest, ownEntry } from "../../base/index.ts";
import { configSchema } from "../settings/config-schema.ts";
import { settingDefaults } from "../settings/defaults.ts";
import { ModelConfig } from "../settings/model-config.ts";
import { modelOverrides, runOverrides } from "../settings/override-names.ts";
import type { SettingDefaults } from "../settings/resolved-config.ts";
import type { ConfigOverrides, VerificationConfig } from "../settings/settings.generated.ts";
import { shapeProblems } from "../verification/shape-problems.ts";
import type { FewShotOverrides } from "./override-few-shot.ts";

/** The names of the settings of the run that the overrides give. */
export function overriddenSettings(overrides: ConfigOverrides): readonly (keyof SettingDefaults)[] {
  const given = Object.keys(settingOverrides(overrides));
  return (Object.keys(settingDefaults) as (keyof SettingDefaults)[]).filter((name) => given.includes(name));
}

const ofFewShot = {
  fewShotMode: z.enum(["off", "all", "k-shot", "custom"]).optional(),
  fewShotK: z.int().optional(),
} as const satisfies Readonly<Record<keyof FewShotOverrides, z.ZodType>>;

const shapesOf = <Name extends string>(
  names: Readonly<Record<string, Name>>,
  shape: Record<Name, z.ZodType>,
) => Object.fromEntries(Object.entries(names).map(([name, setting]) => [name, shape[setting]]));

/** Every single value that can be given, for callers that no compiler has looked at. */
const overrideShapes: Readonly<Record<string, z.ZodType>> = {
  ...shapesOf(modelOverrides, ModelConfig.shape),
  ...ofFewShot,
  ...shapesOf(runOverrides, configSchema.shape),
};

/**
 * What is wrong with overrides, a line each: names that are none, each with the nearest one, and values that do not fit.
 */
export function overrideProblems(overrides: object): readonly string[] {
  const given = Object.entries(overrides).filter(([, value]) => value !== undefined);
  const unknown = given.filter(([name]) => !Object.hasOwn(overrideShapes, name)).map(([name]) => name);
  const more = unknown.length - mostUnknown;
  return [
    ...unknown.slice(0, mostUnknown).map(unknownName),
    ...(more > 0 ? [`${more} more names that are unknown`] : []),
    ...given.flatMap(([name, value]) => {
      const shape = ownEntry(overrideShapes, name);
      return shape === undefined ? [] : shapeProblems(shape, value, [name]);
    }),
  ];
}

/** So many names that are none are compared with those there are. */
const mostUnknown = 20;

function unknownName(name: string): string {
  const short = Object.keys(runOverrides).find((override) => runOverrides[override] === name);
  if (short !== undefined) return `unknown name "${name}", did you mean "${short}"?`;
  const elsewhere = Object.hasOwn(configSchema.shape, name)
    ? ", a setting of whole configurations: give it with the base"
    : "";
  return `unknown name "${name}"${askNearest(name, Object.keys(overrideShapes)) || elsewhere}`;
}

/** The settings of the run that the overrides give. */
export function settingOverrides(overrides: ConfigOverrides): VerificationConfig {
  const given = Object.entries(overrides).flatMap(([name, value]) => {
    const setting = ownEntry(runOverrides, name);
    return setting === undefined || value === undefined ? [] : [[setting, value]];
  });
  return Object.fromEntries(given);
}
