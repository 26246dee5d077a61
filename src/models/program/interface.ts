import type { ModelInterface } from "../definition/index.ts";

/** A program under test. */
export const program = {
  name: "program",
  label: "a program that answers questions, a line of JSON each",
  tier: "tool_loop",
  reached: "here",
  answeringOnly: true,
  withoutTools: true,
  ownCalls: true,
  application: true,
  takes: {
    command: { needed: "the command line that starts it", impliesInterface: true },
    commandProcesses: {},
  },
  connect: async (model, context) => (await import("./connect.ts")).connectProgram(model, context),
} as const satisfies ModelInterface;
