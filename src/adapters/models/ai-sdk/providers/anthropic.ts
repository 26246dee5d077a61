import type { SdkProvider } from "./provider.ts";

/** Anthropic through its messages interface. */
export const anthropic: SdkProvider = {
  name: "anthropic",
  packageName: "@ai-sdk/anthropic",
  keyVariables: ["ANTHROPIC_API_KEY"],
  defaultUrl: "https://api.anthropic.com/v1",
  async open(settings) {
    const { createAnthropic } = await import("@ai-sdk/anthropic");
    const provider = createAnthropic(settings);
    return { model: (name) => provider(name) };
  },
};
