import { type JsonObject, KareninaError, loadPackage, secretTexts } from "../../base/index.ts";
import { type CallSite, createHttpClient, type HttpClient, shownUrl } from "../../http/index.ts";
import type { VendorOptions } from "../definition/index.ts";
import { type OpenedProvider, type SdkProvider, sdkProviderOf } from "./providers/index.ts";
import { type StreamedCalls, streamedCalls } from "./streamed-call.ts";

/** How to reach a vendor through the AI SDK. */
export interface ConnectionOptions extends VendorOptions {
  /** `openai`, `anthropic`, `google` (also `google_genai`, `gemini`) or `openrouter`. */
  readonly provider: string;
  /** Vendor settings under the vendor's name, such as `{ anthropic: { effort: "low" } }`. */
  readonly providerOptions?: { readonly [provider: string]: JsonObject };
}

/** A vendor's package opened on a connection pool. */
interface Connection {
  readonly provider: SdkProvider;
  readonly site: CallSite;
  readonly client: HttpClient;
  readonly streamed: StreamedCalls;
  /** Imports the package at the first call. */
  open(): Promise<OpenedProvider>;
}

/**
 * Throws at once, before any request: `KareninaError` with code `missing_key` or `configuration`.
 * `open` throws `missing_dependency` when the vendor's package is not installed.
 */
export function connect(options: ConnectionOptions): Connection {
  const provider = sdkProviderOf(options.provider);
  const environment = options.environment ?? process.env;
  const apiKey = options.apiKey ?? provider.keyVariables.map((name) => environment[name]).find((key) => key);
  const { keyName = provider.keyVariables[0] } = options;
  if (apiKey === undefined || apiKey === "") {
    throw new KareninaError("missing_key", `No API key for ${provider.name}: ${keyName} is not set.`, {
      hint: `Set ${provider.keyVariables.join(" or ")}.`,
    });
  }
  const baseUrl = options.baseUrl ?? provider.defaultUrl;
  refuseCredentials(baseUrl, provider.name);
  const client = createHttpClient(options);
  const streamed = streamedCalls(client.fetch);
  let opened: Promise<OpenedProvider> | undefined;
  return {
    provider,
    client,
    streamed,
    site: {
      modelName: options.modelName,
      url: shownUrl(baseUrl),
      keyName,
      secrets: [apiKey, ...secretTexts([{ headers: options.headers }, options.providerOptions])],
    },
    open() {
      opened ??= loadPackage(provider.packageName, () =>
        provider.open({
          apiKey,
          fetch: streamed.fetch,
          baseURL: baseUrl.replace(/\/+$/, ""),
          headers: options.headers,
        }),
      );
      return opened;
    },
  };
}

/** No request can be made to such an address, and the error about it would show the password. */
function refuseCredentials(baseUrl: string, provider: string): void {
  if (!URL.canParse(baseUrl)) return;
  const { username, password } = new URL(baseUrl);
  if (username === "" && password === "") return;
  throw new KareninaError(
    "configuration",
    `The base URL of ${provider} must not hold a user name or password; found one.`,
    { hint: "Take it out, and give the key as an environment variable." },
  );
}
