import { type Block, type Message, messageText } from "../../trace/index.ts";

/** What the program is asked. */
export interface Prompt {
  /** Empty: none. */
  readonly system: string;
  readonly text: string;
}

const headings = { user: "User", assistant: "Assistant", tool: "Tool results" } as const;

/**
 * Messages as the one prompt that the program takes. User messages stay as they are; a conversation with other
 * speakers is written down with a heading per message, its last user messages after it.
 */
export function promptOf(messages: readonly Message[]): Prompt {
  const system = messages.filter(({ role }) => role === "system").map(messageText);
  const spoken = messages.filter(({ role }) => role !== "system");
  const asked = spoken.findLastIndex(({ role }) => role !== "user") + 1;
  const question = spoken.slice(asked).map(messageText);
  const before = spoken.slice(0, asked).map(writtenDown);
  const parts =
    before.length === 0
      ? question
      : ["This conversation came before:", ...before, "Go on from here.", ...question];
  return { system: system.filter((text) => text !== "").join("\n\n"), text: parts.join("\n\n") };
}

function writtenDown({ role, content }: Message): string {
  const heading = role === "system" ? "" : headings[role];
  return [`## ${heading}`, ...content.flatMap(lineOf)].join("\n");
}

function lineOf(block: Block): readonly string[] {
  if (block.type === "text") return [block.text];
  if (block.type === "tool_use") return [`(used ${block.name}: ${JSON.stringify(block.input)})`];
  if (block.type === "tool_result") return [block.isError ? `[ERROR] ${block.content}` : block.content];
  return [];
}
