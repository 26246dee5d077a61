import * as z from "zod";

/** Where an agent's tools run. Defaults: read and write, sandboxed, no container. */
export const AgentRuntimeConfig = z.strictObject({
  backend: z.enum(["native", "filesystem", "container", "docker", "local_shell"]).nullish(),
  accessMode: z.enum(["read_write", "read_only"]).optional(),
  sandboxEnabled: z.boolean().optional(),
  containerRuntime: z.enum(["docker", "singularity", "apptainer"]).optional(),
  containerImage: z.string().nullish(),
  containerNetwork: z.enum(["bridge", "none"]).optional(),
  containerAddHosts: z.array(z.string()).optional(),
  readMaxBytes: z.int().positive().nullish(),
});
export type AgentRuntimeConfig = z.infer<typeof AgentRuntimeConfig>;

const retries = {
  maxRetries: z.int().min(0).optional(),
  backoffFactor: z.number().min(0).optional(),
  initialDelay: z.number().min(0).optional(),
};

/** Limits, retries and context handling of an agent loop. */
export const AgentMiddlewareConfig = z.strictObject({
  limits: z
    .strictObject({
      modelCallLimit: z.int().min(1).optional(),
      toolCallLimit: z.int().min(1).optional(),
      exitBehavior: z.enum(["end", "continue"]).optional(),
    })
    .optional(),
  modelRetry: z
    .strictObject({
      ...retries,
      maxDelay: z.number().min(0).optional(),
      jitter: z.boolean().optional(),
      onFailure: z.enum(["continue", "raise"]).optional(),
    })
    .optional(),
  toolRetry: z
    .strictObject({ ...retries, onFailure: z.enum(["return_message", "raise"]).optional() })
    .optional(),
  summarization: z
    .strictObject({
      enabled: z.boolean().optional(),
      model: z.string().nullish(),
      triggerFraction: z.number().min(0).max(1).optional(),
      triggerTokens: z.int().min(1).nullish(),
      keepMessages: z.int().min(1).optional(),
    })
    .optional(),
  promptCaching: z
    .strictObject({
      enabled: z.boolean().optional(),
      ttl: z.enum(["5m", "1h"]).optional(),
      minMessagesToCache: z.int().min(0).optional(),
      unsupportedModelBehavior: z.enum(["ignore", "warn", "raise"]).optional(),
    })
    .optional(),
});
export type AgentMiddlewareConfig = z.infer<typeof AgentMiddlewareConfig>;
