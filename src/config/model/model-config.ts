import * as z from "zod";
import { modelSettings, storedModelSettings } from "../settings/model-settings.ts";
import type { ownModelSettings } from "../settings/own-models.ts";
import { shapeOf } from "../settings/setting.ts";
import type { ModelConfig as Configuration } from "../settings/settings.generated.ts";

/** Reads one model; see the interface of the same name. */
export const ModelConfig = z.strictObject(shapeOf(modelSettings));
export type ModelConfig = Configuration;

/** The same as it stands in a file: what is a value of the program has no place there. */
export const StoredModel = z.strictObject(shapeOf(storedModelSettings));
export type StoredModel = Omit<ModelConfig, keyof typeof ownModelSettings>;
