import type { Vendor } from "./vendor.ts";

/** OpenAI. */
export const openAi = {
  name: "openai",
  label: "OpenAI",
  keyVariables: ["OPENAI_API_KEY"],
  defaultUrl: "https://api.openai.com/v1",
} as const satisfies Vendor;

/** Anthropic. */
export const anthropic = {
  name: "anthropic",
  label: "Anthropic",
  keyVariables: ["ANTHROPIC_API_KEY"],
  defaultUrl: "https://api.anthropic.com/v1",
} as const satisfies Vendor;

/** Google. */
export const google = {
  name: "google",
  label: "Google",
  aliases: ["google_genai", "gemini"],
  keyVariables: ["GOOGLE_API_KEY", "GEMINI_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY"],
  defaultUrl: "https://generativelanguage.googleapis.com/v1beta",
} as const satisfies Vendor;

/** OpenRouter, which hands requests on to other vendors. */
export const openRouter = {
  name: "openrouter",
  label: "OpenRouter",
  keyVariables: ["OPENROUTER_API_KEY"],
  defaultUrl: "https://openrouter.ai/api/v1",
} as const satisfies Vendor;

const vendors: readonly Vendor[] = [openAi, anthropic, google, openRouter];

/** The vendor of a name or alias. */
export function findVendor(name: string): Vendor | undefined {
  return vendors.find((vendor) => vendor.name === name || vendor.aliases?.includes(name));
}
