import { type Clock, type Deadline, startDeadline, systemClock, TransportError } from "../../base/index.ts";
import type {
  AgentPort,
  AgentReply,
  AgentRequest,
  AgentTier,
  LlmPort,
  LlmReply,
  Tool,
} from "../../ports/index.ts";
import { type Message, sumUsage } from "../../trace/index.ts";
import type { ToolCall } from "./call-tool.ts";
import { checkAgentRequest, refuseCancelled } from "./check-request.ts";
import { runCalls } from "./run-calls.ts";

/** How a model and its tools are run. */
interface ToolLoopOptions {
  /** Default `tool_loop`. */
  readonly tier?: AgentTier;
  /** How the agent's commands are confined; passed on to whoever asks the port. */
  readonly commands?: NonNullable<AgentPort["commands"]>;
  /** Limit of one attempt of one model call, in milliseconds. Default: the model's own. The run's limit holds anyway. */
  readonly requestTimeoutMs?: number;
  /** Tool calls of a run; further ones are not made and get an errored result saying so. Default: no limit. */
  readonly toolCallLimit?: number;
  /** Characters of one tool's output the model gets to read, from its head and tail. Default 100,000. */
  readonly maxOutputLength?: number;
  readonly clock?: Clock;
}

/**
 * An agent made of any model that can ask for tools: asks, runs all calls of a reply at the same time, asks again with
 * their results, until a reply asks for none. Tool trouble goes back to the model as an errored result; a model call
 * that fails ends the run: the first throws its `TransportError`, a later one leaves it in the reply. Give it a model
 * that retries by itself: the run as a whole must not be repeated, its tools may have had effects. Disposing the agent
 * disposes the model.
 *
 * Throws `KareninaError` with code `configuration` for a model without tools, tools of one name, or a limit that is no
 * whole number; `cancelled` when the caller cancels.
 *
 * @example
 * const agent = toolLoopAgent(retryingLlm(llm, retries), { toolCallLimit: 50 });
 * const reply = await agent.run({ messages, tools, maxTurns: 25, timeoutMs: 180_000 });
 */
export function toolLoopAgent(llm: LlmPort, options: ToolLoopOptions = {}): AgentPort {
  const { tier = "tool_loop", commands, clock = systemClock } = options;
  return {
    tier,
    commands,
    async run(request) {
      checkAgentRequest(llm.capabilities, request, options.toolCallLimit);
      using deadline = startDeadline(request.timeoutMs, request.signal, clock);
      return await loop(llm, request, deadline, { ...options, clock });
    },
    [Symbol.asyncDispose]: () => llm[Symbol.asyncDispose](),
  };
}

async function loop(
  llm: LlmPort,
  request: AgentRequest,
  deadline: Deadline,
  { clock, requestTimeoutMs, toolCallLimit, maxOutputLength }: ToolLoopOptions & { readonly clock: Clock },
): Promise<AgentReply> {
  const tools = new Map(request.tools.map((tool) => [tool.name, tool]));
  const said: Message[] = [];
  const replies: LlmReply[] = [];
  let calls = 0;
  for (;;) {
    let reply: LlmReply | undefined;
    try {
      reply = await ask(llm, request, { said, deadline, requestTimeoutMs });
    } catch (error) {
      if (replies.length === 0 || !TransportError.isInstance(error)) throw error;
      return { ...ended(said, replies, {}), error };
    }
    if (reply === undefined) return ended(said, replies, { timeoutReached: true });
    replies.push(reply);
    said.push(reply.message);
    const wanted = reply.message.content.filter((block): block is ToolCall => block.type === "tool_use");
    const isFinal = wanted.length === 0 || tools.size === 0 || reply.finishReason === "refusal";
    if (isFinal) return ended(said, replies, {});
    if (replies.length >= request.maxTurns) return ended(said, replies, { limitReached: true });
    const callsLeft = (toolCallLimit ?? Number.POSITIVE_INFINITY) - calls;
    const results = await runCalls(wanted, {
      tools,
      deadline,
      clock,
      callsLeft,
      toolCallLimit,
      maxOutputLength,
      observer: request.observer,
    });
    calls += wanted.length;
    refuseCancelled(request);
    if (results.length > 0) said.push({ role: "tool", content: results });
    if (deadline.timedOut) return ended(said, replies, { timeoutReached: true });
  }
}

/** One model call; undefined when the run's time was up before its reply came. */
async function ask(
  llm: LlmPort,
  request: AgentRequest,
  {
    said,
    deadline,
    requestTimeoutMs,
  }: {
    readonly said: readonly Message[];
    readonly deadline: Deadline;
    readonly requestTimeoutMs: number | undefined;
  },
): Promise<LlmReply | undefined> {
  refuseCancelled(request);
  try {
    const call = llm.generate({
      messages: [...request.messages, ...said],
      ...(request.tools.length > 0 && { tools: request.tools.map(definitionOf) }),
      timeoutMs: requestTimeoutMs,
      observer: request.observer,
      signal: deadline.signal,
    });
    return await deadline.race(call);
  } catch (error) {
    refuseCancelled(request);
    if (deadline.timedOut) return undefined;
    throw error;
  }
}

const definitionOf = ({ name, description, inputSchema }: Tool) => ({ name, description, inputSchema });

function ended(
  messages: readonly Message[],
  replies: readonly LlmReply[],
  {
    limitReached = false,
    timeoutReached = false,
  }: Partial<Pick<AgentReply, "limitReached" | "timeoutReached">>,
): AgentReply {
  const contexts = replies.flatMap((reply) => reply.contexts ?? []);
  return {
    messages,
    ...(replies.some((reply) => reply.contexts !== undefined) && { contexts }),
    finishReason: replies.at(-1)?.finishReason,
    usage: sumUsage(replies.map((reply) => reply.usage)),
    usageKnown: replies.length > 0 && replies.every((reply) => reply.usageKnown),
    model: replies[0]?.model ?? "",
    turns: replies.length,
    limitReached,
    timeoutReached,
  };
}
