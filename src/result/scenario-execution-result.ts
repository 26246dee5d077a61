import * as z from "zod";
import { AnyJson, AnyJsonObject, recordOf } from "../base/index.ts";

const HistoryEntry = z.looseObject({
  nodeId: z.string(),
  questionText: z.string().nullish(),
  rawResponse: z.string().nullish(),
  parsedFields: AnyJsonObject.nullish(),
  verifyResult: z.boolean().nullish(),
  verificationResultId: z.string().nullish(),
});

const TerminalFailure = z.looseObject({
  nodeId: z.string().nullish(),
  category: z.string().nullish(),
  stage: z.string().nullish(),
  reason: z.string().nullish(),
});

/** What became of one run of a scenario. */
export const ScenarioExecutionResult = z.looseObject({
  scenarioId: z.string(),
  status: z.enum(["completed", "limit_reached", "error", "timeout"]),
  /** Node ids in the order they were visited. */
  path: z.array(z.string()).readonly(),
  turnCount: z.int(),
  history: z.array(HistoryEntry).readonly().default([]),
  outcomeResults: recordOf(AnyJson).default({}),
  terminalFailure: TerminalFailure.nullable().default(null),
  replicate: z.int().nullable().default(null),
  finalState: AnyJson.nullish(),
});
export type ScenarioExecutionResult = z.infer<typeof ScenarioExecutionResult>;
