import { interfaceFacts } from "../model/interfaces.ts";
import type { ModelRole, ResolvedModel } from "../model/resolved-model.ts";

/** Parts of the middleware of other systems that do nothing here, and what counts in their place. */
const instead = {
  model_retry: "calls are repeated as retry_policy says",
  tool_retry: "a tool's failure goes back to the model, which decides what to do",
  summarization: "conversations are not shortened; limit model calls instead",
  prompt_caching: "the interface claude_tool always uses its prompt cache, the others have none to set",
} as const;

type Idle = (part: string, reason: string) => string;

/** What of a model's middleware does nothing, a sentence each. */
export function middlewareWarnings(model: ResolvedModel, role: ModelRole): readonly string[] {
  const { agentMiddleware: middleware } = model;
  if (middleware === null) return [];
  const { modelRetry, toolRetry, summarization, promptCaching, limits } = middleware;
  const given = {
    model_retry: modelRetry,
    tool_retry: toolRetry,
    summarization: summarization?.enabled === false ? undefined : summarization,
    prompt_caching: promptCaching?.enabled === false ? undefined : promptCaching,
  };
  const idle: Idle = (part, reason) =>
    `agent_middleware.${part} of model "${model.id}" has no effect: ${reason}.`;
  const parts = Object.entries(instead).flatMap(
    ([part, reason]) => (given[part as keyof typeof instead] === undefined ? [] : [idle(part, reason)]), // a key of the table
  );
  return limits === undefined ? parts : [...parts, ...limitWarnings(model, role, idle)];
}

function limitWarnings(model: ResolvedModel, role: ModelRole, idle: Idle): readonly string[] {
  const { modelCallLimit, toolCallLimit, exitBehavior } = model.agentMiddleware?.limits ?? {};
  const { tier, ownCalls } = interfaceFacts(model.interface);
  const isAgent = tier === "deep_agent" || (role === "answering" && model.mcpUrlsDict !== null);
  if (!isAgent) return [idle("limits", "it has no tools and is asked once")];
  return [
    ...(role === "parsing" && modelCallLimit !== undefined
      ? [
          idle(
            "limits.model_call_limit",
            "a judge's turns are those of agentic_parsing_max_turns or of the trait",
          ),
        ]
      : []),
    ...(exitBehavior === "continue"
      ? [
          idle(
            "limits.exit_behavior",
            "a run ends at its limit of model calls, and tool calls beyond theirs are answered with an error",
          ),
        ]
      : []),
    ...(ownCalls === true && toolCallLimit !== undefined
      ? [idle("limits.tool_call_limit", `${model.interface} limits model calls only`)]
      : []),
  ];
}
