import { KareninaError } from "../base/index.ts";
import type { Benchmark } from "../benchmark/index.ts";
import type { ModelConfig, VerificationConfig } from "../config/index.ts";
import type { RunVerificationOptions } from "./run-options.ts";

/** What is run, with which configuration and options. */
export interface AskedRun<Kind extends Benchmark> {
  readonly benchmark: Kind;
  readonly config: VerificationConfig;
  readonly options: RunVerificationOptions;
}

/**
 * What is run as it is just now: how the benchmark, the settings and the lists of the options are changed later changes no
 * run that was asked for before. Models that are values, interfaces and whatever else has functions stay the very same.
 *
 * @throws KareninaError `configuration` for a configuration that is no object.
 */
export function asAsked<Kind extends Benchmark>(
  benchmark: Kind,
  config: VerificationConfig,
  options: RunVerificationOptions = {},
): AskedRun<Kind> {
  if (typeof config !== "object" || config === null || Array.isArray(config))
    throw new KareninaError("configuration", "A run needs a configuration, which is an object.", {
      hint: "Such as { answeringModels: [{ modelName: … }], parsingModels: [{ modelName: … }] }.",
    });
  return {
    benchmark: benchmark.clone(),
    config: isPlain(config) ? configNow(config) : config,
    options: isPlain(options) ? membersNow(options) : options,
  };
}

function configNow(config: VerificationConfig): VerificationConfig {
  const { answeringModels, parsingModels } = config;
  return {
    ...membersNow(config),
    ...(answeringModels && { answeringModels: modelsNow(answeringModels) }),
    ...(parsingModels && { parsingModels: modelsNow(parsingModels) }),
  };
}

const modelsNow = (models: readonly ModelConfig[]): readonly ModelConfig[] =>
  Array.isArray(models) ? models.map((model) => (isPlain(model) ? membersNow(model) : model)) : models;

const membersNow = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).map(([name, member]) => [name, asNow(member)])) as T; // the same members

/** Lists and plain objects without functions as copies, in depth; anything else is the very same. */
function asNow(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asNow);
  return isPlain(value) && isData(value) ? membersNow(value) : value;
}

const isData = (value: object): boolean =>
  Object.values(Object.getOwnPropertyDescriptors(value)).every(
    ({ get, value: member }) => get === undefined && typeof member !== "function",
  );

function isPlain(value: unknown): value is object {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
