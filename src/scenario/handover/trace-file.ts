import { sha256 } from "../../base/index.ts";
import { type Block, messageText } from "../../trace/index.ts";
import { type TaggedMessage, userTag } from "../definition/scenario-definition.ts";
import { argumentsText } from "./transcript.ts";

/** A file to write, by its path inside the folder that the agent works in. */
export interface HandoverFile {
  readonly path: string;
  readonly text: string;
}

/** Longer parts of a conversation get a file of their own, by UTF-16 units. */
export const usualOffloadLength = 2000;

const folder = "traces";
const rule = `# ${"=".repeat(61)}`;
const header = [
  rule,
  "# KARENINA CONVERSATION TRACE",
  rule,
  "# The conversation so far, one <turn> for each question: what the agent was",
  "# told (<system_prompt>), what it was asked (<user>) and what it said and did",
  '# (<assistant>). Where an element says offloaded="true", its text is in the',
  "# file that it names.",
  rule,
  "",
  "",
].join("\n");

/** What an agent is told of the file that holds the conversation. */
export function referenceText(path: string): string {
  return [
    "",
    "",
    "The conversation before this question is in a text file:",
    `  ${path}`,
    "",
    "Its header has the line `# KARENINA CONVERSATION TRACE`; then come the turns as XML, with the elements <turn>,",
    "<system_prompt>, <user> and <assistant>.",
    "",
    "1. Read the whole file first. Where your tool for reading cuts it, read on from there until its end.",
    "2. Search it for what matters to the question.",
    "3. Rest your answer on what stands in it.",
    "",
    'Long parts are in files of their own: an element that says offloaded="true" names its file.',
  ].join("\n");
}

/** Where the conversation goes that is handed to a node; ids that look alike as file names stay apart. */
export function tracePath(nodeId: string, turn: number): string {
  const safe = nodeId.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 60);
  return `${folder}/${safe}_${sha256(nodeId).slice(0, 8)}_handover_turn${turn}_trace.txt`;
}

/** What the files of a conversation are made with. */
interface TraceFileOptions {
  readonly path: string;
  /** How an agent reaches a file of this path. */
  readonly told: (path: string) => string;
  readonly offloadLength?: number | undefined;
}

/** The conversation as files: one with all turns as XML, and one for each part that is long. */
export function traceFiles(
  conversation: readonly TaggedMessage[],
  { path, told, offloadLength = usualOffloadLength }: TraceFileOptions,
): readonly HandoverFile[] {
  const artifacts: HandoverFile[] = [];
  const keep = (kind: string, text: string): string => {
    const number = String(artifacts.length + 1).padStart(3, "0");
    const artifact = { path: `${folder}/artifacts/${kind}_${number}.txt`, text };
    artifacts.push(artifact);
    return told(artifact.path);
  };
  const element = (kind: string, attributes: string, text: string, depth: number): string => {
    const trimmed = text.trim();
    const isLong = offloaded.has(kind) && trimmed.length > offloadLength;
    const body = isLong ? keep(kind, trimmed) : escaped(trimmed);
    const indent = "  ".repeat(depth);
    const lines = body.split("\n").map((line) => `${indent}  ${line}`);
    return [
      `${indent}<${kind}${attributes}${isLong ? ' offloaded="true"' : ""}>`,
      ...lines,
      `${indent}</${kind}>`,
    ].join("\n");
  };
  const turns = turnsOf(conversation).map((turn, at) => turnText(turn, at + 1, element));
  return [{ path, text: `${header}${turns.join("\n\n")}\n` }, ...artifacts];
}

/** The elements whose long texts get files of their own. */
const offloaded: ReadonlySet<string> = new Set(["text", "tool_call", "tool_result"]);

type Element = (kind: string, attributes: string, text: string, depth: number) => string;

/** A question with what the agent was told before it and what came after it. */
interface Turn {
  readonly told: readonly TaggedMessage[];
  readonly asked: TaggedMessage | undefined;
  readonly answers: readonly TaggedMessage[];
}

function turnsOf(conversation: readonly TaggedMessage[]): readonly Turn[] {
  const turns: { told: TaggedMessage[]; asked: TaggedMessage | undefined; answers: TaggedMessage[] }[] = [];
  let told: TaggedMessage[] = [];
  for (const tagged of conversation) {
    if (tagged.agent !== userTag && tagged.message.role === "system") told.push(tagged);
    else if (tagged.agent === userTag) {
      turns.push({ told, asked: tagged, answers: [] });
      told = [];
    } else turns.at(-1)?.answers.push(tagged);
  }
  return turns;
}

function turnText({ told, asked, answers }: Turn, number: number, element: Element): string {
  const agent = answers[0]?.agent ?? told[0]?.agent;
  const names = new Map<string, string>();
  const blocks = answers.flatMap(({ message }) =>
    message.content.flatMap((block) => blockText(block, names, element)),
  );
  return [
    `<turn number="${number}">`,
    ...told.map(({ agent: whose, message }) =>
      element("system_prompt", attribute("agent", whose), messageText(message), 1),
    ),
    ...(asked === undefined ? [] : [element("user", "", messageText(asked.message), 1)]),
    ...(blocks.length === 0
      ? []
      : [`  <assistant${attribute("agent", agent ?? "unknown")}>`, ...blocks, "  </assistant>"]),
    "</turn>",
  ].join("\n");
}

function blockText(block: Block, names: Map<string, string>, element: Element): readonly string[] {
  if (block.type === "thinking") return [];
  if (block.type === "text") return [element("text", "", block.text, 2)];
  if (block.type === "tool_use") {
    names.set(block.id, block.name);
    return [element("tool_call", attribute("name", block.name), argumentsText(block.input), 2)];
  }
  if (block.type === "file")
    return [element("file", attribute("name", block.name) + attribute("type", block.mediaType), "", 2)];
  return [
    element("tool_result", attribute("name", names.get(block.toolUseId) ?? "unknown"), block.content, 2),
  ];
}

function attribute(name: string, value: string): string {
  return ` ${name}="${escaped(value).replaceAll('"', "&quot;").replaceAll("\n", "&#10;")}"`;
}

/** What was said cannot end the element that it stands in. */
function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
