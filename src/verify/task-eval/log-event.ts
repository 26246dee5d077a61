import * as z from "zod";
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  onlyMembers,
  type ShapeOf,
} from "../../base/index.ts";
import { RecordedAnswer } from "../../models/manual/index.ts";
import { type Message, type RetrievedContext, RetrievedContextShape } from "../../trace/index.ts";
import { plainValue } from "./live-log/plain-value.ts";

/** The names of {@link LogLevel}. */
export const logLevels = ["debug", "info", "warn", "error"] as const;

/** How important an event is; all are judged alike. */
export type LogLevel = (typeof logLevels)[number];

/** The names of {@link LogTarget}. */
export const logTargets = ["both", "global", "step"] as const;

/** Which criteria judge an event: those of its step, those of no step, or both. */
export type LogTarget = (typeof logTargets)[number];

/** What an answer took. */
export interface LoggedUsage {
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
  /** In US dollars. */
  readonly costUsd?: number | undefined;
}

/** What is known of an event beside what was said. */
export interface LogOptions {
  /** The step that it belongs to. */
  readonly stepId?: string | undefined;
  /** Default `both`. `step` needs a `stepId`. */
  readonly target?: LogTarget | undefined;
  /** Default `info`. */
  readonly level?: LogLevel | undefined;
  readonly tags?: readonly string[] | undefined;
  /** The text of the question that it answers. Default: it counts for every question of its step. */
  readonly question?: string | undefined;
  /** The id of that question. */
  readonly questionId?: string | undefined;
  /** What has answered. */
  readonly model?: string | undefined;
  /** What was looked up for the answer. */
  readonly contexts?: readonly (string | RetrievedContext)[] | undefined;
  /** What the answer took, by your own count. */
  readonly usage?: LoggedUsage | undefined;
  /** Events with the same key, such as those of one trace, are written all or not at all where a share is. */
  readonly key?: string | undefined;
}

/** A message of a trace as files have it: a text, or blocks with `tool_use_id` and `is_error`. */
export type TraceMessage = JsonObject;

/** Something that a program has said or done. */
export interface LogEvent {
  /** ISO 8601 in UTC. */
  readonly timestamp: string;
  readonly level: LogLevel;
  /** What was said; of a trace, what the model said in it. */
  readonly text: string;
  readonly tags: readonly string[];
  /** Null: it belongs to no step. */
  readonly stepId: string | null;
  readonly target: LogTarget;
  readonly question: string | null;
  readonly questionId: string | null;
  readonly model: string | null;
  /** Null: nothing is known of it. */
  readonly contexts: readonly RetrievedContext[] | null;
  /** Null: nothing is known of it. */
  readonly usage: LoggedUsage | null;
  /** Null: it is a text and no trace. */
  readonly traceMessages: readonly TraceMessage[] | null;
}

/** An event of whatever a program has handed over. */
interface ReadEvent {
  readonly event: LogEvent;
  /** What sampling goes by. */
  readonly key: string | undefined;
  /** What stands in the place of something that could not be read. */
  readonly unreadable: readonly string[];
  /** Options that are none, and wrong values. */
  readonly invalid: readonly string[];
}

const text = z.string().optional();
const count = z.number().nonnegative().optional();

const Context = z.union([z.string().transform((passage) => ({ text: passage })), RetrievedContextShape]);

const Options = onlyMembers(
  {
    stepId: z.string().min(1).optional(),
    target: z.enum(logTargets).optional(),
    level: z.enum(logLevels).optional(),
    tags: z.array(z.string()).optional(),
    question: text,
    questionId: text,
    model: text,
    contexts: z.array(Context).optional(),
    usage: z.strictObject({ inputTokens: count, outputTokens: count, costUsd: count }).optional(),
    key: text,
  } satisfies ShapeOf<LogOptions>,
  "option",
);
type ReadOptions = z.infer<typeof Options>;

/**
 * Reads an event; what is wrong with it is told and does not stop it.
 *
 * @param said a text, or the messages of a trace where `isTrace`; of any kind where no compiler has looked
 * @throws TooLarge
 */
