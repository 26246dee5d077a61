import * as z from "zod";
import type { OnMapped } from "./python/mapping.ts";

/** The latest version of the Python system's exports, as they say it. */
export const pythonExportVersion = "2.2";

/** A form in which the Python system loads results, by the name that options and arguments give it. */
export const ExportFormat = z.literal(`karenina-${pythonExportVersion}`);
export type ExportFormat = z.infer<typeof ExportFormat>;

/** In which form an export is written. */
export interface ExportForm {
  /** `karenina-2.2`: as the Python system loads it. Default: the form that holds everything. */
  readonly format?: ExportFormat | undefined;
  /** With `format`: told at the end what that form has other words for, or no place. */
  readonly onMapped?: OnMapped | undefined;
}

/** {@link ExportForm}, checked. */
export const exportFormShape = {
  format: ExportFormat.optional(),
  onMapped: z.custom<OnMapped>((value) => typeof value === "function").optional(),
};
