import type { ModelInterface } from "../../models/definition/index.ts";
import { defaultInterface, findImpliedInterface, modelInterface } from "../../models/index.ts";
import type { ModelConfig } from "./settings.generated.ts";

/** How a model is reached, also when its configuration does not say. Its name has been checked before. */
export function inferredInterface(model: ModelConfig): ModelInterface {
  return model.interface === undefined
    ? (findImpliedInterface(model) ?? defaultInterface)
    : modelInterface(model.interface);
}

/** True for a model that can look into a workspace. */
export function isDeepAgent(model: ModelConfig): boolean {
  return inferredInterface(model).tier === "deep_agent";
}