export function readEvent(
  said: unknown,
  given: unknown,
  {
    isTrace,
    timestamp,
    mostCharacters,
  }: { readonly isTrace: boolean; readonly timestamp: string; readonly mostCharacters: number },
): ReadEvent {
  const { value, problems } = plainValue(said, mostCharacters);
  const { options, unreadable, invalid } = readOptions(given, mostCharacters);
  const messages = isTrace ? messagesIn(value ?? null) : null;
  const wrongTrace =
    messages === undefined
      ? ["a trace is no list of messages, each with role and content; it is kept as text"]
      : [];
  const noText = value === undefined ? [`expected a text, found ${typeof said}`] : [];
  const noStep =
    options.target === "step" && options.stepId === undefined
      ? ["target `step` without a stepId: the event is judged with those of no step"]
      : [];
  return {
    key: options.key,
    unreadable: [...problems, ...unreadable],
    invalid: [...invalid, ...wrongTrace, ...noText, ...noStep],
    event: Object.freeze({
      timestamp,
      level: options.level ?? "info",
      text: messages ? saidIn(messages) : plainText(value ?? ""),
      tags: options.tags ?? [],
      stepId: options.stepId ?? null,
      target: noStep.length > 0 ? "global" : (options.target ?? "both"),
      question: options.question ?? null,
      questionId: options.questionId ?? null,
      model: options.model ?? null,
      contexts: options.contexts ?? null,
      usage: options.usage ?? null,
      traceMessages: messages ?? null,
    }),
  };
}

/** The options that are as they should be; each other one is told and left out. */
function readOptions(
  given: unknown,
  mostCharacters: number,
): {
  readonly options: ReadOptions;
  readonly unreadable: readonly string[];
  readonly invalid: readonly string[];
} {
  if (given === undefined) return { options: {}, unreadable: [], invalid: [] };
  const { value, problems } = plainValue(given, mostCharacters);
  if (!isJsonObject(value)) return { options: {}, unreadable: problems, invalid: ["options are no object"] };
  const read = Options.safeParse(value);
  if (read.success) return { options: read.data, unreadable: problems, invalid: [] };
  const wrong = new Set<string>();
  for (const issue of read.error.issues) {
    if (issue.code === "unrecognized_keys") for (const name of issue.keys) wrong.add(name);
    else wrong.add(String(issue.path[0]));
  }
  const left = Options.safeParse(
    Object.fromEntries(Object.entries(value).filter(([name]) => !wrong.has(name))),
  );
  const invalid = read.error.issues.map((issue) => [...issue.path, issue.message].join(": "));
  return { options: left.data ?? {}, unreadable: problems, invalid };
}

const plainText = (value: JsonValue): string => (typeof value === "string" ? value : JSON.stringify(value));

/** What the Python system puts before an answer that is written out as a trace. */
const heading = /^--- AI Message ---[ \t]*\r?\n/;

/** Undefined: they are no messages. */
function messagesIn(value: JsonValue): readonly TraceMessage[] | undefined {
  if (typeof value === "string") return [{ role: "assistant", content: value.replace(heading, "") }];
  if (!Array.isArray(value)) return undefined;
  const messages = value.map(storedMessage);
  return RecordedAnswer.safeParse(messages).success ? messages.filter(isJsonObject) : undefined;
}

/** A message in memory has the same blocks as one in a file, by other names. */
function storedMessage(message: JsonValue): JsonValue {
  if (!isJsonObject(message) || !Array.isArray(message.content)) return message;
  return { ...message, content: message.content.map(storedBlock) };
}

function storedBlock(block: JsonValue): JsonValue {
  if (!isJsonObject(block) || block.type !== "tool_result" || !("toolUseId" in block)) return block;
  const { toolUseId, isError, ...rest } = block;
  return { ...rest, tool_use_id: toolUseId ?? null, is_error: isError ?? false };
}

/** What the model said in a trace. */
export function saidIn(messages: readonly TraceMessage[]): string {
  const texts = messages.flatMap(({ role, content }) => {
    if (role !== "assistant") return [];
    if (typeof content === "string") return [content];
    const blocks = Array.isArray(content) ? content.filter(isJsonObject) : [];
    return blocks.flatMap((block) => (typeof block.text === "string" ? [block.text] : []));
  });
  return texts.filter((said) => said !== "").join("\n\n");
}

/** Messages of a trace as programs have them: ours, or in the form of files. */
export type TraceMessages = readonly Message[] | readonly TraceMessage[];
