import { type JsonObject, oneLine, textOfValue } from "../../base/index.ts";
import { type Block, type Message, systemMessage, userMessage } from "../../trace/index.ts";
import { type TaggedMessage, userTag } from "../definition/scenario-definition.ts";
import type { ScenarioState, TurnRecord } from "../state/scenario-state.ts";

/** Everything said so far as the next model is shown it when no handover says otherwise. */
export function conversationOf({ history }: Pick<ScenarioState, "history">): readonly Message[] {
  return history.flatMap((turn) => [...(turn.lead ?? []), questionMessage(turn), ...turn.traceMessages]);
}

function questionMessage({ questionText, files = [] }: TurnRecord): Message {
  const asked = userMessage(questionText);
  return { ...asked, content: [...files, ...asked.content] };
}

/** The same with who said it; what an agent was told stands where it changes. */
export function taggedConversation({ history }: Pick<ScenarioState, "history">): readonly TaggedMessage[] {
  return history.flatMap((turn, place): TaggedMessage[] => {
    const { lead = [], traceMessages, agent, systemPrompt } = turn;
    const last = history[place - 1];
    const isTold = systemPrompt !== null && (last?.agent !== agent || last.systemPrompt !== systemPrompt);
    return [
      ...(isTold ? [{ agent, message: systemMessage(systemPrompt) }] : []),
      ...lead.map((message) => ({ agent: message.role === "user" ? userTag : agent, message })),
      { agent: userTag, message: questionMessage(turn) },
      ...traceMessages.map((message) => ({ agent, message })),
    ];
  });
}

/**
 * The conversation as text, a labelled line for each part of a message; what a model thought is left out. A label that
 * begins a line is the scenario's: further lines of what was said that look like one, or like the rule between the transcript and the
 * question, are indented.
 */
export function transcriptText(conversation: readonly TaggedMessage[]): string {
  return conversation
    .flatMap(({ agent, message }) =>
      message.content.flatMap((block) => {
        if (block.type === "thinking") return [];
        const label = agent === userTag ? userTag : `${agent}:${message.role}:${block.type}`;
        return [`[${oneLine(label)}] ${indentedLabels(blockText(block))}`];
      }),
    )
    .join("\n");
}

/** What cannot be seen before a bracket does not hide it. */
const likeLabel = /(\r\n|[\n\r\v\f\u0085\u2028\u2029])(?=\p{Cf}*(?:\[|-{3}))/gu;

/** What a model wrote, without lines that begin like a label. */
export const indentedLabels = (said: string): string => said.replace(likeLabel, "$1  ");

function blockText(block: Exclude<Block, { readonly type: "thinking" }>): string {
  if (block.type === "text") return block.text;
  if (block.type === "file") return `${block.name} (${block.mediaType})`;
  return block.type === "tool_use" ? `${block.name}(${argumentsText(block.input)})` : block.content;
}

/** Arguments of a call as Python writes them: `path='a.txt', deep=True`. */
export function argumentsText(input: JsonObject): string {
  // texts have quotes where they stand in a list
  return Object.entries(input)
    .map(([name, value]) => `${name}=${textOfValue([value]).slice(1, -1)}`)
    .join(", ");
}
