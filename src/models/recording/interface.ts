import type { ModelInterface } from "../definition/index.ts";

/** Recorded exchanges from a file, with the settings that the recorded model had. */
export const replay = {
  name: "replay",
  label: "a recording of an earlier run",
  tier: "tool_loop",
  reached: "here",
  mediaTypes: ["image/*", "application/pdf"],
  repeatHint:
    "A replayed judge says the same again: settings that change what it is asked need a recording of their own, made with --record.",
  takes: {
    replayFile: { needed: "a file of recorded exchanges", impliesInterface: true },
    endpointBaseUrl: { ignored: true },
    endpointApiKey: { ignored: true },
    anthropicBaseUrl: { ignored: true },
    anthropicApiKey: { ignored: true },
  },
  connect: async (model, context) => (await import("./connect.ts")).connectReplay(model, context),
} as const satisfies ModelInterface;
