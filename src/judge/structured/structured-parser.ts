import { ReplyError } from "../../base/index.ts";
import type { LlmPort, LlmReply, LlmRequest, ParseRequest, ParserPort } from "../../ports/index.ts";
import { section } from "../../prompt/index.ts";
import { type Message, userMessage } from "../../trace/index.ts";
import { readReply } from "./read-reply.ts";
import { schemaInstructions } from "./schema-instructions.ts";

/** How a judge's replies are read. */
interface StructuredParserOptions {
  /** How often a reply that cannot be read is answered with its problems; a run takes a model's `maxRetries`. Default 1. */
  readonly feedbackRetries?: number;
}

/** The schema as a text block of the last user message, so that roles keep alternating. */
function withSchema(messages: readonly Message[], instructions: string): readonly Message[] {
  const last = messages.findLastIndex((message) => message.role === "user");
  if (last === -1) return [...messages, userMessage(instructions)];
  return messages.map((message, index) =>
    index === last
      ? { ...message, content: [...message.content, { type: "text", text: `\n${instructions}` }] }
      : message,
  );
}

/**
 * Reads JSON objects from a model's replies: natively structured where the model can, by schema in the prompt where
 * it cannot. A reply may hold prose, fences and slips; its last complete object counts, unless the reply only quotes it
 * from the messages. A reply that cannot be read, or is not accepted, is answered with its problems as often as
 * `feedbackRetries` says. Throws `ReplyError` with the problems and the reply when that does not help either, or when the
 * model refuses. Transport errors pass through.
 *
 * Disposing the parser leaves the model open: it belongs to whoever made it.
 *
 * @example
 * const parser = structuredParser(llm);
 * const target = await parser.parse({ messages, name: "answer", schema, accept });
 */
export function structuredParser(
  llm: LlmPort,
  { feedbackRetries = 1 }: StructuredParserOptions = {},
): ParserPort {
  const ask = <T>(request: ParseRequest<T>, feedback: readonly Message[]): Promise<LlmReply> => {
    const { name, schema, messages, temperature, seed, signal, timeoutMs, observer } = request;
    const native = llm.capabilities.structuredOutput;
    const asked: LlmRequest = {
      messages: [...(native ? messages : withSchema(messages, schemaInstructions(schema))), ...feedback],
      ...(native && { responseSchema: { name, schema } }),
      ...(temperature !== undefined && { temperature }),
      ...(seed !== undefined && { seed }),
      ...(signal !== undefined && { signal }),
      ...(timeoutMs !== undefined && { timeoutMs }),
      ...(observer !== undefined && { observer }),
    };
    return llm.generate(asked);
  };
  return {
    async parse<T>(request: ParseRequest<T>): Promise<T> {
      let feedback: readonly Message[] = [];
      for (let retriesLeft = feedbackRetries - (request.repeated ?? 0); ; retriesLeft -= 1) {
        const reply = await ask(request, feedback);
        const read = readReply(reply, request.accept, request.messages);
        if (read.ok) return read.value;
        if (read.final || retriesLeft <= 0) {
          throw new ReplyError(
            `The reply of ${reply.model} could not be read: ${read.problems.join("; ")}`,
            reply.text,
            {
              complete: reply.finishReason !== "refusal" && reply.finishReason !== "length",
              hint: read.final
                ? "Rephrase the question, or use another judge."
                : "A stronger judge model may help.",
            },
          );
        }
        feedback = [userMessage(feedbackText(reply.text, read.problems))];
      }
    },
    async [Symbol.asyncDispose]() {},
  };
}

const shownReply = 1000;
const shownProblems = 10;

/** The text that asks again after a reply that could not be read. */
function feedbackText(reply: string, problems: readonly string[]): string {
  const lines = [
    "Your previous reply could not be used:",
    ...problems.slice(0, shownProblems).map((problem) => `- ${problem.slice(0, 500)}`),
    "",
    "It began with:",
    section("previous_reply", reply.slice(0, shownReply)),
    "",
    "Answer the original request again with one complete JSON object that mends these problems, and nothing else.",
  ];
  // a cut through a character leaves half of it, which many servers refuse to read
  return lines.join("\n").toWellFormed();
}
