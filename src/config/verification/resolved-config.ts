import type { PromptConfig } from "../../judge/index.ts";
import type { ResolvedModel } from "../../models/definition/index.ts";
import type { RetryPolicy } from "../../run/index.ts";
import type { FewShotConfig } from "../few-shot/few-shot-config.ts";
import type { instructionShortcuts } from "./instructions.ts";
import type { VerificationConfig } from "./verification-config.ts";

/** Settings that have a default and pass through as they are. */
type Settings = Omit<
  VerificationConfig,
  | "answeringModels"
  | "parsingModels"
  | "retryPolicy"
  | "promptConfig"
  | "deepJudgmentEnabled"
  | "rubricEnabled"
  | keyof typeof instructionShortcuts
>;

/** What every setting has where nobody says anything. */
export type SettingDefaults = { readonly [K in keyof Settings]-?: Exclude<Settings[K], undefined> };

/** A run's configuration with every default filled in and every contradiction ruled out. */
export interface ResolvedConfig extends SettingDefaults {
  readonly answeringModels: readonly ResolvedModel[];
  readonly parsingModels: readonly ResolvedModel[];
  readonly retryPolicy: RetryPolicy;
  readonly promptConfig: PromptConfig;
  readonly rubricEnabled: boolean;
  readonly fewShotConfig: FewShotConfig | null;
}
