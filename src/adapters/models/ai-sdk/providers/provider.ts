import type { EmbeddingModel, wrapLanguageModel } from "ai";

/** A model object of the AI SDK, never a bare name: a name would resolve through a global registry. */
export type SdkModel = ReturnType<typeof wrapLanguageModel>;
export type SdkEmbeddingModel = Exclude<EmbeddingModel, string>;

/** What every provider package is opened with. */
export interface ProviderSettings {
  readonly apiKey: string;
  /** Always given: without one, packages look into variables of the process. */
  readonly baseURL: string;
  readonly headers?: Record<string, string>;
  readonly fetch: typeof globalThis.fetch;
}

/** An opened provider package. */
export interface OpenedProvider {
  model(name: string): SdkModel;
  /** Absent where the vendor has no embedding models. */
  embeddingModel?(name: string): SdkEmbeddingModel;
}

/** One vendor reachable through the AI SDK. */
export interface SdkProvider {
  readonly name: string;
  /** Other names users write. */
  readonly aliases?: readonly string[];
  readonly packageName: string;
  /** Environment variables that may hold the key, first one first. */
  readonly keyVariables: readonly [string, ...string[]];
  /** Where requests go without a base URL. */
  readonly defaultUrl: string;
  open(settings: ProviderSettings): Promise<OpenedProvider>;
}
