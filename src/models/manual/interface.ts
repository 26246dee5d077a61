import type { ModelInterface } from "../definition/index.ts";

/** Prepared answers from a file. */
export const manual = {
  name: "manual",
  label: "prepared answers from a file",
  tier: "tool_loop",
  reached: "here",
  mediaTypes: ["image/*", "application/pdf"],
  preparedAnswers: true,
  answeringOnly: true,
  withoutTools: true,
  takes: { manualTracesPath: { needed: "a file of prepared answers", impliesInterface: true } },
  connect: async (model, context) => (await import("./connect.ts")).connectManual(model, context),
} as const satisfies ModelInterface;
