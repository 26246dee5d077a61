import type { EmbeddingModel, wrapLanguageModel } from "ai";
import type { JsonObject } from "../../../base/index.ts";
import type { Vendor } from "../../vendors/index.ts";

/** A model object of the AI SDK, never a bare name: a name would resolve through a global registry. */
export type SdkModel = ReturnType<typeof wrapLanguageModel>;
type SdkEmbeddingModel = Exclude<EmbeddingModel, string>;

/** What every provider package is opened with. */
interface ProviderSettings {
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

/** A mark a vendor puts on thinking or on a tool call and wants back while the model goes on with its tools. */
export interface SignatureCodec {
  /** The mark in what came with a part of this kind; undefined when there is none. */
  read(providerMetadata: unknown, part: "thinking" | "tool_use"): string | undefined;
  /** What goes back with the part. */
  options(signature: string): { readonly [provider: string]: JsonObject };
}

/** One vendor reachable through the AI SDK. */
export interface SdkProvider extends Vendor {
  readonly packageName: string;
  /** Absent where the vendor's interface has no such marks. */
  readonly signatures?: SignatureCodec;
  open(settings: ProviderSettings): Promise<OpenedProvider>;
}
