import path from "node:path";
import { parseSearchTool } from "../search-tools/search-tool-spec.ts";
import { modelSettings } from "../settings/model-settings.ts";
import { runSettings } from "../settings/run-settings.ts";
import { searchToolSettings } from "../settings/search-tool.ts";
import { type Setting, settingNames } from "../settings/setting.ts";
import type { VerificationConfig } from "../settings/settings.generated.ts";

const isPath = ({ holds }: Setting) => holds === "path";

/** The settings of a model that are paths. */
export const modelPaths = settingNames(modelSettings, isPath);

/** The settings of a run that are; a search tool may be one. */
export const runPaths = settingNames(runSettings, isPath);

/** The configuration with `change` applied to every setting that is a path. */
function mapPaths(config: VerificationConfig, change: (file: string) => string): VerificationConfig {
  const moved = <T extends object>(holder: T, settings: readonly (keyof T)[]) =>
    Object.fromEntries(
      settings.flatMap((setting) => {
        const file = holder[setting];
        return typeof file === "string" && file !== "" ? [[setting, change(file)]] : [];
      }),
    );
  const models = (list: VerificationConfig["answeringModels"]) =>
    list?.map((model) => ({ ...model, ...moved(model, modelPaths) }));
  return {
    ...config,
    ...moved(config, runPaths),
    ...movedSearchModules(config, change),
    ...(config.answeringModels !== undefined && { answeringModels: models(config.answeringModels) }),
    ...(config.parsingModels !== undefined && { parsingModels: models(config.parsingModels) }),
  };
}

/** The search tools that are modules, by their new paths. */
function movedSearchModules(
  config: VerificationConfig,
  change: (file: string) => string,
): VerificationConfig {
  return Object.fromEntries(
    searchToolSettings.flatMap((name) => {
      const read = parseSearchTool(config[name]);
      return read.ok && read.spec.kind === "module" ? [[name, change(read.spec.path)]] : [];
    }),
  );
}

/** Paths of a preset, which start at its folder, as absolute ones. */
export function absolutePaths(config: VerificationConfig, folder: string): VerificationConfig {
  return mapPaths(config, (file) => path.resolve(folder, file));
}

/** Paths that start at the working directory as ones that start at a preset's folder. */
export function relativePaths(
  config: VerificationConfig,
  folders: { readonly from: string; readonly to: string },
): VerificationConfig {
  return mapPaths(config, (file) =>
    path.relative(folders.to, path.resolve(folders.from, file)).split(path.sep).join("/"),
  );
}
