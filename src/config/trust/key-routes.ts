import { callsBy, type InterfaceName } from "../../models/index.ts";
import type { ModelConfig } from "../model/model-config.ts";
import { inferredInterface, present, unmasked } from "../model/resolved-model.ts";

/** A key on its way to a host that is not its vendor's. */
export interface KeyRoute {
  /** Such as `the key in MY_KEY`. */
  readonly key: string;
  readonly host: string;
}

/** A vendor's own address, and the variables that usually hold its key. */
export interface VendorKeys {
  readonly variables: readonly string[];
  readonly host: string | undefined;
}

/** The way of a model's key; undefined where none is sent, or only the vendor's own to the vendor. */
export async function keyRouteOf(model: ModelConfig): Promise<KeyRoute | undefined> {
  const way = callsBy(inferredInterface(model), model);
  const vendor = await vendorKeys(way, model.modelProvider ?? "");
  const address = model.endpointBaseUrl ?? model.anthropicBaseUrl;
  const host = present(address) && URL.canParse(address) ? new URL(address).host : undefined;
  const key = keyOf(model, vendor);
  if (key === undefined) return undefined;
  const isOpen = present(address) && /^http:/i.test(address);
  const isVendors = host === undefined || (host === vendor?.host && !isOpen);
  const isOwnKey = !present(model.apiKeyEnv) || vendor?.variables.includes(model.apiKeyEnv) === true;
  if (isVendors && isOwnKey) return undefined;
  return { key, host: host ?? vendor?.host ?? "its vendor" };
}

function keyOf(model: ModelConfig, vendor: VendorKeys | undefined): string | undefined {
  if (present(model.apiKeyEnv)) return `the key in ${model.apiKeyEnv}`;
  if (unmasked(model.endpointApiKey) !== null) return "the key in endpoint_api_key";
  if (unmasked(model.anthropicApiKey) !== null) return "the key in anthropic_api_key";
  return vendor === undefined || vendor.variables.length === 0
    ? undefined
    : `the key in ${vendor.variables.join(" or ")}`;
}

/** The Claude program also takes tokens, in this order. */
function withClaudeTokens<T extends { readonly keyVariables: readonly string[] }>(vendor: T | undefined) {
  if (vendor === undefined) return undefined;
  const tokens = ["CLAUDE_CODE_OAUTH_TOKEN", "ANTHROPIC_AUTH_TOKEN"];
  return { ...vendor, keyVariables: [...vendor.keyVariables, ...tokens] };
}

/** What is known about the vendor that an interface asks; undefined for servers of one's own and for files. */
export async function vendorKeys(way: InterfaceName, provider: string): Promise<VendorKeys | undefined> {
  const facts = await providerOf(way, provider);
  if (facts === undefined) return undefined;
  const { keyVariables, defaultUrl } = facts;
  return { variables: keyVariables, host: defaultUrl === undefined ? undefined : new URL(defaultUrl).host };
}

async function providerOf(way: InterfaceName, name: string) {
  const { knownLangChainProvider } = await import("../../models/langchain/index.ts");
  const { knownSdkProvider } = await import("../../models/ai-sdk/index.ts");
  if (way === "ai_sdk") return knownSdkProvider(name);
  if (way === "openrouter") return knownSdkProvider("openrouter");
  if (way === "claude_tool") return knownSdkProvider("anthropic");
  if (way === "claude_agent_sdk") return withClaudeTokens(knownSdkProvider("anthropic"));
  return way === "langchain" ? knownLangChainProvider(name) : undefined;
}
