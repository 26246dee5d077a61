import { type Clock, startDeadline } from "../../base/index.ts";
import type { AgentPort, AgentReply } from "../../ports/index.ts";
import { assistantMessage, type Block, lastUserText, messageText, noUsage } from "../../trace/index.ts";
import { errorOfOwn } from "../replies/index.ts";
import type { AnswerDetails, AnswerRequest, AskedAttachment, GivenAnswer } from "./answer-function.ts";
import { fillWorkspace, refuseForeignFiles } from "./fill-workspace.ts";
import { readAnswer, readDetails } from "./read-answer.ts";
import { NoAnswer } from "./thrown.ts";

/** An application under test. */
export interface ApplicationOptions {
  /** Id of the model, for messages. */
  readonly id: string;
  /** What results call the model where the application does not say it. */
  readonly modelName: string;
  readonly clock: Clock;
  /** It is not of this machine, and its files are put into copies alone. Default false. */
  readonly isElsewhere?: boolean;
  /** Closes what it was opened with. Default: nothing. */
  readonly close?: () => Promise<void>;
  /** What is known of the question of a signal that did not get its answer in time, for the end of a sentence. Default: nothing. */
  readonly whyLate?: (signal: AbortSignal) => string;
}

/** What an application can be asked. What it gives is read before it is used. */
type Ask = (request: AnswerRequest) => unknown;

/** An application as an agent: one question to it is one run. */
export function applicationAgent(
  ask: Ask,
  { id, modelName, clock, isElsewhere = false, close = async () => {}, whyLate }: ApplicationOptions,
): AgentPort {
  return {
    tier: "tool_loop",
    async run(asked) {
      const { messages, questionText, tools, replicate = 1, timeoutMs, signal, observer } = asked;
      const { workspacePath, workspaceIsCopy = true } = asked;
      using deadline = startDeadline(timeoutMs, signal, clock);
      const startedAt = clock.monotonic();
      observer?.started?.();
      try {
        // a copy: what was asked stands in the result as it was asked
        const own = structuredClone(messages);
        const request: AnswerRequest = {
          question: questionText ?? lastUserText(messages),
          messages: own,
          attachments: own.flatMap(({ content }) => content.flatMap(attachmentOf)),
          tools: [...tools],
          replicate,
          signal: deadline.signal,
          ...(workspacePath && { workspace: workspacePath }),
        };
        const given = await deadline.race(answered(ask, request));
        if (workspacePath !== undefined) {
          if (isElsewhere) refuseForeignFiles(given, workspaceIsCopy);
          await deadline.race(fillWorkspace(workspacePath, given));
        }
        const reply = replyOf(given, modelName);
        const durationMs = clock.monotonic() - startedAt;
        observer?.finished?.({ usage: reply.usage, model: reply.model, durationMs });
        return reply;
      } catch (error) {
        throw errorOfOwn(error, { id, deadline, timeoutMs, whyLate: () => whyLate?.(deadline.signal) ?? "" });
      }
    },
    [Symbol.asyncDispose]: close,
  };
}

function attachmentOf(block: Block): readonly AskedAttachment[] {
  if (block.type !== "file" || block.data === undefined) return [];
  const { name, mediaType, data, path } = block;
  return [{ name, mediaType, data, ...(path !== undefined && { path }) }];
}

/** What an application has given: an answer, or why there is none. */
type Given = GivenAnswer | (AnswerDetails & { readonly unanswered: string });

async function answered(ask: Ask, request: AnswerRequest): Promise<Given> {
  try {
    return readAnswer(await ask(request));
  } catch (error) {
    if (!NoAnswer.isInstance(error)) throw error;
    return { ...readDetails(error.details), unanswered: String(error.message) };
  }
}

function replyOf(given: Given, modelName: string): AgentReply {
  const { trace = [], usage, model, contexts, log } = given;
  const text = "text" in given ? given.text : undefined;
  const last = trace.at(-1);
  const isThere = text === undefined || (last?.role === "assistant" && messageText(last) === text);
  const messages = isThere ? trace : [...trace, assistantMessage(text)];
  const { inputTokens = 0, outputTokens = 0 } = usage ?? {};
  const { costUsd: _isNoCount, ...counts } = usage ?? {};
  return {
    messages,
    usage: { ...noUsage, totalTokens: inputTokens + outputTokens, ...usage },
    usageKnown: Object.values(counts).some((count) => count !== undefined),
    model: model ?? modelName,
    turns: messages.filter(({ role }) => role === "assistant").length,
    limitReached: false,
    timeoutReached: false,
    ...("unanswered" in given && { unanswered: given.unanswered }),
    ...(contexts && { contexts }),
    ...(log && { log }),
  };
}
