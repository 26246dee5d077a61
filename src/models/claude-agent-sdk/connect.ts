import * as z from "zod";
import { KareninaError, variable } from "../../base/index.ts";
import { type Connect, modelKey, type ResolvedModel, requirePackages } from "../definition/index.ts";
import { createClaudeAgentSdkAgent } from "./claude-agent.ts";
import { createClaudeAgentSdkLlm } from "./claude-llm.ts";

/** What `extra_kwargs` can say. */
const ExtraSettings = z.strictObject({
  /** Tools of the program beside those for files and commands, such as `WebSearch`. */
  further_tools: z.array(z.string()).optional(),
  /** Names of further variables that the program and its commands get. */
  forward: z.array(z.string()).optional(),
});

/**
 * Claude Code's own agent through the Claude Agent SDK. The credential is the named variable's, else that of
 * `ANTHROPIC_API_KEY`, `CLAUDE_CODE_OAUTH_TOKEN` or `ANTHROPIC_AUTH_TOKEN`, the first that is set.
 */
export const connectClaudeAgentSdk: Connect = async (model, { environment, clock, hiddenPaths }) => {
  requirePackages(model.reachedBy.packages ?? [], `model "${model.id}"`);
  const { further_tools: furtherTools, forward } = extraSettings(model);
  const connection = {
    modelName: model.modelName,
    maxTokens: model.maxTokens,
    environment,
    clock,
    oauthToken: variable(environment, "CLAUDE_CODE_OAUTH_TOKEN"),
    authToken: variable(environment, "ANTHROPIC_AUTH_TOKEN"),
    ...modelKey(model, "anthropicApiKey", environment),
    baseUrl: model.anthropicBaseUrl ?? undefined,
    forward,
  };
  return {
    kind: "runtime",
    agent: createClaudeAgentSdkAgent({
      ...connection,
      access: model.agentRuntime.accessMode,
      sandbox: model.agentRuntime.sandboxEnabled,
      hiddenPaths,
      furtherTools,
    }),
    openLlm: () => createClaudeAgentSdkLlm(connection),
  };
};

function extraSettings({ id, extraKwargs }: ResolvedModel): z.infer<typeof ExtraSettings> {
  const read = ExtraSettings.safeParse(extraKwargs ?? {});
  if (read.success) return read.data;
  throw new KareninaError(
    "configuration",
    `Model "${id}": extra_kwargs of the interface claude_agent_sdk must be lists of names; found ${JSON.stringify(Object.keys(extraKwargs ?? {}))}.`,
    { hint: 'It takes "further_tools" and "forward", such as { "further_tools": ["WebSearch"] }.' },
  );
}
