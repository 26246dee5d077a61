import { modelFingerprint } from "../../config/index.ts";
import type { ResolvedModel } from "../../models/definition/index.ts";
import { vendorOfCalls } from "../../models/index.ts";
import type { AgentPort, LlmPort } from "../../ports/index.ts";
import { limitedLlm, pacedLlm, retryingAgent, retryingLlm } from "../../run/index.ts";
import { maskedAgent, maskedLlm } from "./masked-replies.ts";
import { type Price, pricedAgent, pricedLlm } from "./priced-model.ts";
import type { RunConnectContext } from "./run-connect-context.ts";

/**
 * Around the raw model: keys hidden, spans, the run's limit of requests in flight, the pace of its server, recording, price, retries, what was paid before, the store of replies. `connect-models.ts` puts
 * the outermost layer around it, which watches the model's server. What the pace repeats is not recorded: a recording has no server that is asked too fast.
 */
export async function layeredLlm(
  model: ResolvedModel,
  raw: LlmPort,
  context: RunConnectContext,
): Promise<LlmPort> {
  const { paidLlm, recordingLlm, storingLlm } = await import("../../models/recording/index.ts");
  const { limiter, recorder, replies, paidScopeOf, clock, random, notify } = context;
  const safe = maskedLlm(raw, context.secrets);
  const price = await priceOfCalls(model);
  const { spans } = context;
  const traced =
    spans === undefined
      ? safe
      : await (await import("../telemetry/traced-ports.ts")).tracedLlm(safe, model, spans, price);
  const limited = limiter === undefined ? traced : limitedLlm(traced, limiter);
  const pace = context.paces.paceOf(model);
  const { retryPolicy: policy } = model;
  const paced = pace === undefined ? limited : pacedLlm(limited, pace, policy.rateLimit.maxAttempts > 0);
  const recorded =
    recorder === undefined
      ? paced
      : recordingLlm(paced, recorder, {
          modelName: model.modelName,
          ...(model.temperature === null ? {} : { temperature: model.temperature }),
        });
  const priced = pricedLlm(recorded, price);
  const lasting = retryingLlm(priced, { policy, clock, random });
  // a recording is a store already
  if (model.innerInterface.repeatHint !== undefined) return lasting;
  const fingerprint = modelFingerprint(model);
  const paid =
    paidScopeOf === undefined ? lasting : paidLlm(lasting, { model: fingerprint, scopeOf: paidScopeOf });
  // between runs nobody knows when what a program brings itself changes
  if (replies === undefined || model.innerInterface.reached === "calls") return paid;
  return storingLlm(paid, { ...replies, model: fingerprint, notify });
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
  const { limiter, clock, random } = context;
  const priced = pricedAgent(maskedAgent(raw, context.secrets), await priceOfCalls(model));
  const { spans } = context;
  const traced =
    spans === undefined
      ? priced
      : await (await import("../telemetry/traced-ports.ts")).tracedAgent(priced, model, spans);
  const limited: AgentPort =
    limiter === undefined
      ? traced
      : { ...traced, run: (request) => limiter.run(() => traced.run(request), request.signal) };
  return retryingAgent(limited, { policy: model.retryPolicy, clock, random });
}

/** What a model's calls cost: its own price first, then that of its vendor's list. */
export async function priceOfCalls(model: ResolvedModel): Promise<Price> {
  const { priceOf } = await import("../../models/prices/index.ts");
  const provider = await priceListOf(model);
  return (usage) => priceOf(provider, model.modelName, usage, model.prices ?? undefined);
}

/** Which vendor's list has the price of a model. */
export async function priceListOf({ innerInterface, modelProvider }: ResolvedModel): Promise<string> {
  const vendor = await vendorOfCalls(innerInterface, modelProvider);
  return vendor?.priceList ?? vendor?.name ?? innerInterface.name;
}
