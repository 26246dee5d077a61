import { TransportError } from "../base/index.ts";
import type { AgentReply, LlmReply, Tool, Workspace } from "../ports/index.ts";
import {
  agentMetrics,
  assistantMessage,
  type Message,
  messageText,
  noUsage,
  renderTrace,
  saysAnything,
} from "../trace/index.ts";
import { conversationFor, promptedQuestion } from "./conversation.ts";
import type { GeneratedAnswer } from "./facts.ts";
import type { AnsweringModel } from "./models.ts";
import { withAttachments } from "./sent-attachments.ts";
import type { StageContext } from "./stage.ts";
import type { ShownTurn, Task } from "./task.ts";

/** Where the files of the question stand in the folder, which may hold those of other turns too. */
function placedFiles({ attachments = [] }: Task, workspace: Workspace | null): readonly string[] {
  return (workspace?.placed ?? []).filter((place) =>
    attachments.some(({ name }) => place.endsWith(`/${name}`)),
  );
}

type AgentConnection = Extract<AnsweringModel["connection"], { kind: "agent" }>;

/**
 * Asks the model under test, by a plain call or as an agent that works in the workspace. Throws `TransportError` when
 * nothing came back.
 */
export async function askAnsweringModel(
  context: StageContext,
  workspace: Workspace | null,
): Promise<GeneratedAnswer> {
  const { task, signal, observer } = context;
  const conversation = conversationFor(task, placedFiles(task, workspace));
  const messages = withAttachments(conversation, task);
  const { connection } = task.answering;
  if (connection.kind === "agent") {
    // tools of this task alone end with the answer, before a judge looks at what they left
    await using own = workspace === null ? null : connection.tools?.inWorkspace?.(workspace.path);
    const offered = (await (own ?? connection.tools)?.tools({ signal })) ?? [];
    const without = task.turn?.shown?.without ?? [];
    const tools = without.length === 0 ? offered : offered.filter((tool) => !isLeftOut(tool, without));
    const reply = await connection.agent.run({
      messages,
      questionText: promptedQuestion(task),
      replicate: task.replicate ?? 1,
      tools,
      maxTurns: connection.maxTurns,
      timeoutMs: connection.timeoutMs,
      ...(workspace === null ? {} : { workspacePath: workspace.path, workspaceIsCopy: workspace.isCopy }),
      signal,
      observer,
    });
    return fromAgent(reply, conversation, connection);
  }
  try {
    const reply = await connection.llm.generate({
      messages,
      stream: task.answering.stream ?? true,
      timeoutMs: task.answering.requestTimeoutMs,
      signal,
      observer,
    });
    return fromLlm(reply, conversation);
  } catch (error) {
    if (!TransportError.isInstance(error) || !saysAnything(error.partialText ?? "")) throw error;
    return fromCutOff(error, conversation, task.answering);
  }
}

/** What had come of a streamed answer when its call failed for good. */
function fromCutOff(
  error: TransportError,
  conversation: readonly Message[],
  { identity }: AnsweringModel,
): GeneratedAnswer {
  const reply: LlmReply = {
    text: error.partialText ?? "",
    message: assistantMessage(error.partialText ?? ""),
    usage: noUsage,
    usageKnown: false,
    model: identity.modelName,
    finishReason: "other",
  };
  return {
    ...fromLlm(reply, conversation),
    partial: error.category === "timeout" ? "timeout" : "error",
    error,
  };
}

function fromLlm(reply: LlmReply, conversation: readonly Message[]): GeneratedAnswer {
  const messages = [reply.message];
  return {
    messages,
    trace: renderTrace(messages),
    conversation,
    recursionLimitReached: false,
    partial: reply.finishReason === "length" ? "length" : null,
    unanswered: unanswered(reply, !saysAnything(reply.text)),
    usage: reply.usage,
    usageKnown: reply.usageKnown,
    model: reply.model,
    metrics: agentMetrics(messages, false),
    contexts: reply.contexts ?? null,
  };
}

function fromAgent(
  reply: AgentReply,
  conversation: readonly Message[],
  connection: AgentConnection,
): GeneratedAnswer {
  if (reply.messages.length === 0 && reply.timeoutReached) {
    throw new TransportError("timeout", `The agent gave no answer within ${connection.timeoutMs / 1000} s.`);
  }
  return {
    messages: reply.messages,
    trace: renderTrace(reply.messages),
    conversation,
    recursionLimitReached: reply.limitReached,
    partial: partialOf(reply),
    ...(reply.error && { error: reply.error }),
    unanswered: reply.limitReached ? null : unanswered(reply, reply.messages.every(saysNothing)),
    usage: reply.usage,
    usageKnown: reply.usageKnown,
    model: reply.model,
    metrics: { ...agentMetrics(reply.messages, reply.limitReached), iterations: reply.turns },
    contexts: reply.contexts ?? null,
    ...(reply.log !== undefined && { log: reply.log }),
  };
}

function partialOf({ error, timeoutReached, finishReason }: AgentReply): GeneratedAnswer["partial"] {
  if (error !== undefined) return "error";
  if (timeoutReached) return "timeout";
  return finishReason === "length" ? "length" : null;
}

function unanswered(
  { finishReason, unanswered: said }: Pick<AgentReply, "finishReason" | "unanswered">,
  isEmpty: boolean,
): GeneratedAnswer["unanswered"] {
  if (said !== undefined) return { category: "abstention", reason: `it has no answer: ${said}` };
  if (finishReason === "refusal") {
    const category = isEmpty ? "empty_response" : "abstention";
    return { category, reason: "the provider refused or filtered the answer" };
  }
  return isEmpty ? { category: "empty_response", reason: "the model returned an empty answer" } : null;
}

/** There is neither text nor the use of a tool. */
function saysNothing(message: Message): boolean {
  const usesTools = message.content.some(({ type }) => type === "tool_use" || type === "tool_result");
  return !usesTools && !saysAnything(messageText(message));
}

/** A filter names a server, or one of its tools by the server's own name for it. */
function isLeftOut({ origin }: Tool, without: ShownTurn["without"]): boolean {
  return without.some(
    ({ server, tool }) => origin?.server === server && (tool === undefined || origin.tool === tool),
  );
}
