import * as z from "zod";
import {
  onlyMembers,
  readForeign,
  readThrown,
  type ShapeOf,
  StorageProblem,
  saidText,
  storedCopies,
  TransportError,
} from "../../base/index.ts";
import type { AgentReply, CallObserver, LlmReply } from "../../ports/index.ts";
import {
  type Message,
  messageText,
  OwnUsage,
  type RetrievedContext,
  RetrievedContextShape,
  ToldCall,
  ToldRetry,
  ToldTool,
} from "../../trace/index.ts";
import { FinishReasonShape, MessageShape } from "../replies/index.ts";
import type { GivenAnswer } from "./answer-function.ts";

const mostCharacters = 10_000_000;
const limits = { characters: mostCharacters, collections: 100_000, classes: true };

/** A copy that cannot change any more, of what results can hold. */
const storedAs =
  (name: "messages" | "contexts") =>
  (value: unknown, context: z.RefinementCtx): unknown => {
    try {
      return storedCopies({ ...limits, what: `the ${name}` }).copy(value, name);
    } catch (problem) {
      if (!(problem instanceof StorageProblem)) throw problem;
      context.addIssue(problem.message);
      return z.NEVER;
    }
  };
const OwnMessage: z.ZodType<Message> = z.unknown().transform(storedAs("messages")).pipe(MessageShape);
const OwnMessages: z.ZodType<readonly Message[]> = z
  .unknown()
  .transform(storedAs("messages"))
  .pipe(z.array(MessageShape));
const OwnContexts: z.ZodType<readonly RetrievedContext[]> = z
  .unknown()
  .transform(storedAs("contexts"))
  .pipe(z.array(onlyMembers(RetrievedContextShape.shape)));
const OwnText = z.string().max(mostCharacters, `expected at most ${mostCharacters} characters`);
const ModelName = z.string().transform((name) => saidText(name));

/** What a model of the program's own has returned is none; nothing was thrown. */
export class WrongReply extends TypeError {}

const Answer = onlyMembers({
  text: OwnText,
  trace: OwnMessages.optional(),
  usage: OwnUsage.partial().optional(),
  model: ModelName.optional(),
  contexts: OwnContexts.optional(),
} satisfies ShapeOf<GivenAnswer>);

/**
 * What a function of the program's own has answered, as a copy. What is not as results hold it would make a log that nobody
 * can read.
 *
 * @throws WrongReply that says what is wrong.
 */
export function readAnswer(given: unknown): GivenAnswer {
  if (typeof given !== "string" && typeof memberOf(given, "text") !== "string")
    throw new WrongReply(
      `its answer must be a text or { text }; found ${given === null ? "null" : typeof given}`,
    );
  return read(Answer, typeof given === "string" ? { text: given } : given, "answer");
}

/** What a connection of the program's own was asked. */
interface AskedReply {
  /** As results call the model where its reply does not say it. */
  readonly modelName: string;
  /** It was asked for JSON, of which only the text is read: its message may be the call of a tool. */
  readonly isForm: boolean;
}

/** The same of a connection of the program's own. */
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
    model: ModelName.default(modelName),
    finishReason: FinishReasonShape.default("other"),
    contexts: OwnContexts.optional(),
  } satisfies ShapeOf<LlmReply>);
  const reply = read(Reply, given, "reply");
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
    model: ModelName.default(modelName),
    turns: z.int().nonnegative().default(0),
    limitReached: z.boolean().default(false),
    timeoutReached: z.boolean().default(false),
    finishReason: FinishReasonShape.optional(),
    contexts: OwnContexts.optional(),
    error: z
      .custom(TransportError.isInstance, "expected a TransportError")
      .transform((error) => readThrown(error))
      .pipe(z.custom<TransportError>(TransportError.isInstance, "expected another category"))
      .optional(),
  } satisfies ShapeOf<AgentReply>);
  return read(Reply, given, "reply");
}

/** An observer that passes on what an agent of the program's own tells of its calls, where results can hold it. */
export function toldObserver(observer: CallObserver | undefined, id: string): Required<CallObserver> {
  const what = `Model "${id}" told its observer what no call is`;
  return {
    started: () => observer?.started?.(),
    finished(call) {
      const { model, ...told } = readForeign(ToldCall, call, what);
      observer?.finished?.({ ...told, model: saidText(model) });
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

function read<T>(schema: z.ZodType<T>, given: unknown, what: string): T {
  const found = schema.safeParse(given);
  if (!found.success) {
    const [issue] = found.error.issues;
    throw new WrongReply(
      `its ${what} cannot be used: ${[issue?.path.join("."), issue?.message].filter(Boolean).join(": ")}`,
    );
  }
  return found.data;
}

const lacksUsage = (given: unknown) => memberOf(given, "usage") === undefined;

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
