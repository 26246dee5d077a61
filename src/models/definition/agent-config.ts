import * as z from "zod";

const count = z.int().positive().optional();

/** What one command of an agent may use; what is left out has a default. */
export const CommandLimitsConfig = z.strictObject({
  processes: count.describe("Processes and threads at the same time."),
  memoryBytes: count.describe("Memory of all its processes together, in bytes."),
  diskBytes: count.describe("Growth of the workspace, in bytes."),
  files: count.describe("Files that it may leave or change in the workspace."),
  fileBytes: count.describe("Size of one file, in bytes."),
  temporaryBytes: count.describe("Size of `/tmp`, in bytes."),
  openFiles: count.describe("Files that a process has open at the same time."),
  outputBytes: count.describe("Output of both streams together, in bytes."),
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
    .nullish()
    .describe(
      "What keeps commands inside; `auto`: the first that works here, `none`: files only. Default: `auto`.",
    ),
  accessMode: z
    .enum(["read_write", "read_only"])
    .optional()
    .describe("`read_only`: nothing in the workspace changes. Default: `read_write`."),
  sandboxEnabled: z
    .boolean()
    .optional()
    .describe("Whether an agent that has a sandbox of its own uses it. Default: `true`."),
  containerRuntime: z
    .enum(["docker", "podman", "singularity", "apptainer"])
    .nullish()
    .describe("What runs containers, for the backend `container` of the Python system. Default: `docker`."),
  containerImage: z.string().min(1).nullish().describe("The image for `docker` and `podman`."),
  containerNetwork: z
    .enum(["bridge", "none"])
    .nullish()
    .describe("`bridge` is `network` true, as the Python system writes it."),
  containerAddHosts: z.array(z.string()).readonly().nullish().describe("Not available; leave it out."),
  network: z.boolean().optional().describe("Commands may use the network. Default: `false`."),
  limits: CommandLimitsConfig.nullish().describe("What one command may use; what is left out has a default."),
  readMaxBytes: z
    .int()
    .positive()
    .nullish()
    .describe("Most bytes of a file that the agent is shown at once; null: no limit of its own."),
});
export type AgentRuntimeConfig = z.infer<typeof AgentRuntimeConfig>;

/** What files of the Python system hold and nothing reads. */
const unused = <Schema extends z.ZodType>(schema: Schema, about: string) =>
  schema.describe(`No effect: ${about}.`);

const retries = (of: string) => ({
  maxRetries: unused(z.int().min(0).optional(), `retries of one ${of}`),
  backoffFactor: unused(z.number().min(0).optional(), "growth of the wait from retry to retry"),
  initialDelay: unused(z.number().min(0).optional(), "the first wait, in seconds"),
});

/** Limits, retries and context handling of an agent loop; only the limits are used. */
export const AgentMiddlewareConfig = z.strictObject({
  limits: z
    .strictObject({
      modelCallLimit: z.int().min(1).optional().describe("Model calls of one agent run. Default: `25`."),
      toolCallLimit: z.int().min(1).optional().describe("Tool calls of one agent run. Default: no limit."),
      exitBehavior: z
        .enum(["end", "continue"])
        .optional()
        .describe("A run ends at its limit, whatever this says."),
    })
    .optional()
    .describe("Where an agent run ends; what is left out has a default."),
  modelRetry: z
    .strictObject({
      ...retries("model call"),
      maxDelay: unused(z.number().min(0).optional(), "the longest wait, in seconds"),
      jitter: unused(z.boolean().optional(), "waits of a length drawn by lot"),
      onFailure: unused(z.enum(["continue", "raise"]).optional(), "what follows the last retry"),
    })
    .optional()
    .describe("No effect: the policy of retries says how model calls are retried."),
  toolRetry: z
    .strictObject({
      ...retries("tool call"),
      onFailure: unused(z.enum(["return_message", "raise"]).optional(), "what follows the last retry"),
    })
    .optional()
    .describe("No effect: a failed tool call is told to the model."),
  summarization: z
    .strictObject({
      enabled: unused(z.boolean().optional(), "whether old messages are summarized"),
      model: unused(z.string().nullish(), "the model that summarizes"),
      triggerFraction: unused(
        z.number().min(0).max(1).optional(),
        "share of the context, 0 to 1, that starts it",
      ),
      triggerTokens: unused(z.int().min(1).nullish(), "tokens that start it"),
      keepMessages: unused(z.int().min(1).optional(), "newest messages that stay as they are"),
    })
    .optional()
    .describe("No effect: conversations are not summarized."),
  promptCaching: z
    .strictObject({
      enabled: unused(z.boolean().optional(), "whether prompts are cached"),
      ttl: unused(z.enum(["5m", "1h"]).optional(), "how long they are kept, in minutes or hours"),
      minMessagesToCache: unused(z.int().min(0).optional(), "messages from which they are cached"),
      unsupportedModelBehavior: unused(
        z.enum(["ignore", "warn", "raise"]).optional(),
        "what a model without a cache leads to",
      ),
    })
    .optional()
    .describe("No effect: caching is the vendor's own."),
});
export type AgentMiddlewareConfig = z.infer<typeof AgentMiddlewareConfig>;
