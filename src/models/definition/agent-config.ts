import * as z from "zod";

const count = z.int().positive().optional();

/** What one command of an agent may use; what is left out has a default. */
export const CommandLimitsConfig = z.strictObject({
  /** Processes and threads at the same time. */
  processes: count,
  /** Memory of all its processes together. */
  memoryBytes: count,
  /** Growth of the workspace. */
  diskBytes: count,
  /** Files that it may leave or change in the workspace. */
  files: count,
  fileBytes: count,
  /** Size of `/tmp`. */
  temporaryBytes: count,
  openFiles: count,
  /** Output of both streams together. */
  outputBytes: count,
});
export type CommandLimitsConfig = z.infer<typeof CommandLimitsConfig>;

/**
 * Where an agent's commands run. The names `native`, `filesystem`, `container`, `docker` with a container runtime, and
 * `local_shell` are those of the Python system; see {@link resolveRuntime}.
 */
export const AgentRuntimeConfig = z.strictObject({
  backend: z
    .enum([
      ...["auto", "bubblewrap", "namespaces", "docker", "podman", "unsandboxed", "none"],
      ...["native", "filesystem", "container", "local_shell"],
    ] as const)
    .nullish(),
  accessMode: z.enum(["read_write", "read_only"]).optional(),
  sandboxEnabled: z.boolean().optional(),
  containerRuntime: z.enum(["docker", "podman", "singularity", "apptainer"]).nullish(),
  containerImage: z.string().min(1).nullish(),
  containerNetwork: z.enum(["bridge", "none"]).nullish(),
  containerAddHosts: z.array(z.string()).readonly().nullish(),
  /** Commands may use the network. Default false. */
  network: z.boolean().optional(),
  limits: CommandLimitsConfig.nullish(),
  /** Most bytes of a file that the agent is shown at once. */
  readMaxBytes: z.int().positive().nullish(),
});
export type AgentRuntimeConfig = z.infer<typeof AgentRuntimeConfig>;

const retries = {
  maxRetries: z.int().min(0).optional(),
  backoffFactor: z.number().min(0).optional(),
  initialDelay: z.number().min(0).optional(),
};

/** Limits, retries and context handling of an agent loop; only the limits are used. */
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
