import * as z from "zod";
import { modelSettings } from "../settings/model-settings.ts";
import { shapeOf } from "../settings/setting.ts";
import type { ModelConfig as Configuration } from "../settings/settings.generated.ts";

/** Reads one model; see the interface of the same name. */
export const ModelConfig = z.strictObject(shapeOf(modelSettings));
export type ModelConfig = Configuration;
