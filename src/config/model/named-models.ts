import { configurationError, fileName } from "../problems.ts";
import { inferredInterface } from "../settings/inferred-interface.ts";
import type { ModelConfig } from "../settings/model-config.ts";
import { ownModelSettings } from "../settings/own-models.ts";
import type { VerificationConfig } from "../settings/settings.generated.ts";

const roles = ["answeringModels", "parsingModels"] as const;

type OwnSetting = keyof typeof ownModelSettings;
const ownSettings = Object.keys(ownModelSettings) as readonly OwnSetting[]; // the keys of a table

/** The settings of a model that hold the model itself. */
export function ownParts(model: ModelConfig): readonly OwnSetting[] {
  return ownSettings.filter((setting) => model[setting] !== undefined);
}

/** The configuration with the names of interfaces in place of what a program has handed over itself. */
export function withNamedModels<C extends Pick<VerificationConfig, (typeof roles)[number]>>(config: C): C {
  const named = (models: C["answeringModels"]) =>
    models?.map((model) => {
      if (ownParts(model).length === 0 && typeof model.interface !== "object") return model;
      const kept = Object.entries(model).filter(([name]) => !(name in ownModelSettings));
      return { ...Object.fromEntries(kept), interface: inferredInterface(model).name };
    });
  return {
    ...config,
    ...(config.answeringModels && { answeringModels: named(config.answeringModels) }),
    ...(config.parsingModels && { parsingModels: named(config.parsingModels) }),
  };
}

/**
 * Refuses a configuration whose models no file can hold.
 *
 * @throws KareninaError `configuration` that names the models.
 */
export function refuseOwnModels(config: Pick<VerificationConfig, (typeof roles)[number]>): void {
  const own = roles.flatMap((role) =>
    (config[role] ?? []).flatMap((model, place) => {
      const [part] = ownParts(model);
      return part === undefined
        ? []
        : [`${fileName(role)}[${place}].${part}: a value of the program cannot be written to a file`];
    }),
  );
  if (own.length === 0) return;
  throw configurationError("The configuration", own, "Leave it out, and set it in code after loading.");
}
