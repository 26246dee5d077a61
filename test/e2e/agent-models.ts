import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { Socket } from "node:net";
import { openAiWire, type ServedRequest, startModelServer } from "../../src/models/testing/index.ts";

/** Where a scripted model stands: which task it is at, and how many replies it has given for it. */
export interface ModelStep {
  readonly role: "agent" | "judge" | "reader";
  readonly task: number;
  readonly turn: number;
}

/** What scripted models do at the points a test cares about. */
export interface AgentScript {
  /** The command line that the agent runs for a task; it has to write `out.txt`. */
  readonly command: (task: number) => string;
  /** The command line that the judge runs; null, the default: none. */
  readonly judgeCommand?: (task: number) => string | null;
  /** A reply is sent only once this is through. */
  readonly before?: (step: ModelStep) => Promise<unknown> | undefined;
}

/** Models on a local server that work at files as agents, look at them as judges, and read the judges' reports. */
export interface AgentModels extends AsyncDisposable {
  readonly url: string;
  /** Connections that are open at this moment, and all that ever were. */
  readonly connections: { readonly open: number; readonly all: number };
}

type Reply = Parameters<typeof openAiWire.reply>[0];

/**
 * Starts the models. For task 7 the agent looks `7` up, writes `note.txt`, runs its command, reads `out.txt` and says
 * what it read; the judge looks for itself and reports that.
 */
export async function startAgentModels(script: AgentScript): Promise<AgentModels> {
  const open = new Set<Socket>();
  let all = 0;
  let port = "";
  const onSocket = (message: unknown) => {
    const socket = socketOf(message);
    if (socket === undefined || String(socket.localPort) !== port) return;
    all += 1;
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  };
  subscribe("net.server.socket", onSocket);
  const server = await startModelServer(async (request) => {
    const step = stepOf(request);
    await script.before?.(step);
    return { body: openAiWire.reply(replies[step.role](step, request, script)) };
  });
  port = new URL(server.url).port;
  return {
    url: server.url,
    get connections() {
      return { open: open.size, all };
    },
    async [Symbol.asyncDispose]() {
      unsubscribe("net.server.socket", onSocket);
      await server[Symbol.asyncDispose]();
    },
  };
}

function socketOf(message: unknown): Socket | undefined {
  if (typeof message !== "object" || message === null || !("socket" in message)) return undefined;
  return message.socket instanceof Socket ? message.socket : undefined;
}

interface SentMessage {
  readonly role: string;
  readonly content: unknown;
}

const messagesOf = ({ body }: ServedRequest): readonly SentMessage[] =>
  Array.isArray(body.messages) ? (body.messages as readonly SentMessage[]) : []; // the request is our own

const textOf = (content: unknown) => (typeof content === "string" ? content : JSON.stringify(content));

function stepOf(request: ServedRequest): ModelStep {
  const messages = messagesOf(request);
  const task = Number(/Task (\d+):/.exec(JSON.stringify(messages))?.[1]);
  const turn = messages.filter(({ role }) => role === "assistant").length;
  const role =
    request.body.response_format !== undefined
      ? "reader"
      : request.body.model === "judge"
        ? "judge"
        : "agent";
  return { role, task, turn };
}

const replies: {
  readonly [role in ModelStep["role"]]: (
    step: ModelStep,
    request: ServedRequest,
    script: AgentScript,
  ) => Reply;
} = {
  agent({ task, turn }, request, script) {
    if (turn === 0)
      return asking(
        ["search", { query: String(task) }],
        ["write_file", { path: "note.txt", content: `note ${task}` }],
      );
    if (turn === 1) return asking(["run_command", { command: script.command(task), seconds: 600 }]);
    if (turn === 2) return asking(["read_file", { path: "out.txt" }]);
    return { text: `I read ${readWord(request)}; ${searched(request)}.` };
  },
  judge({ task, turn }, request, script) {
    const command = script.judgeCommand?.(task) ?? null;
    const looks = [
      ...(command === null ? [] : [asking(["run_command", { command, seconds: 600 }])]),
      asking(["read_file", { path: "out.txt" }]),
    ];
    const look = looks[turn];
    if (look !== undefined) return look;
    return { text: `out.txt, line 1: ${readWord(request)}` };
  },
  reader(_, request) {
    return { text: JSON.stringify({ word: wordIn(messagesOf(request)) }) };
  },
};

function asking(
  ...calls: readonly (readonly [name: string, input: { readonly [key: string]: string | number }])[]
): Reply {
  return { text: "", calls: calls.map(([name, input], at) => ({ id: `call-${at}`, name, input })) };
}

/** The word in what the last tool call showed. */
const readWord = (request: ServedRequest) => wordIn(messagesOf(request).slice(-1));
const wordIn = (messages: readonly SentMessage[]) =>
  /WORD-\d+/.exec(messages.map(({ content }) => textOf(content)).join("\n"))?.[0] ?? "nothing";
const searched = (request: ServedRequest) =>
  /quick found \d+/.exec(
    messagesOf(request)
      .map(({ content }) => textOf(content))
      .join("\n"),
  )?.[0] ?? "no find";
