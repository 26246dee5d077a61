import { KareninaError } from "../../base/index.ts";
import type { VendorFacts } from "../vendors/index.ts";

/** How a vendor is reached. */
export interface VendorConnection {
  readonly apiKey: string | undefined;
  readonly baseUrl: string | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** The adapter's own connection pool. */
  readonly fetch: typeof globalThis.fetch;
}

/** Members of a chat model's constructor. */
export interface ConstructorFields {
  readonly [member: string]: unknown;
}

/** One vendor with a LangChain package. */
export interface LangChainProvider extends VendorFacts {
  readonly packageName: string;
  /** Of its chat model. */
  readonly className: string;
  /** The member that limits the tokens of a reply. */
  readonly maxTokensMember: string;
  /** The package hands a JSON schema on as it is and leaves the reply unread. */
  readonly takesSchema: boolean;
  /** The members that connect it; undefined where a base URL cannot be set. */
  connection(connection: VendorConnection): ConstructorFields | undefined;
}

/** Vendors' clients give up after 10 minutes by themselves, however long the caller wants to wait. */
const noOwnLimit = 2 ** 31 - 1;

/** What vendor packages built on OpenAI's client take. */
const likeOpenAi: LangChainProvider["connection"] = ({ apiKey, baseUrl, headers, fetch }) => ({
  ...(apiKey !== undefined && { apiKey }),
  timeout: noOwnLimit,
  configuration: {
    ...(baseUrl !== undefined && { baseURL: baseUrl.replace(/\/+$/, "") }),
    ...(headers !== undefined && { defaultHeaders: headers }),
    fetch,
  },
});

/** The package adds `/v1` itself. A token of the environment must not go to the address of a given key. */
const likeAnthropic: LangChainProvider["connection"] = ({ apiKey, baseUrl, headers, fetch }) => ({
  ...(apiKey !== undefined && { apiKey }),
  ...(baseUrl !== undefined && { anthropicApiUrl: baseUrl.replace(/\/+$/, "").replace(/\/v1$/, "") }),
  clientOptions: {
    fetch,
    timeout: noOwnLimit,
    authToken: null,
    ...(headers !== undefined && { defaultHeaders: headers }),
  },
});

const withUrlIn =
  (member: string): LangChainProvider["connection"] =>
  ({ apiKey, baseUrl }) => ({
    ...(apiKey !== undefined && { apiKey }),
    ...(baseUrl !== undefined && { [member]: baseUrl }),
  });

const ownUrl: LangChainProvider["connection"] = ({ apiKey, baseUrl }) =>
  baseUrl === undefined ? { ...(apiKey !== undefined && { apiKey }) } : undefined;

type Row = readonly [name: string, packageName: string, className: string, keyVariables: readonly string[]];

const provider = (
  [name, packageName, className, keyVariables]: Row,
  connection: LangChainProvider["connection"],
  more: Partial<LangChainProvider> = {},
): LangChainProvider => ({
  name,
  packageName: `@langchain/${packageName}`,
  className,
  keyVariables,
  maxTokensMember: "maxTokens",
  takesSchema: false,
  connection,
  ...more,
});

const googleModel = { maxTokensMember: "maxOutputTokens", priceList: "google" };

/** Every vendor that LangChain.js knows by name. */
export const langChainProviders: readonly LangChainProvider[] = [
  provider(["openai", "openai", "ChatOpenAI", ["OPENAI_API_KEY"]], likeOpenAi, {
    defaultUrl: "https://api.openai.com/v1",
    takesSchema: true,
  }),
  provider(["anthropic", "anthropic", "ChatAnthropic", ["ANTHROPIC_API_KEY"]], likeAnthropic, {
    defaultUrl: "https://api.anthropic.com",
    takesSchema: true,
  }),
  provider(
    ["azure_openai", "openai", "AzureChatOpenAI", ["AZURE_OPENAI_API_KEY"]],
    withUrlIn("azureOpenAIEndpoint"),
  ),
  provider(["bedrock", "aws", "ChatBedrockConverse", []], ownUrl),
  provider(["aws", "aws", "ChatBedrockConverse", []], ownUrl),
  provider(["cerebras", "cerebras", "ChatCerebras", ["CEREBRAS_API_KEY"]], ownUrl),
  provider(["cohere", "cohere", "ChatCohere", ["COHERE_API_KEY"]], ownUrl),
  provider(["deepseek", "deepseek", "ChatDeepSeek", ["DEEPSEEK_API_KEY"]], likeOpenAi),
  provider(["fireworks", "fireworks", "ChatFireworks", ["FIREWORKS_API_KEY"]], likeOpenAi),
  provider(["google", "google", "ChatGoogle", ["GOOGLE_API_KEY"]], ownUrl, googleModel),
  provider(
    ["google-genai", "google-genai", "ChatGoogleGenerativeAI", ["GOOGLE_API_KEY"]],
    withUrlIn("baseUrl"),
    googleModel,
  ),
  provider(["google-vertexai", "google-vertexai", "ChatVertexAI", []], ownUrl, googleModel),
  provider(["google-vertexai-web", "google-vertexai-web", "ChatVertexAI", []], ownUrl, googleModel),
  provider(["groq", "groq", "ChatGroq", ["GROQ_API_KEY"]], withUrlIn("baseUrl")),
  provider(["mistralai", "mistralai", "ChatMistralAI", ["MISTRAL_API_KEY"]], withUrlIn("serverURL")),
  provider(["mistral", "mistralai", "ChatMistralAI", ["MISTRAL_API_KEY"]], withUrlIn("serverURL")),
  provider(["ollama", "ollama", "ChatOllama", []], withUrlIn("baseUrl"), { maxTokensMember: "numPredict" }),
  provider(["perplexity", "perplexity", "ChatPerplexity", ["PERPLEXITY_API_KEY"]], ownUrl),
  provider(["together", "together-ai", "ChatTogetherAI", ["TOGETHER_AI_API_KEY"]], likeOpenAi),
  provider(["xai", "xai", "ChatXAI", ["XAI_API_KEY"]], likeOpenAi),
];

/** Names of LangChain for Python that differ by more than a dash. */
const aliases: { readonly [name: string]: string } = {
  bedrock_converse: "bedrock",
  gemini: "google-genai",
};

/** The provider of a name; Python's spelling with `_` is understood too. */
export function knownLangChainProvider(name: string): LangChainProvider | undefined {
  const wanted = [name, aliases[name], name.replaceAll("_", "-")];
  return langChainProviders.find((known) => wanted.includes(known.name));
}

/** The same; throws `KareninaError` with code `configuration` for an unknown one. */
export function langChainProviderOf(name: string): LangChainProvider {
  const found = knownLangChainProvider(name);
  if (found !== undefined) return found;
  const known = langChainProviders.map((each) => each.name).join(", ");
  throw new KareninaError("configuration", `LangChain has no model provider "${name}"; it has ${known}.`, {
    hint: "For a server of your own use the interface openai_endpoint with its base URL.",
  });
}
