import { Command } from "commander";
import {
  applyOverrides,
  type ResolvedConfig,
  resolveConfig,
  type VerificationConfig,
} from "../../config/index.ts";
import { overridesFromOptions } from "../config-from-options.ts";
import { addConfigOptions, type ConfigOptions } from "../config-options.ts";

export const answering = { id: "a", modelName: "a-model", modelProvider: "openai" };
export const parsing = { id: "p", modelName: "p-model", modelProvider: "openai" };
export const models: VerificationConfig = { answeringModels: [answering], parsingModels: [parsing] };

/** The options of a command line. */
export function optionsOf(argv: readonly string[]): ConfigOptions {
  return addConfigOptions(new Command().exitOverride())
    .parse([...argv], { from: "user" })
    .opts();
}

/** What flags, preset and environment come to. */
export function resolved(
  argv: readonly string[],
  preset: VerificationConfig,
  environment = {},
): ResolvedConfig {
  return resolveConfig(applyOverrides(overridesFromOptions(optionsOf(argv)), preset), { environment });
}

/** A flag with the values that each layer gives its setting. */
export interface PrecedenceRow {
  readonly argv: readonly string[];
  readonly flag: unknown;
  readonly preset: VerificationConfig;
  readonly presetValue: unknown;
  readonly environment?: Readonly<Record<string, string>>;
  readonly environmentValue?: unknown;
  readonly fallback: unknown;
  read(config: ResolvedConfig): unknown;
}

/** The row of a setting that has the flag's value as it is. */
export const setting = (
  name: keyof VerificationConfig & keyof ResolvedConfig,
  argv: readonly string[],
  values: { readonly flag: unknown; readonly preset: unknown; readonly fallback: unknown },
  environment?: { readonly variable: string; readonly text: string; readonly value: unknown },
): PrecedenceRow => ({
  argv,
  flag: values.flag,
  preset: { ...models, [name]: values.preset },
  presetValue: values.preset,
  fallback: values.fallback,
  ...(environment && {
    environment: { [environment.variable]: environment.text },
    environmentValue: environment.value,
  }),
  read: (config) => config[name],
});
