import {
  inferredInterface,
  loadPreset,
  type ModelConfig,
  resolvePresetPath,
  type VerificationConfig,
  withEnvironment,
} from "../../../config/index.ts";
import { resolveSettings } from "../../../verify/index.ts";
import type { CommandIo } from "../../command-io.ts";
import { configFromOptions } from "../../config-from-options.ts";
import { usageError } from "../../failure.ts";
import type { DraftOptions } from "./draft-command.ts";

/** What drafts, what judges, and the settings of their runs. */
export interface DraftingModels {
  readonly draftingModel: ModelConfig;
  readonly judge: ModelConfig;
  readonly config: Omit<
    VerificationConfig,
    "answeringModels" | "parsingModels" | "prompts" | "replicateCount"
  >;
}

/**
 * The models that flags and preset name; undefined: none is named. Models under test of a preset are not meant: what they
 * answer is to be judged by what is drafted.
 *
 * @throws KareninaError `configuration` for several judges, and for settings that cannot be used.
 */
export async function draftingModels(
  options: DraftOptions,
  io: CommandIo,
): Promise<DraftingModels | undefined> {
  const { preset, ...flags } = options;
  const base = preset === undefined ? {} : (await loadPreset(await resolvePresetPath(preset, io), io)).config;
  const { answeringModels: _tested, prompts: _prompts, replicateCount: _replicates, ...judging } = base;
  const asked = withEnvironment(await configFromOptions(flags, io, judging), io.environment);
  const { answeringModels = [], parsingModels = [], prompts: _none, replicateCount: _one, ...config } = asked;
  const named = [...answeringModels, ...parsingModels].filter(({ modelName }) => Boolean(modelName));
  if (named.length === 0) return undefined;
  if (parsingModels.length > 1)
    throw usageError(
      `Drafts are tried with one judge; the preset has ${parsingModels.length}.`,
      "Name one with --parsing-model, or another preset.",
    );
  const draftingModel = answeringModels[0] ?? parsingModels[0];
  const judge = parsingModels[0] ?? draftingModel;
  if (draftingModel === undefined || judge === undefined) return undefined;
  requireProvider(draftingModel, answeringModels.length > 0 ? "drafting" : "parsing");
  requireProvider(judge, parsingModels.length > 0 ? "parsing" : "drafting");
  resolveSettings(
    { ...config, answeringModels: [draftingModel], parsingModels: [judge] },
    { ...io, names: "file" },
  );
  return { draftingModel, judge, config };
}

function requireProvider(model: ModelConfig, side: "drafting" | "parsing"): void {
  if (inferredInterface(model).takes.modelProvider?.needed === undefined || model.modelProvider) return;
  throw usageError(
    `Nothing says who serves "${model.modelName}" (--${side}-model).`,
    `Name the vendor with --${side}-provider (openai, anthropic, google), or a server of your own with --${side}-base-url or --base-url.`,
  );
}
