import type { Attributes } from "@opentelemetry/api";
import type { ResolvedModel } from "../../models/definition/index.ts";
import { vendorOfCalls } from "../../models/index.ts";
import type { AgentPort, LlmPort, LlmReply } from "../../ports/index.ts";
import type { Usage } from "../../trace/index.ts";
import type { Spans } from "./spans.ts";

/**
 * Each attempt at a call in a span of its own, with the attributes for generative models.
 *
 * @param costOf in US dollars, where the provider does not say it; undefined: nobody knows
 */
export async function tracedLlm(
  llm: LlmPort,
  model: ResolvedModel,
  spans: Spans,
  costOf: (usage: Usage) => number | undefined,
): Promise<LlmPort> {
  const attributes = await attributesOf(model, "chat");
  const name = `chat ${model.modelName}`;
  return {
    capabilities: llm.capabilities,
    generate: (request) =>
      spans.within(
        {
          ...{ name, kind: "client" },
          attributes: {
            ...attributes,
            "gen_ai.request.temperature": request.temperature ?? model.temperature ?? undefined,
            "gen_ai.request.max_tokens": request.maxTokens ?? model.maxTokens,
            ...(request.seed !== undefined && { "gen_ai.request.seed": request.seed }),
            "gen_ai.output.type": request.responseSchema === undefined ? "text" : "json",
          },
        },
        async (span) => {
          const reply = await llm.generate(request);
          const costUsd =
            reply.usage.costUsd ?? (reply.usage.totalTokens === 0 ? undefined : costOf(reply.usage));
          span.set({
            ...repliedWith(reply, costUsd),
            "gen_ai.response.finish_reasons": [reply.finishReason],
          });
          return reply;
        },
      ),
    [Symbol.asyncDispose]: () => llm[Symbol.asyncDispose](),
  };
}

/** Each run of an agent that makes its calls itself in a span. */
export async function tracedAgent(agent: AgentPort, model: ResolvedModel, spans: Spans): Promise<AgentPort> {
  const attributes = await attributesOf(model, "invoke_agent");
  return {
    ...agent,
    run: (request) =>
      spans.within({ name: `invoke_agent ${model.modelName}`, kind: "client", attributes }, async (span) => {
        const reply = await agent.run(request);
        span.set({ ...repliedWith(reply), "karenina.turns": reply.turns });
        if (reply.error !== undefined) span.fail(reply.error.category);
        return reply;
      }),
    [Symbol.asyncDispose]: () => agent[Symbol.asyncDispose](),
  };
}

async function attributesOf(
  { innerInterface, modelProvider, modelName, interface: way }: ResolvedModel,
  operation: "chat" | "invoke_agent",
): Promise<Attributes> {
  const vendor = await vendorOfCalls(innerInterface, modelProvider);
  return {
    "gen_ai.operation.name": operation,
    "gen_ai.provider.name":
      vendor === undefined ? innerInterface.name : (ownNames[vendor.name] ?? vendor.name),
    "gen_ai.request.model": modelName,
    "karenina.interface": way,
  };
}

/** Vendors that the conventions call otherwise. */
const ownNames: { readonly [vendor: string]: string | undefined } = { google: "gcp.gemini" };

function repliedWith(
  { model, usage, usageKnown }: Pick<LlmReply, "model" | "usage" | "usageKnown">,
  costUsd = usage.costUsd,
): Attributes {
  return {
    "gen_ai.response.model": model,
    ...(usageKnown && {
      "gen_ai.usage.input_tokens": usage.inputTokens,
      "gen_ai.usage.output_tokens": usage.outputTokens,
    }),
    ...(costUsd !== undefined && { "karenina.cost_usd": costUsd }),
  };
}
