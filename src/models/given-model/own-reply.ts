import * as z from "zod";
import { nestsDeeperThan, TransportError } from "../../base/index.ts";
import type { AgentReply, LlmReply } from "../../ports/index.ts";
import { FinishReasonShape, LlmReplyShape, MessageShape, UsageShape } from "../replies/index.ts";
import type { GivenAnswer } from "./answer-function.ts";

/** Files with results can be read as long as nothing in them nests deeper than twice this. */
const deepest = 100;

const OwnMessage = MessageShape.refine(
  (message) => !nestsDeeperThan(JSON.stringify(message), deepest),
  `nested deeper than ${deepest} levels`,
);

const Answer = z.object({
  text: z.string(),
  trace: z.array(OwnMessage).optional(),
  usage: UsageShape.partial().optional(),
  model: z.string().optional(),
});

/**
 * What a function of the program's own has answered, as a copy. What is not as results hold it would make a log that nobody
 * can read.
 *
 * @throws TypeError that says what is wrong.
 */
export function readAnswer(given: unknown): GivenAnswer {
  if (typeof given === "string") return { text: given };
  if (typeof memberOf(given, "text") !== "string")
    throw new TypeError(
      `its answer must be a text or { text }; found ${given === null ? "null" : typeof given}`,
    );
  return read(Answer, given, "answer");
}

/** The same of a connection of the program's own. */
export function readLlmReply(given: unknown, modelName: string): LlmReply {
  const isNone =
    typeof memberOf(given, "text") !== "string" ||
    memberOf(given, "message") === undefined ||
    lacksUsage(given);
  if (isNone) throw new TypeError("its reply has no text, message and usage");
  const Reply = LlmReplyShape.extend({
    message: OwnMessage,
    usageKnown: z.boolean().default(false),
    model: z.string().default(modelName),
    finishReason: FinishReasonShape.default("other"),
  });
  return read(Reply, given, "reply");
}

/** The same of an agent of the program's own. */
export function readAgentReply(given: unknown, modelName: string): AgentReply {
  if (memberOf(given, "messages") === undefined || lacksUsage(given))
    throw new TypeError("its reply has no messages and usage");
  const Reply = z.object({
    messages: z.array(OwnMessage),
    usage: UsageShape,
    usageKnown: z.boolean().default(false),
    model: z.string().default(modelName),
    turns: z.int().nonnegative().default(0),
    limitReached: z.boolean().default(false),
    timeoutReached: z.boolean().default(false),
    finishReason: FinishReasonShape.optional(),
    error: z.custom<TransportError>(TransportError.isInstance, "expected a TransportError").optional(),
  });
  return read(Reply, given, "reply");
}

function read<T>(schema: z.ZodType<T>, given: unknown, what: string): T {
  const found = schema.safeParse(given);
  if (!found.success) {
    const [issue] = found.error.issues;
    throw new TypeError(`its ${what} cannot be used: ${issue?.path.join(".")}: ${issue?.message}`);
  }
  return found.data;
}

const lacksUsage = (given: unknown) => memberOf(given, "usage") === undefined;

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
