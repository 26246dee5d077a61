import { type JsonObject, secretTexts } from "../base/index.ts";
import type { CallSite } from "./call-site.ts";
import { type BaseUrlMode, endpointOf } from "./endpoint-url.ts";

/** How an OpenAI-compatible server is reached, whatever it is asked. */
export interface EndpointOptions {
  /** Such as `http://localhost:8000/v1`. */
  readonly baseUrl: string;
  /** `auto_v1` (default) adds `/v1` to the base URL where it is missing; `raw` takes it as it is. */
  readonly baseUrlMode?: BaseUrlMode;
  /** Omit for servers that ask for none. */
  readonly apiKey?: string;
  /** Where the key comes from, named in the hint of a refused key. Default `endpoint_api_key`. */
  readonly keyName?: string;
  readonly modelName: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Keys added to every request body; null removes one, such as `{ max_tokens: null }`. */
  readonly extraBody?: JsonObject;
}

/** Where requests go, with which headers, and what errors say about it. */
interface EndpointConnection {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly site: CallSite;
}

/** The address of a path on the server and the headers every request carries. Throws `configuration` for a bad URL. */
export function endpointConnection(options: EndpointOptions, path: string): EndpointConnection {
  const { baseUrl, headers, extraBody } = options;
  const endpoint = endpointOf(baseUrl, path, options.baseUrlMode);
  const authorization = options.apiKey === undefined ? endpoint.authorization : `Bearer ${options.apiKey}`;
  const isKeyless = authorization === undefined && Object.keys(headers ?? {}).length === 0;
  return {
    url: endpoint.url,
    headers: {
      "content-type": "application/json",
      ...(authorization === undefined ? {} : { authorization }),
      ...headers,
    },
    site: {
      modelName: options.modelName,
      url: endpoint.shown,
      keyName: options.keyName ?? (isKeyless ? undefined : "endpoint_api_key"),
      secrets: [options.apiKey, authorization, ...secretTexts({ baseUrl, headers, extraBody })],
    },
  };
}
