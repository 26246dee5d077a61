import type { Clock, Environment } from "../../base/index.ts";
import type { HttpClientOptions } from "../../http/index.ts";
import { modelKey } from "./api-key.ts";
import type { ConnectContext, ResolvedModel } from "./model-interface.ts";

/** How a vendor is reached. */
export interface VendorOptions extends HttpClientOptions {
  readonly modelName: string;
  /** Default: the vendor's environment variable. */
  readonly apiKey?: string;
  /** Where the key comes from, named in the hint of a refused key. Default: the vendor's environment variable. */
  readonly keyName?: string;
  /** Default: the vendor's own address, whatever variables of its package say. Must hold no user name or password. */
  readonly baseUrl?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Where keys are looked up. Default: the process's environment. */
  readonly environment?: Environment;
}

/** How long a call may take. */
export interface AttemptOptions {
  /** Limit of one attempt in milliseconds, unless the request has its own. Default: none. */
  readonly timeoutMs?: number;
  readonly clock?: Clock;
}

/** The same, and how a model replies. */
export interface ReplyOptions extends AttemptOptions {
  readonly temperature?: number;
  /** Most tokens of a reply. Default: the server's. */
  readonly maxTokens?: number;
}

/**
 * What the connections to vendors have in common: name and key of the model, its limits, the surroundings.
 *
 * @param inline the setting that may hold the key itself
 * @throws KareninaError `missing_key` when a variable is named that is not set.
 */
export function connectionOptions(
  model: ResolvedModel,
  inline: Parameters<typeof modelKey>[1],
  { environment, clock }: Pick<ConnectContext, "environment" | "clock">,
) {
  const { modelName, maxTokens, temperature, anthropicBaseUrl, endpointBaseUrl } = model;
  return {
    modelName,
    maxTokens,
    environment,
    clock,
    ...modelKey(model, inline, environment),
    baseUrl: anthropicBaseUrl ?? endpointBaseUrl ?? undefined,
    temperature: temperature ?? undefined,
  };
}
