import { join } from "node:path";
import { KareninaError, messageOf, ownEntry } from "../../base/index.ts";
import type { Message } from "../../trace/index.ts";
import {
  type HandoverFunction,
  isSourceCode,
  nodeOf,
  type ScenarioDefinition,
} from "../definition/scenario-definition.ts";
import type { ScenarioState } from "../state/scenario-state.ts";
import { callFunction, type WalkTools } from "../walk/walk-tools.ts";
import { HandedMessage } from "./handed-message.ts";
import { type HandoverFile, referenceText, traceFiles, tracePath } from "./trace-file.ts";
import { conversationOf, indentedLabels, taggedConversation, transcriptText } from "./transcript.ts";

/** What the model under test is shown in a turn. */
export interface NextQuestion {
  /** The question, with what is handed over where that belongs to it. */
  readonly text: string;
  readonly history: readonly Message[];
  /** Files to write into the turn's workspace, or a folder of its own, before it is asked. */
  readonly files: readonly HandoverFile[];
}

/** What a handover is made with. */
export interface NextQuestionOptions {
  readonly tools: WalkTools;
  /** The folder that {@link NextQuestion.files} go to, as the agent reaches it; absent: paths are told as they are, relative. */
  readonly folder?: string | undefined;
  /** Parts longer than this get a file of their own; default 2,000 UTF-16 units. */
  readonly offloadLength?: number | undefined;
}

const separator = "\n\n---\n\n";

/**
 * What is asked next, by the edge that led to the current node. Without a handover the history is all that was said
 * so far.
 *
 * @param question the text of the node's question, or what the simulated user wrote
 * @throws KareninaError where a handover function fails, or is code and cannot be run
 */
export async function nextQuestion(
  definition: ScenarioDefinition,
  state: ScenarioState,
  question: string,
  { tools, folder, offloadLength }: NextQuestionOptions,
): Promise<NextQuestion> {
  const handover = state.arrivedBy === null ? undefined : definition.edges[state.arrivedBy]?.handover;
  if (handover === undefined) return { text: question, history: conversationOf(state), files: [] };
  const conversation = taggedConversation(state);
  const isAskedByModel =
    nodeOf(definition, state.currentNode)?.user !== undefined &&
    (ownEntry(state.nodeVisits, state.currentNode) ?? 0) > 0;
  const asked = isAskedByModel ? indentedLabels(question) : question;
  if (handover === "transcript_prepend")
    return { text: transcriptText(conversation) + separator + asked, history: [], files: [] };
  if (handover === "transcript_append")
    return { text: asked + separator + transcriptText(conversation), history: [], files: [] };
  if (handover === "transcript_materialize") {
    const path = tracePath(state.currentNode, state.turn);
    const told = (inside: string) => (folder === undefined ? inside : join(folder, inside));
    const files = traceFiles(conversation, { path, told, offloadLength });
    return { text: question + referenceText(told(path)), history: [], files };
  }
  return { text: question, history: await handedHistory(handover, state, tools), files: [] };
}

async function handedHistory(
  handover: HandoverFunction,
  state: ScenarioState,
  tools: WalkTools,
): Promise<readonly Message[]> {
  try {
    const given = await callFunction("handover", handover, [taggedConversation(state), state], tools);
    if (!Array.isArray(given)) throw new KareninaError("invalid_input", "it gave no list of messages");
    // what a function of the program gives has its type
    return isSourceCode(handover) ? given.map((one) => HandedMessage.parse(one)) : given;
  } catch (error) {
    const message = `The handover to ${JSON.stringify(state.currentNode)} failed: ${messageOf(error)}`;
    throw new KareninaError("invalid_input", message, { cause: error });
  }
}
