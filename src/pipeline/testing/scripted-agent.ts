import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { KareninaError } from "../../base/index.ts";
import type { AgentPort, AgentReply, AgentRequest, FinishReason } from "../../ports/index.ts";
import { assistantMessage, type Message } from "../../trace/index.ts";

/** How a scripted agent ends a run. */
export interface AgentEnd {
  /** The final message; absent: there is none. */
  readonly text?: string;
  /** Outputs of tools it used before, a turn each. */
  readonly outputs?: readonly string[];
  readonly limitReached?: boolean;
  readonly timeoutReached?: boolean;
  readonly finishReason?: FinishReason;
}

/** What a scripted agent does with a request and the folder it is given. A text is a final message. */
export type AgentScript = (folder: AgentFolder, request: AgentRequest) => Promise<string | AgentEnd>;

/** The folder of a scripted agent. */
export interface AgentFolder {
  /** Names of all files in it, sorted. */
  list(): Promise<readonly string[]>;
  read(name: string): Promise<string>;
  write(name: string, text: string): Promise<void>;
}

/** A deep agent that follows a script, and remembers what it was asked. */
export interface ScriptedAgent extends AgentPort {
  readonly requests: readonly AgentRequest[];
}

/** Makes a scripted agent. Like a real one it rejects when it is cancelled. */
export function scriptedAgent(script: AgentScript, given: Partial<AgentPort> = {}): ScriptedAgent {
  const requests: AgentRequest[] = [];
  return {
    tier: "deep_agent",
    commands: "sandboxed",
    async run(request) {
      requests.push(request);
      throwIfCancelled(request);
      const end = await script(folderOf(request), request);
      throwIfCancelled(request);
      return replyOf(typeof end === "string" ? { text: end } : end, request);
    },
    async [Symbol.asyncDispose]() {},
    ...given,
    requests,
  };
}

function throwIfCancelled({ signal }: AgentRequest): void {
  if (signal?.aborted) throw new KareninaError("cancelled", "The agent was cancelled.");
}

const usage = { inputTokens: 10, outputTokens: 5, totalTokens: 15 };

function replyOf({ text, outputs = [], ...end }: AgentEnd, { observer }: AgentRequest): AgentReply {
  const messages = outputs.flatMap((content, at): readonly Message[] => [
    { role: "assistant", content: [{ type: "tool_use", id: `${at}`, name: "look", input: {} }] },
    { role: "tool", content: [{ type: "tool_result", toolUseId: `${at}`, content, isError: false }] },
  ]);
  if (text !== undefined) messages.push(assistantMessage(text));
  const turns = outputs.length + (text === undefined ? 0 : 1);
  for (let turn = 0; turn < turns; turn += 1) observer?.finished?.({ usage, model: "agent", durationMs: 1 });
  return {
    ...{ messages, usage, usageKnown: true, model: "agent", turns },
    ...{ limitReached: false, timeoutReached: false, ...end },
  };
}

function folderOf({ workspacePath }: AgentRequest): AgentFolder {
  if (workspacePath === undefined) throw new Error("a deep agent needs a workspace");
  const place = (name: string) => path.join(workspacePath, name);
  return {
    async list() {
      const entries = await readdir(workspacePath, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(workspacePath, path.join(entry.parentPath, entry.name)))
        .sort();
    },
    read: (name) => readFile(place(name), "utf8"),
    write: (name, text) => writeFile(place(name), text),
  };
}
