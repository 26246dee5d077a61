import * as z from "zod";
import { StoredModel } from "./model-config.ts";
import { runSettings } from "./run-settings.ts";
import { shapeOf } from "./setting.ts";

/** Reads a run's configuration. */
export const configSchema = z.strictObject(shapeOf(runSettings));

/** The same as it stands in a file: what is a function in code has no place there. */
export const StoredConfig = z.strictObject({
  ...configSchema.shape,
  deepJudgmentSearchTool: z.string().optional(),
  deepJudgmentRubricSearchTool: z.string().optional(),
  answeringModels: z.array(StoredModel).optional(),
  parsingModels: z.array(StoredModel).optional(),
});
export type StoredConfig = z.infer<typeof StoredConfig>;
