import * as z from "zod";
import {
  onlyMembers,
  readForeign,
  readThrown,
  type ShapeOf,
  saidText,
  TransportError,
} from "../../base/index.ts";
import type { AgentReply, CallObserver, LlmReply } from "../../ports/index.ts";
import {
  messageText,
  OwnUsage,
  ToldCall,
  ToldFirstToken,
  ToldLimits,
  ToldRetry,
  ToldTool,
} from "../../trace/index.ts";
import {
  FinishReasonShape,
  memberOf,
  OwnContexts,
  OwnMessage,
  OwnMessages,
  OwnModelName,
  OwnText,
  readOwn,
  WrongReply,
} from "../replies/index.ts";

/** What a connection of the program's own was asked. */
interface AskedReply {
  /** As results call the model where its reply does not say it. */
  readonly modelName: string;
  /** It was asked for JSON, of which only the text is read: its message may be the call of a tool. */
  readonly isForm: boolean;
}

/**
 * What a connection of the program's own has replied, as a copy. What is not as results hold it would make a log that nobody
 * can read.
 *
 * @throws WrongReply that says what is wrong.
 */
export function readLlmReply(given: unknown, { modelName, isForm }: AskedReply): LlmReply {
  const isNone =
    typeof memberOf(given, "text") !== "string" ||
    memberOf(given, "message") === undefined ||
    lacksUsage(given);
  if (isNone) throw new WrongReply("its reply has no text, message and usage");
  const Reply = onlyMembers({
    text: OwnText,
    message: OwnMessage,
    usage: OwnUsage,
    usageKnown: z.boolean().default(false),
    model: OwnModelName.default(modelName),
    finishReason: FinishReasonShape.default("other"),
    contexts: OwnContexts.optional(),
  } satisfies ShapeOf<LlmReply>);
  const reply = readOwn(Reply, given, "reply");
  if (!isForm) refuseTwoAnswers(reply);
  return reply;
}

/** What is judged is the message: a text that is not in it would be lost. */
function refuseTwoAnswers({ text, message }: LlmReply): void {
  if (message.role !== "assistant")
    throw new WrongReply(`the message of its reply must be the assistant's; its role is ${message.role}`);
  const words = (said: string) => said.replace(/\s+/g, "");
  if (!words(messageText(message)).includes(words(text)))
    throw new WrongReply("its reply says in `text` what its `message` does not say");
}

/** The same of an agent of the program's own. */
export function readAgentReply(given: unknown, modelName: string): AgentReply {
  if (memberOf(given, "messages") === undefined || lacksUsage(given))
    throw new WrongReply("its reply has no messages and usage");
  const Reply = onlyMembers({
    messages: OwnMessages,
    usage: OwnUsage,
    usageKnown: z.boolean().default(false),
    model: OwnModelName.default(modelName),
    turns: z.int().nonnegative().default(0),
    limitReached: z.boolean().default(false),
    timeoutReached: z.boolean().default(false),
    finishReason: FinishReasonShape.optional(),
    contexts: OwnContexts.optional(),
    unanswered: OwnText.optional(),
    log: OwnText.optional(),
    error: z
      .custom(TransportError.isInstance, "expected a TransportError")
      .transform((error) => readThrown(error))
      .pipe(z.custom<TransportError>(TransportError.isInstance, "expected another category"))
      .optional(),
  } satisfies ShapeOf<AgentReply>);
  return readOwn(Reply, given, "reply");
}

/** An observer that passes on what an agent of the program's own tells of its calls, where results can hold it. */
export function toldObserver(observer: CallObserver | undefined, id: string): Required<CallObserver> {
  const what = `Model "${id}" told its observer what no call is`;
  return {
    started: () => observer?.started?.(),
    firstToken(call) {
      observer?.firstToken?.(readForeign(ToldFirstToken, call, what));
    },
    finished(call) {
      const { model, ...told } = readForeign(ToldCall, call, what);
      observer?.finished?.({ ...told, model: saidText(model) });
    },
    stored(call) {
      const { usage, model } = readForeign(ToldCall, { ...call, durationMs: 0 }, what);
      observer?.stored?.({ usage, model: saidText(model) });
    },
    limits(told) {
      observer?.limits?.(readForeign(ToldLimits, told, what));
    },
    toolCalled(call) {
      const { name } = readForeign(ToldTool, call, what);
      observer?.toolCalled?.({ name: saidText(name) });
    },
    retried(event) {
      const { reason, ...told } = readForeign(ToldRetry, event, what);
      observer?.retried?.({ ...told, reason: saidText(reason) });
    },
  };
}

const lacksUsage = (given: unknown) => memberOf(given, "usage") === undefined;
