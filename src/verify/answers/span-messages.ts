import * as z from "zod";
import { isJsonObject, type JsonObject, tryParseJson } from "../../base/index.ts";
import type { Block, Message, Role } from "../../trace/index.ts";
import type { Span } from "./otlp-spans.ts";

/** What a model was sent and what it said, as far as its span has recorded it. */
export interface SpanMessages {
  readonly input: readonly Message[];
  readonly output: readonly Message[];
}

const Part = z.looseObject({ type: z.string() });
const Recorded = z.array(
  z.object({
    role: z.enum(["system", "user", "assistant", "tool"]).catch("assistant"),
    parts: z.array(Part).default([]),
    content: z.unknown().optional(),
  }),
);

/**
 * The messages of a span by the conventions of OpenTelemetry for generative AI: the attributes `gen_ai.input.messages` and
 * `gen_ai.output.messages`, of the span or of an event in it, or the older events `gen_ai.user.message` … `gen_ai.choice`.
 * Undefined: it has no output.
 */
export function messagesOfSpan({ attributes, events }: Span): SpanMessages | undefined {
  const places = [attributes, ...events.map((event) => event.attributes)];
  const recorded = (name: string) =>
    places
      .flatMap((place) => messagesFrom(place.get(name)) ?? [])
      .filter(({ content }) => content.length > 0);
  const output = recorded("gen_ai.output.messages");
  if (output.length > 0) return { input: recorded("gen_ai.input.messages"), output };
  const older = events.flatMap((event) => {
    const role = eventRoles.get(event.name);
    return role === undefined
      ? []
      : [{ isChoice: event.name === choice, message: eventMessage(role, event.attributes) }];
  });
  const said = older.filter(({ isChoice }) => isChoice).map(({ message }) => message);
  if (said.every(({ content }) => content.length === 0)) return undefined;
  return { input: older.filter(({ isChoice }) => !isChoice).map(({ message }) => message), output: said };
}

const choice = "gen_ai.choice";
const eventRoles: ReadonlyMap<string, Role> = new Map([
  ["gen_ai.system.message", "system"],
  ["gen_ai.user.message", "user"],
  ["gen_ai.assistant.message", "assistant"],
  ["gen_ai.tool.message", "tool"],
  [choice, "assistant"],
]);

/** Lists and objects stand in attributes as they are, or written as JSON. */
const unwritten = (value: unknown): unknown =>
  typeof value === "string" ? (tryParseJson(value) ?? value) : value;

function messagesFrom(value: unknown): readonly Message[] | undefined {
  const read = Recorded.safeParse(unwritten(value));
  if (!read.success) return undefined;
  return read.data.map(({ role, parts, content }) => ({
    role,
    content: [...(content === undefined ? [] : textBlocks(content)), ...parts.flatMap(blockOf)],
  }));
}

function blockOf(part: z.infer<typeof Part>): readonly Block[] {
  const { type, content, id, name } = part;
  if (type === "reasoning") return [{ type: "thinking", thinking: textOf(content) }];
  if (type === "tool_call") return [toolCall(id, name, part.arguments)];
  if (type === "tool_call_response")
    return [
      {
        type: "tool_result",
        toolUseId: textOf(id),
        content: textOf(part.response ?? part.result),
        isError: false,
      },
    ];
  return type === "text" ? textBlocks(content) : [];
}

function eventMessage(role: Role, attributes: Span["attributes"]): Message {
  const inner = unwritten(attributes.get("message"));
  const from = (name: string) =>
    unwritten(attributes.get(name)) ?? (isJsonObject(inner) ? inner[name] : undefined);
  const content = attributes.get("content") ?? (isJsonObject(inner) ? inner.content : inner);
  const text = content === undefined || content === null ? [] : textBlocks(content);
  if (role === "tool")
    return {
      role,
      content: [
        { type: "tool_result", toolUseId: textOf(from("id")), content: textOf(content), isError: false },
      ],
    };
  const calls = z.array(z.looseObject({})).safeParse(from("tool_calls")).data ?? [];
  return {
    role,
    content: [
      ...text,
      ...calls.map(({ id, name, function: called, ...rest }) =>
        isJsonObject(called)
          ? toolCall(id, called.name, called.arguments)
          : toolCall(id, name, rest.arguments),
      ),
    ],
  };
}

function toolCall(id: unknown, name: unknown, given: unknown): Block {
  const input = unwritten(given);
  return {
    type: "tool_use",
    id: textOf(id),
    name: textOf(name),
    input: isJsonObject(input) ? input : ({} as JsonObject),
  };
}

const textBlocks = (content: unknown): readonly Block[] => {
  const text = textOf(content);
  return text === "" ? [] : [{ type: "text", text }];
};

function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
