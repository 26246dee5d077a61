import { verificationConfigFromOverrides } from "./overrides/apply-overrides.ts";
import type { VerificationConfig as Configuration } from "./settings/settings.generated.ts";
import { configSchema } from "./verification/verification-config.ts";

/**
 * Reads a run's configuration, and makes one from single values.
 *
 * @example
 * VerificationConfig.fromOverrides({ answeringModel: "qwen3", baseUrl: "http://localhost:8000/v1" }, base);
 */
export const VerificationConfig = Object.assign(configSchema.clone(), {
  fromOverrides: verificationConfigFromOverrides,
});
export type VerificationConfig = Configuration;
