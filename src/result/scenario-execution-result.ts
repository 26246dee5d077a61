import * as z from "zod";
import {
  AnyJson,
  AnyJsonObject,
  isJsonObject,
  type JsonObject,
  recordOf,
  sha256,
  wireCodec,
} from "../base/index.ts";
import { amount } from "./amount.ts";
import { displayString, ModelIdentity } from "./model-identity.ts";
import type * as documented from "./result-types.generated.ts";
import { StageRecord } from "./stage-record.ts";

/** One turn of a walk. All else that is known of it stands in its result. */
export const WalkTurn = z.object({
  /** The node that was asked. */
  nodeId: z.string(),
  /** What was asked, without what a handover adds; null: not said. */
  questionText: z.string().nullable().default(null),
  /** What was answered; null: not said. */
  rawResponse: z.string().nullable().default(null),
  /** The fields that the judge filled in; null: not said. */
  parsedFields: AnyJsonObject.nullable().default(null),
  /** Null: the node has no template, or no verdict was reached. */
  verifyResult: z.boolean().nullable().default(null),
  /** The `result_id` of the turn's result; null: not said. */
  verificationResultId: z.string().nullable().default(null),
  /** The place of the edge that led here among those of the scenario, from 0; null at the entry, and in files of the Python system. */
  arrivedBy: z.int().nonnegative().nullable().default(null),
});

/** Why a walk could not go on. */
export const WalkFailure = z.object({
  /** The node where it stood. */
  nodeId: z.string().nullable().default(null),
  /** What kind of failure it is: a category of results, or `scenario` where no edge led on. */
  category: z.string().nullable().default(null),
  /** What found it. */
  stage: z.string().nullable().default(null),
  /** In words. */
  reason: z.string().nullable().default(null),
});

/** Where a walk stood when it had ended, beside its turns. */
export const WalkState = z.object({
  /** What the nodes' state updates have gathered. */
  accumulated: AnyJsonObject.default({}),
  /** How often each node was asked. */
  nodeVisits: recordOf(z.int()).default({}),
  /** Why the simulated user of the last node stopped; null: it did not, or there is none. */
  userStop: z.string().nullable().default(null),
});

/** One walk through a scenario: which way it took, how it ended, and what its criteria say. Each of its turns is a result. */
export const ScenarioExecutionResult = z.object({
  /** The name of the scenario. */
  scenarioId: z.string(),
  /** How it ended: at an end, at the most turns, with a failure, or because its time was over. */
  status: z.enum(["completed", "limit_reached", "error", "timeout"]),
  /** The ids of the nodes in the order in which they were asked. */
  path: z.array(z.string()).readonly(),
  /** How many turns were answered. */
  turnCount: z.int(),
  /** The turns, the first one first. */
  history: z.array(WalkTurn).readonly().default([]),
  /** The place of the edge to the end that it took, from 0; null: it ended in another way, or the file does not say. */
  endedBy: z.int().nonnegative().nullable().default(null),
  /** What the criteria say, by name: true, false or a number. */
  outcomeResults: recordOf(AnyJson).default({}),
  /** Why, in a sentence each, by name; empty in files of the Python system. */
  outcomeReasons: recordOf(z.string()).default({}),
  /** Why it could not go on; null: it could. */
  terminalFailure: WalkFailure.nullable().default(null),
  /** The model under test; of a walk with other models at some nodes that of all others. Null where the file does not say. */
  answering: ModelIdentity.nullable().default(null),
  /** The judge, alike. */
  parsing: ModelIdentity.nullable().default(null),
  /** The id of the run's prompt that it was asked with; absent: the run had no list of prompts. */
  promptId: z.string().optional(),
  /** 1, 2, …; null in a run of one replicate. */
  replicate: z.int().nullable().default(null),
  /** The name that the run was given. */
  runName: z.string().nullable().default(null),
  /** When it ended, ISO 8601 in UTC; null where the file does not say. */
  timestamp: z.string().nullable().default(null),
  /** What was done beside its turns: a simulated user that had nothing more to ask, so that no turn followed. Empty without any. */
  stages: z.array(StageRecord).readonly().default([]),
  /** The wall time of its turns and `stages` together, in seconds, without waiting between them; null where the file does not say. */
  executionTime: amount.nullable().default(null),
  /** Conditions and state updates that failed. */
  warnings: z.array(z.string()).readonly().default([]),
  /** Where it stood at the end; null where the file does not say. */
  finalState: WalkState.nullable().default(null),
});
export type ScenarioExecutionResult = documented.ScenarioExecutionResult;

const codec = wireCodec(ScenarioExecutionResult);

/** A walk in its stored form, with snake_case keys and every key written. */
export function walkToJson(walk: ScenarioExecutionResult): JsonObject {
  const json = codec.encode(walk);
  return isJsonObject(json) ? json : {};
}

/**
 * A walk from its stored form, ours or that of the Python system; null where none is expected reads as absent.
 *
 * @throws KareninaError `invalid_input` that begins with `source` and lists what does not fit.
 */
export function walkFromJson(json: unknown, source: string): ScenarioExecutionResult {
  return codec.decode(json, source, { nullIsAbsent: true });
}

/**
 * Which walk it is: 16 hexadecimal digits of SHA-256 over the ids of its turns' results, of a file that does not say them over all that it
 * says.
 */
export function walkId(walk: ScenarioExecutionResult): string {
  const ids = walk.history.map(({ verificationResultId }) => verificationResultId);
  const identity = ids.length === 0 || ids.includes(null) ? walkToJson(walk) : ids;
  return sha256(JSON.stringify(identity)).slice(0, 16);
}

/**
 * The walk that could not go on, as an error; undefined for any other.
 *
 * @example
 * walkError(walk)?.message // "No edge leads on from \"asks\": …"
 */
export function walkError({ terminalFailure }: ScenarioExecutionResult): Error | undefined {
  if (terminalFailure === null) return undefined;
  const { nodeId, stage, reason } = terminalFailure;
  const place = [stage, nodeId === null ? null : `at ${nodeId}`].filter((part) => part !== null).join(" ");
  return new Error(`${place === "" ? "" : `${place}: `}${reason ?? "no reason was kept"}`);
}

/** Which walk it is, for people: the scenario, the models, the prompt and the replicate, as far as they are known. */
export function walkName(walk: ScenarioExecutionResult): string {
  const { scenarioId, answering, parsing, promptId, replicate } = walk;
  const models = [answering, parsing].flatMap((model) => (model === null ? [] : [displayString(model)]));
  return [
    `scenario ${scenarioId}`,
    ...(models.length === 0 ? [] : [models.join(" judged by ")]),
    ...(promptId === undefined ? [] : [`prompt ${promptId}`]),
    ...(replicate === null ? [] : [`replicate ${replicate}`]),
  ].join(", ");
}
