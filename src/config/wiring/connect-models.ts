import { KareninaError } from "../../base/index.ts";
import { structuredParser } from "../../judge/index.ts";
import type { AnsweringModel, ParsingModel } from "../../pipeline/index.ts";
import type { LlmPort } from "../../ports/index.ts";
import { limitedLlm, type RetryPolicy, retryingAgent, retryingLlm } from "../../run/index.ts";
import type { ResolvedModel } from "../model/resolved-model.ts";
import { connections } from "./connections.ts";
import type { Wiring } from "./wiring.ts";

const agentTurns = 25;

/** Opens a model under test. */
export async function connectAnsweringModel(model: ResolvedModel, wiring: Wiring): Promise<AnsweringModel> {
  const raw = await connections[model.interface](model, wiring);
  const common = { ...connected(model), recorded: model.interface === "manual" };
  if (raw.kind === "llm")
    return { ...common, connection: { kind: "llm", llm: await layered(model, raw.llm, wiring) } };
  const { clock, random } = wiring;
  return {
    ...common,
    connection: {
      kind: "agent",
      agent: retryingAgent(raw.agent, { policy: model.retryPolicy, clock, random }),
      maxTurns: agentTurns,
      timeoutMs: model.agentTimeout * 1000,
      mcpServers: [],
    },
  };
}

/** Opens a judge. */
export async function connectParsingModel(model: ResolvedModel, wiring: Wiring): Promise<ParsingModel> {
  const raw = await connections[model.interface](model, wiring);
  if (raw.kind !== "llm")
    throw new KareninaError(
      "configuration",
      `The interface "${model.interface}" of model "${model.id}" cannot judge.`,
    );
  const llm = await layered(model, raw.llm, wiring);
  return { ...connected(model), llm, parser: structuredParser(llm, { feedbackRetries: model.maxRetries }) };
}

function connected(model: ResolvedModel) {
  return {
    id: model.id,
    identity: {
      interface: model.interface,
      modelName: model.modelName,
      tools: [],
      configId: model.id === model.modelName ? null : model.id,
    },
    systemPrompt: model.systemPrompt,
    requestTimeoutMs: model.requestTimeout === null ? undefined : model.requestTimeout * 1000,
    retryBudget: retryBudget(model.retryPolicy),
  };
}

function retryBudget(policy: RetryPolicy): { readonly [category: string]: number } {
  return {
    connection: policy.connection.maxAttempts,
    timeout: policy.timeout.maxAttempts,
    rate_limit: policy.rateLimit.maxAttempts,
    server_error: policy.serverError.maxAttempts,
  };
}

/** Around the raw model: recording, price, the run's limit of requests in flight, retries. */
async function layered(model: ResolvedModel, raw: LlmPort, wiring: Wiring): Promise<LlmPort> {
  const { recordingLlm, pricedLlm, sdkProviderOf } = await import("../../adapters/models/index.ts");
  const { limiter, recorder, clock, random } = wiring;
  const recorded =
    recorder === undefined
      ? raw
      : recordingLlm(raw, recorder, {
          modelName: model.modelName,
          ...(model.temperature === null ? {} : { temperature: model.temperature }),
        });
  const priced = pricedLlm(recorded, {
    provider: model.interface === "ai_sdk" ? sdkProviderOf(model.modelProvider ?? "").name : model.interface,
    modelName: model.modelName,
    ...(model.prices === null ? {} : { price: model.prices }),
  });
  const limited = limiter === undefined ? priced : limitedLlm(priced, limiter);
  return retryingLlm(limited, { policy: model.retryPolicy, clock, random });
}
