import type { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { isJsonObject, type JsonObject, KareninaError, loadPackage, secretTexts } from "../../base/index.ts";
import { type CallSite, createHttpClient, type HttpClient, shownUrl } from "../../http/index.ts";
import type { AttemptOptions, ReplyOptions, VendorOptions } from "../definition/index.ts";
import { type ConstructorFields, type LangChainProvider, langChainProviderOf } from "./providers.ts";

/** A chat model of LangChain.js. */
export interface ChatModelOptions extends VendorOptions, Omit<ReplyOptions, keyof AttemptOptions> {
  /** As LangChain calls it: `openai`, `anthropic`, `google-genai`, … (also `google_genai`). */
  readonly provider: string;
  /** Further members of the model's constructor, such as `{ thinking: { type: "enabled", budget_tokens: 2048 } }`. */
  readonly extra?: JsonObject;
}

/** What one opened model has of its own. */
interface ChatModelVariant {
  /** Overrides the temperature of the options. */
  readonly temperature?: number | undefined;
  /** Overrides the limit of the options. */
  readonly maxTokens?: number | undefined;
  /** Replaces the pool's, for vendors that take one. */
  readonly fetch?: typeof globalThis.fetch;
  /** Told about every call of the model, whoever makes it. */
  readonly callbacks?: readonly BaseCallbackHandler[];
  /** Keeps the vendor's whole reply beside what LangChain makes of it, where it can. */
  readonly keepRaw?: boolean;
}

/** A chat model, as far as it is known before its package is imported. */
export interface ChatModelSource {
  readonly provider: LangChainProvider;
  readonly site: CallSite;
  readonly client: HttpClient;
  /** Imports the package at the first call. Throws `missing_dependency` when it is not installed. */
  open(variant: ChatModelVariant): Promise<BaseChatModel>;
}

/** Throws at once, before any request: `KareninaError` with code `missing_key` or `configuration`. */
export function connectChatModel(options: ChatModelOptions): ChatModelSource {
  const provider = langChainProviderOf(options.provider);
  const apiKey = apiKeyOf(provider, options);
  refuseBadUrl(provider, options.baseUrl);
  const client = createHttpClient(options);
  const baseUrl = options.baseUrl ?? provider.defaultUrl;
  return {
    provider,
    client,
    site: {
      modelName: options.modelName,
      url: baseUrl === undefined ? `the vendor of ${provider.packageName}` : shownUrl(baseUrl),
      keyName: options.keyName ?? provider.keyVariables[0] ?? "the vendor's settings",
      secrets: [apiKey, ...secretTexts({ headers: options.headers, ...options.extra })],
    },
    async open({ fetch = client.fetch, ...variant }) {
      const ChatModel = await loadPackage(provider.packageName, () => importClass(provider));
      const connection = { apiKey, baseUrl, headers: options.headers, fetch };
      return new ChatModel(constructorFields(provider, options, variant, provider.connection(connection)));
    },
  };
}

function apiKeyOf(provider: LangChainProvider, options: ChatModelOptions): string | undefined {
  const environment = options.environment ?? process.env;
  const key = options.apiKey ?? provider.keyVariables.map((name) => environment[name]).find((found) => found);
  if (key || provider.keyVariables.length === 0) return key;
  const names = provider.keyVariables.join(" or ");
  throw new KareninaError("missing_key", `No API key for ${provider.name}: ${names} is not set.`, {
    hint: `Set ${names}.`,
  });
}

function refuseBadUrl(provider: LangChainProvider, baseUrl: string | undefined): void {
  if (baseUrl === undefined) return;
  const parsed = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (parsed !== undefined && (parsed.username !== "" || parsed.password !== "")) {
    throw new KareninaError(
      "configuration",
      `The base URL of ${provider.name} must not hold a user name or password; found one.`,
      { hint: "Take it out, and give the key as an environment variable." },
    );
  }
  const settable = provider.connection({ apiKey: undefined, baseUrl, headers: undefined, fetch });
  if (settable !== undefined) return;
  throw new KareninaError("configuration", `The address of ${provider.name} cannot be set by a base URL.`, {
    hint: "Leave the base URL out; for a server of your own use the interface openai_endpoint.",
  });
}

type ChatModelClass = new (fields: ConstructorFields) => BaseChatModel;

async function importClass({ packageName, className }: LangChainProvider): Promise<ChatModelClass> {
  const imported: { readonly [name: string]: unknown } = await import(packageName);
  const found = imported[className];
  if (typeof found !== "function") {
    throw new KareninaError("missing_dependency", `The package ${packageName} has no ${className}.`, {
      hint: `Run: npm install ${packageName}@latest`,
    });
  }
  // LangChain's table of providers promises what this class is; its types do not reach here.
  return found as ChatModelClass;
}

/** Repeating a failed call is the retry layer's work, so the package gets none to do. */
function constructorFields(
  provider: LangChainProvider,
  options: ChatModelOptions,
  variant: Omit<ChatModelVariant, "fetch">,
  connection: ConstructorFields | undefined,
): ConstructorFields {
  const temperature = variant.temperature ?? options.temperature;
  const maxTokens = variant.maxTokens ?? options.maxTokens;
  const ours: ConstructorFields = {
    model: options.modelName,
    ...(temperature !== undefined && { temperature }),
    ...(maxTokens !== undefined && { [provider.maxTokensMember]: maxTokens }),
    ...(variant.keepRaw && { __includeRawResponse: true }),
    ...connection,
  };
  const extra = Object.entries(options.extra ?? {}).map(([name, value]) => [name, merged(ours[name], value)]);
  return { ...ours, ...Object.fromEntries(extra), callbacks: variant.callbacks, maxRetries: 0 };
}

/** Settings of the vendor's client are added to ours, everything else replaces them. */
const merged = (ours: unknown, users: JsonObject[string]): unknown =>
  isJsonObject(ours) && isJsonObject(users) ? { ...ours, ...users } : users;
