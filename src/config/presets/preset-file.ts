import * as z from "zod";

/** Version of the preset format that this version writes. */
export const presetFormatVersion = "1.0";

/**
 * What stands around the configuration in a preset file. Python's files have no version. Other members are ignored,
 * so that files with notes of other tools stay loadable.
 */
export const PresetFile = z.object({
  formatVersion: z.string().optional(),
  id: z.string().optional(),
  name: z.string().optional(),
  description: z.string().nullish(),
  config: z.unknown(),
  createdAt: z.string().optional(),
  updatedAt: z.string().optional(),
});
export type PresetFile = z.infer<typeof PresetFile>;
