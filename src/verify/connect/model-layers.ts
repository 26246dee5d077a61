import type { ResolvedModel } from "../../models/definition/index.ts";
import { vendorOfCalls } from "../../models/index.ts";
import type { Pricing } from "../../models/prices/index.ts";
import type { AgentPort, LlmPort } from "../../ports/index.ts";
import { limitedLlm, retryingAgent, retryingLlm } from "../../run/index.ts";
import { maskedAgent, maskedLlm } from "./masked-replies.ts";
import { pricedAgent } from "./priced-agent.ts";
import type { RunConnectContext } from "./run-connect-context.ts";

/**
 * Around the raw model: keys hidden, recording, price, the run's limit of requests in flight, retries. `connect-models.ts` puts
 * the outermost layer around it, which watches the model's server.
 */
export async function layeredLlm(
  model: ResolvedModel,
  raw: LlmPort,
  context: RunConnectContext,
): Promise<LlmPort> {
  const { recordingLlm } = await import("../../models/recording/index.ts");
  const { pricedLlm } = await import("../../models/prices/index.ts");
  const { limiter, recorder, clock, random } = context;
  const safe = maskedLlm(raw, context.secrets);
  const recorded =
    recorder === undefined
      ? safe
      : recordingLlm(safe, recorder, {
          modelName: model.modelName,
          ...(model.temperature === null ? {} : { temperature: model.temperature }),
        });
  const priced = pricedLlm(recorded, await pricingOf(model));
  const limited = limiter === undefined ? priced : limitedLlm(priced, limiter);
  return retryingLlm(limited, { policy: model.retryPolicy, clock, random });
}

/**
 * Around an agent that makes its calls itself: keys hidden, price, the run's limit, and beginning again as long as nothing has
 * happened. One run of it counts as one request in flight. Its calls are not recorded.
 */
export async function layeredAgent(
  model: ResolvedModel,
  raw: AgentPort,
  context: RunConnectContext,
): Promise<AgentPort> {
  const { priceOf } = await import("../../models/prices/index.ts");
  const { limiter, clock, random } = context;
  const { provider, modelName, price } = await pricingOf(model);
  const priced = pricedAgent(maskedAgent(raw, context.secrets), (usage) =>
    priceOf(provider, modelName, usage, price),
  );
  const limited: AgentPort =
    limiter === undefined
      ? priced
      : { ...priced, run: (request) => limiter.run(() => priced.run(request), request.signal) };
  return retryingAgent(limited, { policy: model.retryPolicy, clock, random });
}

/** Which price list a model's calls have. */
async function pricingOf(model: ResolvedModel): Promise<Pricing> {
  const vendor = await vendorOfCalls(model.innerInterface, model.modelProvider);
  return {
    provider: vendor?.priceList ?? vendor?.name ?? model.innerInterface.name,
    modelName: model.modelName,
    ...(model.prices === null ? {} : { price: model.prices }),
  };
}
