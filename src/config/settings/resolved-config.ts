import type { PromptConfig } from "../../judge/index.ts";
import type { ResolvedModel } from "../../models/definition/index.ts";
import type { RetryPolicy } from "../../run/index.ts";
import type { FewShotConfig } from "./few-shot-config.ts";
import type { SettingWithDefault, VerificationConfig } from "./settings.generated.ts";

/** What every setting has where nobody says anything. */
export type SettingDefaults = Required<Pick<VerificationConfig, SettingWithDefault>>;

/** A run's configuration with every default filled in and every contradiction ruled out. */
export interface ResolvedConfig extends SettingDefaults {
  readonly answeringModels: readonly ResolvedModel[];
  readonly parsingModels: readonly ResolvedModel[];
  readonly retryPolicy: RetryPolicy;
  readonly promptConfig: PromptConfig;
  readonly rubricEnabled: boolean;
  readonly fewShotConfig: FewShotConfig | null;
}
