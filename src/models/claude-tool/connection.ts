import type Anthropic from "@anthropic-ai/sdk";
import { type JsonObject, KareninaError, loadPackage, secretTexts } from "../../base/index.ts";
import { type CallSite, createHttpClient, endpointOf, type HttpClient } from "../../http/index.ts";
import type { VendorOptions } from "../definition/index.ts";
import { anthropic } from "../vendors/index.ts";

/** How Anthropic's messages interface is reached. */
export interface ClaudeConnectionOptions extends VendorOptions {
  /** Keys added to every request body, such as `{ thinking: { type: "adaptive" } }`; null removes one. */
  readonly extraBody?: JsonObject;
}

/** The package opened on a connection pool. */
interface ClaudeConnection {
  readonly site: CallSite;
  readonly client: HttpClient;
  /** Imports the package at the first call. */
  open(): Promise<ClaudeSdk>;
}

/** What is used of the package. */
interface ClaudeSdk {
  readonly anthropic: Anthropic;
  readonly transformSchema: (schema: Record<string, unknown>) => Record<string, unknown>;
}

const packageName = "@anthropic-ai/sdk";
const [keyVariable] = anthropic.keyVariables;

/** Attempts have their own clock; the package's is set to the longest a timer can be, so that it never fires first. */
export const longestTimeoutMs = 2 ** 31 - 1;

/**
 * Throws at once, before any request: `KareninaError` with code `missing_key` or `configuration`.
 * `open` throws `missing_dependency` when the package is not installed.
 */
export function connectClaude(options: ClaudeConnectionOptions): ClaudeConnection {
  const { keyName = keyVariable } = options;
  const apiKey = options.apiKey ?? (options.environment ?? process.env)[keyVariable];
  if (apiKey === undefined || apiKey === "") {
    throw new KareninaError("missing_key", `No API key for Claude: ${keyName} is not set.`, {
      hint: `Set ${keyName}.`,
    });
  }
  const endpoint = endpointOf(options.baseUrl ?? anthropic.defaultUrl, "messages");
  if (endpoint.authorization !== undefined) {
    throw new KareninaError(
      "configuration",
      "The base URL of Claude must not hold a user name or password; found one.",
      { hint: "Take it out, and give the key as an environment variable." },
    );
  }
  const client = createHttpClient(options);
  let opened: Promise<ClaudeSdk> | undefined;
  return {
    client,
    site: {
      modelName: options.modelName,
      url: endpoint.shown,
      keyName,
      secrets: [apiKey, ...secretTexts(options.extraBody)],
    },
    open() {
      opened ??= loadPackage(packageName, async () => {
        const [{ Anthropic: Client }, { transformJSONSchema }] = await Promise.all([
          import("@anthropic-ai/sdk"),
          import("@anthropic-ai/sdk/lib/transform-json-schema"),
        ]);
        const anthropic = new Client({
          apiKey,
          authToken: null,
          baseURL: endpoint.url.replace(/\/v1\/messages(?=\?|$)/, ""),
          fetch: client.fetch,
          maxRetries: 0,
          timeout: longestTimeoutMs,
          logLevel: "off",
          openTelemetry: false,
          ...(options.headers === undefined ? {} : { defaultHeaders: { ...options.headers } }),
        });
        return { anthropic, transformSchema: transformJSONSchema };
      });
      return opened;
    },
  };
}
