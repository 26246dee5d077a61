import type { JsonObject } from "../../base/index.ts";
import type { FileBlock, Message } from "../../trace/index.ts";
import type { UserStop } from "./user-stops.ts";

/** One turn of a walk: what was asked at a node, what was answered, and what was found of it. */
export interface TurnRecord {
  readonly nodeId: string;
  /** The text of the node's question, or what the simulated user wrote; without what a handover adds. */
  readonly questionText: string;
  /** What was said before the question, where it is the node's own lead. Absent: nothing. */
  readonly lead?: readonly Message[];
  /** The files that went with the question, without their bytes. Absent: none. */
  readonly files?: readonly FileBlock[];
  /** What the model under test said and did. */
  readonly traceMessages: readonly Message[];
  readonly rawResponse: string;
  /** The fields that the judge filled in; never a ground truth. */
  readonly parsedFields: JsonObject;
  /** Null: the node has no template, or no verdict was reached. */
  readonly verifyResult: boolean | null;
  readonly verificationResultId: string | null;
  /** Who answered: the node's agent identity, else the id of the model. */
  readonly agent: string;
  /** What the agent was told beside the conversation; null: nothing. */
  readonly systemPrompt: string | null;
}

/** What the latest visit of a node found. */
export interface NodeResult {
  readonly verifyResult: boolean | null;
  readonly parsed: JsonObject;
  /** Traits by name. */
  readonly rubric: JsonObject;
}

/** Where a walk stands: plain data, replaced after each turn and never changed. */
export interface ScenarioState {
  /** Turns answered so far. */
  readonly turn: number;
  /** The node that is asked next, or was asked last where the walk has ended. */
  readonly currentNode: string;
  /** The place in the definition's list of the edge that led here; null at the entry. */
  readonly arrivedBy: number | null;
  /** Nodes that were come to, whether they were asked or a simulated user had nothing more to say; held against the limit. */
  readonly visits: number;
  /** The ids of the nodes asked, the current one last. */
  readonly path: readonly string[];
  /** The verdict of the last turn. */
  readonly verifyResult: boolean | null;
  /** The fields of the last turn. */
  readonly parsed: JsonObject;
  readonly nodeVisits: { readonly [node: string]: number };
  readonly history: readonly TurnRecord[];
  /** What the nodes' state updates have gathered. */
  readonly accumulated: JsonObject;
  readonly nodeResults: { readonly [node: string]: NodeResult };
  /** Why the simulated user of the current node stopped; null: it goes on, or there is none. */
  readonly userStop: UserStop | null;
}
