import type { FlagReader } from "./flag.ts";
import type { SettingDefaults } from "./resolved-config.ts";
import type { VerificationConfig } from "./settings.generated.ts";

/** The settings while they are asked for: what was said before, and defaults. */
export type SettingsSoFar = SettingDefaults & VerificationConfig;

/** How the interactive mode asks for a setting: yes or no, unless it has choices or reads a text. */
export interface SettingQuestion {
  /** `basic`: in every mode. */
  readonly mode: "basic" | "advanced";
  readonly message: string;
  /** The values to choose from, each with what it means; null: it says so itself. */
  readonly choices?: Readonly<Record<string, string | null>>;
  /** Of the choices, those that can be had. */
  readonly offers?: (choice: string, now: SettingsSoFar) => boolean;
  /** How a text is read. */
  readonly reads?: Exclude<FlagReader, "choice">;
  /** What an empty text means, which is null, or the default where there is one; absent: it has to be given. */
  readonly whenEmpty?: string;
  /** Stands there where nothing is set. */
  readonly initial?: string;
  /** Asked only where this holds. */
  readonly when?: (now: SettingsSoFar) => boolean;
  /** What follows for other settings. */
  readonly also?: (value: unknown, now: SettingsSoFar) => VerificationConfig;
}
