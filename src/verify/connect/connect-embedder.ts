import { definedOnly } from "../../base/index.ts";
import { embedderReference, present, type ResolvedConfig } from "../../config/index.ts";
import { apiKey } from "../../models/definition/index.ts";
import type { EmbedderPort } from "../../ports/index.ts";
import { embedderProbe, limitedEmbedder, retryingEmbedder, watchedEmbedder } from "../../run/index.ts";
import { longestProbeMs } from "./model-servers.ts";
import type { RunConnectContext } from "./run-connect-context.ts";

/** Opens the embedder of the run; undefined when the embedding check is off, or has no template to compare with. */
export async function connectEmbedder(
  config: ResolvedConfig,
  context: RunConnectContext,
): Promise<EmbedderPort | undefined> {
  if (!config.embeddingCheckEnabled || config.evaluationMode === "rubric_only") return undefined;
  const { recorder, limiter, clock, random } = context;
  const raw = await rawEmbedder(config, context);
  const timeoutMs = config.requestTimeout === null ? undefined : config.requestTimeout * 1000;
  const { recordingEmbedder } = await import("../../models/recording/index.ts");
  const recorded = recorder === undefined ? raw : recordingEmbedder(raw, recorder);
  const limited = limiter === undefined ? recorded : limitedEmbedder(recorded, limiter);
  const retried = retryingEmbedder(limited, {
    policy: config.retryPolicy,
    clock,
    random,
    ...definedOnly({ timeoutMs }),
  });
  if (present(config.embeddingCheckReplayFile)) return retried;
  const server = context.servers.watchService({
    name: "the embedding model",
    probe: embedderProbe(raw),
    timeoutMs: Math.min(timeoutMs ?? Number.POSITIVE_INFINITY, longestProbeMs),
    modelName: config.embeddingCheckModel,
  });
  return watchedEmbedder(retried, server);
}

async function rawEmbedder(
  config: ResolvedConfig,
  { environment, clock, shared }: RunConnectContext,
): Promise<EmbedderPort> {
  const { embeddingCheckBaseUrl: baseUrl, embeddingCheckReplayFile: file } = config;
  const { provider, modelName } = embedderReference(config.embeddingCheckModel, baseUrl);
  if (present(file)) {
    const { createReplayEmbedder, sharedRecording } = await import("../../models/recording/index.ts");
    return createReplayEmbedder(await sharedRecording(file, shared), { modelName, clock });
  }
  const source = { inline: null, variable: config.embeddingCheckApiKeyEnv };
  const key = definedOnly({ apiKey: apiKey(source, "the embedding check", environment) });
  if (present(baseUrl)) {
    const { createOpenAiEndpointEmbedder } = await import("../../models/openai-endpoint/index.ts");
    const keyName = definedOnly({ keyName: config.embeddingCheckApiKeyEnv ?? undefined });
    return createOpenAiEndpointEmbedder({ baseUrl, modelName, clock, ...key, ...keyName });
  }
  const { createAiSdkEmbedder } = await import("../../models/ai-sdk/index.ts");
  return createAiSdkEmbedder({ provider: provider ?? "", modelName, environment, clock, ...key });
}
