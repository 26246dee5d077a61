import { verificationConfigFromOverrides } from "./overrides/apply-overrides.ts";
import { configSchema } from "./settings/config-schema.ts";
import type { VerificationConfig as Configuration } from "./settings/settings.generated.ts";

/**
 * How a benchmark is run, as a user writes it. Only the models have to be named; everything else has a default. The value
 * reads one, and makes one from single values.
 *
 * @example
 * VerificationConfig.fromOverrides({ answeringModel: "qwen3", baseUrl: "http://localhost:8000/v1" }, base);
 */
export const VerificationConfig = Object.assign(configSchema.clone(), {
  /** A configuration from single values, over a base where there is one; see {@link verificationConfigFromOverrides}. */
  fromOverrides: verificationConfigFromOverrides,
});
export type VerificationConfig = Configuration;
