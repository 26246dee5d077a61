import type { ResolvedModel } from "../../models/definition/index.ts";
import { valueName } from "../../models/given-model/index.ts";
import type { ModelRole } from "../model/resolved-model.ts";
import { modelDefaults } from "../settings/model-defaults.ts";
import type { PartWithoutEffect } from "./part-without-effect.ts";

/** Parts of the middleware of other systems that do nothing here, and what counts in their place. */
const instead = {
  model_retry: "calls are repeated as retry_policy says",
  tool_retry: "a tool's failure goes back to the model, which decides what to do",
  summarization: "conversations are not shortened; limit model calls instead",
  prompt_caching: "the interface claude_tool always uses its prompt cache, the others have none to set",
} as const;

/** What of a model's settings does nothing. */
export function listModelPartsWithoutEffect(
  model: ResolvedModel,
  role: ModelRole,
): readonly PartWithoutEffect[] {
  const parts = [
    ...middlewareParts(model, role),
    ...runtimeParts(model),
    ...agentParts(model, role),
    ...samplingParts(model, role),
  ];
  return parts.map(({ name, reason }) => ({ name: `${name} of model "${model.id}"`, reason }));
}

function middlewareParts(model: ResolvedModel, role: ModelRole): readonly PartWithoutEffect[] {
  const { agentMiddleware: middleware } = model;
  if (middleware === null) return [];
  const { modelRetry, toolRetry, summarization, promptCaching, limits } = middleware;
  const given = {
    model_retry: modelRetry,
    tool_retry: toolRetry,
    summarization: summarization?.enabled === false ? undefined : summarization,
    prompt_caching: promptCaching?.enabled === false ? undefined : promptCaching,
  };
  const parts = Object.entries(instead).flatMap(
    ([part, reason]) =>
      given[part as keyof typeof instead] === undefined ? [] : [{ name: `agent_middleware.${part}`, reason }], // a key of the table
  );
  return limits === undefined ? parts : [...parts, ...limitParts(model, role)];
}

function limitParts(model: ResolvedModel, role: ModelRole): readonly PartWithoutEffect[] {
  const { modelCallLimit, toolCallLimit, exitBehavior } = model.agentMiddleware?.limits ?? {};
  const name = "agent_middleware.limits";
  if (!isAgent(model, role)) return [{ name, reason: "it has no tools and is asked once" }];
  const parts = [
    {
      name: `${name}.model_call_limit`,
      reason: "a judge's turns are those of agentic_parsing_max_turns or of the trait",
      isIdle: role === "parsing" && modelCallLimit !== undefined,
    },
    {
      name: `${name}.exit_behavior`,
      reason:
        "a run ends at its limit of model calls, and tool calls beyond theirs are answered with an error",
      isIdle: exitBehavior === "continue",
    },
    {
      name: `${name}.tool_call_limit`,
      reason: `${model.interface} limits model calls only`,
      isIdle: model.reachedBy.ownCalls === true && toolCallLimit !== undefined,
    },
  ];
  return parts.filter(({ isIdle }) => isIdle);
}

function runtimeParts({ reachedBy, agentRuntime }: ResolvedModel): readonly PartWithoutEffect[] {
  const { backend, sandboxEnabled } = agentRuntime;
  const { tier, ownSandbox } = reachedBy;
  if (tier !== "deep_agent" || ownSandbox === true || sandboxEnabled) return [];
  if (backend === "unsandboxed" || backend === "none") return [];
  const reason = `its commands run in the backend "${backend}"; to run them without a sandbox choose the backend "unsandboxed"`;
  return [{ name: "agent_runtime.sandbox_enabled", reason }];
}

function agentParts(model: ResolvedModel, role: ModelRole): readonly PartWithoutEffect[] {
  if (model.agentTimeout === modelDefaults.agentTimeout || isAgent(model, role)) return [];
  return [{ name: "agent_timeout", reason: "it is no agent; the limit of a call is request_timeout" }];
}

/** Sampling settings of an application, or of an agent of the program's own, which calls its models itself. */
function samplingParts(
  { reachedBy, temperature, maxTokens }: ResolvedModel,
  role: ModelRole,
): readonly PartWithoutEffect[] {
  const isOwn = reachedBy.name === valueName || reachedBy.application === true;
  if (role !== "answering" || !isOwn || reachedBy.ownCalls !== true) return [];
  const reason = "it makes its model calls itself";
  return [
    ...(temperature === modelDefaults.temperature ? [] : [{ name: "temperature", reason }]),
    ...(maxTokens === modelDefaults.maxTokens ? [] : [{ name: "max_tokens", reason }]),
  ];
}

const isAgent = ({ reachedBy, mcpUrlsDict }: ResolvedModel, role: ModelRole) =>
  reachedBy.tier === "deep_agent" ||
  (role === "answering" && (mcpUrlsDict !== null || reachedBy.ownCalls === true));
