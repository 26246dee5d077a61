import { realpath } from "node:fs/promises";
import { createDeepAgent } from "deepagents";
import {
  type Clock,
  type Deadline,
  KareninaError,
  maskedError,
  maskSecrets,
  messageOf,
  settledWithin,
  TransportError,
} from "../../base/index.ts";
import type { AgentReply, AgentRequest, CommandRunner } from "../../ports/index.ts";
import { noUsage, sumUsage } from "../../trace/index.ts";
import { type ChatModelSource, errorOfLangChain, noTracer, untraced } from "../langchain/index.ts";
import { refuseCancelled } from "../tool-loop/index.ts";
import { CallCounter } from "./call-counter.ts";
import { callIdsOf, conversationOf, systemPromptOf } from "./conversation.ts";
import { PortTool } from "./port-tool.ts";
import { runCommand } from "./run-command.ts";
import { toolCallMiddleware } from "./tool-calls.ts";
import { collectTrace } from "./trace.ts";
import { workspaceBackend } from "./workspace-backend.ts";

/** What is the same for every run of an agent. */
export interface SessionSettings {
  readonly source: ChatModelSource;
  readonly commands: CommandRunner | undefined;
  readonly readOnly: boolean;
  readonly commandTimeoutMs: number;
  readonly maxOutputBytes: number;
  readonly maxOutputLength: number | undefined;
  readonly clock: Clock;
}

/** A request whose workspace was checked. */
export type SessionRequest = AgentRequest & { readonly workspacePath: string };

/** After the end of a run what it started has so long, in milliseconds, to stop. */
const graceMs = 5000;
/** Steps of the graph are no turns: model calls are counted by themselves. */
const noStepLimit = 1_000_000;

/** One run: a graph of its own, with a model of its own that is told about every call. */
export async function runSession(
  settings: SessionSettings,
  request: SessionRequest,
  deadline: Deadline,
): Promise<AgentReply> {
  const { source, clock } = settings;
  const { modelName, secrets } = source.site;
  const { maxTurns, observer } = request;
  const limit = new AbortController();
  const signal = AbortSignal.any([deadline.signal, limit.signal]);
  const endCalls = () => limit.abort(new DOMException("the run is over", "AbortError"));
  const callIds = callIdsOf(request.messages);
  const counter = new CallCounter({ maxTurns, modelName, observer, clock, callIds, onLimit: endCalls });
  const unreadable = new Map<string, string>();
  const running = new Set<Promise<unknown>>();
  const model = await source.open({
    callbacks: [counter, noTracer],
    fetch: (input, init) => source.client.fetch(input, { ...init, signal: joined(signal, init?.signal) }),
  });
  const root = await rootOf(request);
  const inside = settings.commands?.workspacePathInside(root);
  const agent = made(() =>
    createDeepAgent({
      model,
      tools: request.tools.map((tool) => {
        const call: typeof tool.call = (...given) => watched(running, tool.call(...given));
        const { name, description, inputSchema } = tool;
        const { maxOutputLength } = settings;
        return new PortTool({ name, description, inputSchema, call }, { signal, maxOutputLength });
      }),
      systemPrompt: systemPromptOf(request.messages, { readOnly: settings.readOnly, inside }),
      middleware: [toolCallMiddleware({ counter, signal, secrets, unreadable })],
      backend: workspaceBackend({
        root,
        alsoCalled: [
          request.workspacePath.replace(/(?<=.)\/+$/, ""),
          ...(inside === undefined ? [] : [inside]),
        ],
        readOnly: settings.readOnly,
        execute: commandsOf(settings, root, signal, (work) => watched(running, work)),
      }),
    }),
  );
  const messages = conversationOf(request.messages, source.provider.name);
  const trace = collectTrace(modelName, unreadable, new Set(messages.map(({ id = "" }) => id)));
  const consume = () =>
    untraced(async () => {
      const updates = await agent.stream(
        { messages },
        { streamMode: "updates", signal, recursionLimit: noStepLimit, callbacks: [noTracer] },
      );
      for await (const update of updates) for (const part of Object.values(update)) trace.add(part);
    });
  const errorOfRun = (error: unknown) => {
    const attempt = { deadline, timeoutMs: request.timeoutMs };
    if (counter.failed || deadline.signal.aborted || KareninaError.isInstance(error))
      return errorOfLangChain(source.site, error, attempt, clock);
    const detail = maskSecrets(messageOf(error), secrets);
    return new TransportError("permanent", `The deep agent on model "${modelName}" failed: ${detail}`, {
      cause: maskedError(error, secrets),
    });
  };
  let failure: KareninaError | undefined;
  try {
    await deadline.race(consume());
  } catch (error) {
    endCalls();
    await settledWithin(Promise.allSettled(running), clock, graceMs);
    refuseCancelled(request);
    const isCut = deadline.timedOut || counter.limitReached;
    if (!isCut) failure = errorOfRun(error);
  }
  const { usages } = counter;
  const error = usages.length > 0 && TransportError.isInstance(failure) ? failure : undefined;
  if (failure !== undefined && error === undefined) throw failure;
  return {
    messages: [...trace.messages],
    usage: sumUsage(usages.map((usage) => usage ?? noUsage)),
    usageKnown: usages.length > 0 && usages.every((usage) => usage !== undefined),
    model: counter.model,
    turns: usages.length,
    limitReached: counter.limitReached && !deadline.timedOut,
    timeoutReached: deadline.timedOut,
    ...(trace.finishReason && { finishReason: trace.finishReason }),
    ...(error && { error }),
  };
}

async function rootOf({ workspacePath }: SessionRequest): Promise<string> {
  try {
    return await realpath(workspacePath);
  } catch (error) {
    throw new KareninaError("file_not_found", `The workspace ${workspacePath} does not exist.`, {
      cause: error,
    });
  }
}

const joined = (run: AbortSignal, call: AbortSignal | null | undefined): AbortSignal =>
  call ? AbortSignal.any([run, call]) : run;

function watched<T>(running: Set<Promise<unknown>>, work: Promise<T>): Promise<T> {
  running.add(work);
  const forget = () => running.delete(work);
  work.then(forget, forget);
  return work;
}

/** The package refuses what cannot be put together, such as a tool called like one of its own. */
function made<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "ConfigurationError") throw error;
    throw new KareninaError("configuration", error.message, {
      hint: "Leave the tool out with the tool filter of its server.",
      cause: error,
    });
  }
}

function commandsOf(
  { commands, commandTimeoutMs, maxOutputBytes, readOnly }: SessionSettings,
  root: string,
  signal: AbortSignal,
  watch: <T>(work: Promise<T>) => Promise<T>,
) {
  if (commands === undefined) return undefined;
  const more = { workspacePath: root, timeoutMs: commandTimeoutMs, maxOutputBytes, readOnly, signal };
  return (command: string) => watch(runCommand(commands, { command, ...more }));
}
