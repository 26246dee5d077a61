import { type Message, messageText } from "./message.ts";

/** Who or what a part of a trace is from: what the model said, thought, called, or what a tool gave back. */
type TraceSource = "message" | "thinking" | "tool_call" | "tool_output";

/** A stretch of a rendered trace, in UTF-16 units, end excluded. */
export interface TracePart {
  readonly source: TraceSource;
  readonly start: number;
  readonly end: number;
}

/** A piece of the text; null: a header, or what stands between two parts. */
type Piece = readonly [source: TraceSource | null, text: string];

/**
 * Renders messages as text: what trace checks and full-trace judging read. System and user messages are left out.
 * Where no tool was used it is the model's own text and nothing else; otherwise each message has a header line and
 * thinking stands in its own block before its message.
 *
 * @example
 * renderTrace([assistantMessage("BCL2")]) // "BCL2"
 */
export function renderTrace(messages: readonly Message[]): string {
  return piecesOf(messages)
    .map(([, text]) => text)
    .join("");
}

/** Where in the rendered trace each part stands, by message structure: headers that a text imitates make no part. */
export function traceParts(messages: readonly Message[]): readonly TracePart[] {
  const parts: TracePart[] = [];
  let start = 0;
  for (const [source, text] of piecesOf(messages)) {
    const end = start + text.length;
    if (source !== null && text !== "") parts.push({ source, start, end });
    start = end;
  }
  return parts;
}

function piecesOf(messages: readonly Message[]): readonly Piece[] {
  const blocks = usesTools(messages)
    ? messages.flatMap(blocksOf)
    : messages
        .filter((message) => message.role === "assistant")
        .map((message): readonly Piece[] => [["message", messageText(message)]]);
  return blocks.flatMap((block, at) => (at === 0 ? block : [[null, "\n\n"] as const, ...block]));
}

function usesTools(messages: readonly Message[]): boolean {
  return messages.some((message) =>
    message.content.some((block) => block.type === "tool_use" || block.type === "tool_result"),
  );
}

function blocksOf(message: Message): readonly (readonly Piece[])[] {
  if (message.role === "assistant") return assistantBlocks(message);
  if (message.role === "tool") return toolResultBlocks(message);
  return [];
}

function assistantBlocks(message: Message): readonly (readonly Piece[])[] {
  const thinking = message.content
    .filter((block) => block.type === "thinking")
    .filter((block) => block.thinking !== "")
    .map((block): readonly Piece[] => [
      [null, "--- Thinking ---\n"],
      ["thinking", block.thinking],
    ]);
  const text = messageText(message);
  const calls = message.content.filter((block) => block.type === "tool_use");
  if (text === "" && calls.length === 0) return thinking;
  const parts: readonly Piece[] = [
    ...(text === "" ? [] : [["message", text] as const]),
    ...(calls.length === 0
      ? []
      : [["tool_call", ["Tool Calls:", ...calls.flatMap(renderCall)].join("\n")] as const]),
  ];
  return [
    ...thinking,
    [[null, "--- AI Message ---"], ...parts.flatMap((part) => [[null, "\n"] as const, part])],
  ];
}

function renderCall(call: {
  readonly id: string;
  readonly name: string;
  readonly input: object;
}): readonly string[] {
  const lines = [`  ${call.name} (call_${call.id})`, `   Call ID: ${call.id}`];
  if (Object.keys(call.input).length > 0) lines.push(`   Args: ${JSON.stringify(call.input)}`);
  return lines;
}

function toolResultBlocks(message: Message): readonly (readonly Piece[])[] {
  return message.content
    .filter((block) => block.type === "tool_result")
    .map((block): readonly Piece[] => [
      [null, `--- Tool Message (call_id: ${block.toolUseId}) ---\n`],
      ["tool_output", `${block.isError ? "[ERROR] " : ""}${block.content}`],
    ]);
}
