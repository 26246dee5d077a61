import type * as z from "zod";
import { resolveConfig } from "../verification/resolve-config.ts";
import type { configSchema } from "./config-schema.ts";
import type { VerificationConfig } from "./settings.generated.ts";

type Schema = typeof configSchema;
type SameNames<One, Other> = [keyof One, keyof Other] extends [keyof Other, keyof One] ? true : never;

// What the schema takes and gives is what the interface says.
export const taken = (config: z.input<Schema>): VerificationConfig => config;
export const given = (config: z.output<Schema>): VerificationConfig => config;
export const names: SameNames<z.input<Schema>, VerificationConfig> = true;

// A configuration may be read-only throughout.
const config = {
  answeringModels: [
    { id: "a", modelName: "m", mcpToolFilter: ["t"], agentRuntime: { containerAddHosts: ["h"] } },
  ],
  parsingModels: [{ id: "b", modelName: "m", extraKwargs: { stop: ["x"] } }],
  rubricTraitNames: ["tone"],
  fewShotConfig: {
    questionConfigs: { q1: { selectedExamples: [0] } },
    globalExamples: [{ question: "?", answer: "!" }],
  },
  customErrorPatterns: [{ pattern: "x", category: "timeout" }],
  workspaceOutputExcludePatterns: ["*.log"],
} as const;
export const resolved = () => resolveConfig(config);

// @ts-expect-error what no setting takes is refused
export const wrong: VerificationConfig = { taskOrdering: "sometimes" };
