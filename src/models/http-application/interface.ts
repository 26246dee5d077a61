import type { ModelInterface } from "../definition/index.ts";

/** A service under test. */
export const httpApplication = {
  name: "http",
  label: "a service that answers questions over HTTP",
  tier: "tool_loop",
  reached: "calls",
  answeringOnly: true,
  withoutTools: true,
  ownCalls: true,
  application: true,
  takes: {
    http: { needed: "the address that questions are sent to", impliesInterface: true },
    httpMethod: {},
    httpBody: {},
    httpAnswer: {},
    httpContexts: {},
    httpUsage: {},
    httpTrace: {},
  },
  connect: async (model, context) => (await import("./connect.ts")).connectHttpApplication(model, context),
} as const satisfies ModelInterface;
