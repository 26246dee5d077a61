import * as z from "zod";
import { describeValue } from "../../base/index.ts";
import { modelSettings, storedModelSettings } from "./model-settings.ts";
import type { ownModelSettings } from "./own-models.ts";
import { shapeOf } from "./setting.ts";
import type { ModelConfig as Configuration } from "./settings.generated.ts";

/**
 * One model and how to reach it, as a user writes it. Everything but the model's name has a default. The value reads one.
 *
 * @example
 * { id: "haiku", modelProvider: "anthropic", modelName: "claude-haiku-4-5" }
 * { modelName: "qwen3", endpointBaseUrl: "http://localhost:8000/v1" }
 */
export const ModelConfig = z.strictObject(shapeOf(modelSettings), {
  error: ({ code, input }) =>
    code === "invalid_type"
      ? `expected an object, found ${describeValue(input)}; ${typeof input === "function" ? "a function goes into `answer`: { id, answer }" : "such as { modelProvider, modelName }"}`
      : undefined,
});
export type ModelConfig = Configuration;

/** The same as it stands in a file: what is a value of the program has no place there. */
export const StoredModel = z.strictObject(shapeOf(storedModelSettings));
export type StoredModel = Omit<ModelConfig, keyof typeof ownModelSettings>;
