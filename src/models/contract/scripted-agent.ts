import { type Clock, systemClock } from "../../base/index.ts";
import type { AgentPort, AgentRequest } from "../../ports/index.ts";
import { type ServedReply, startModelServer, type Wire, type WireReply } from "../testing/index.ts";

/** What the model behind an agent does when it is called. */
export type AgentTurn =
  /** Says something, asks for tools, or both. */
  | Partial<WireReply>
  /** Fails with this HTTP status. */
  | { readonly status: number }
  /** Never answers. */
  | { readonly hang: true }
  /** Breaks the connection in the middle of a reply. */
  | { readonly dies: true };

/** An agent whose model follows a script. */
export interface ScriptedAgent extends AsyncDisposable {
  readonly agent: AgentPort;
  /** What the model was asked so far, as the JSON text of each call. */
  readonly asked: readonly string[];
  /** What every request to this agent needs, such as a workspace. */
  readonly request?: Partial<AgentRequest>;
  /** Makes the wall-clock limit of the present run be over. Absent: the time really passes. */
  expire?(): void;
}

/** Puts an agent before a model that says one turn per call, the last one for ever. */
export type StartAgent = (
  turns: readonly AgentTurn[],
  hooks?: { readonly onAsked?: (index: number) => unknown },
) => Promise<ScriptedAgent>;

/** The reply of a model server to one turn. */
export function servedTurn(wire: Wire, turn: AgentTurn): ServedReply {
  if ("hang" in turn) return { hang: true };
  if ("dies" in turn) return { truncated: "{" };
  if ("status" in turn) return { status: turn.status, body: wire.error("the server is out of order") };
  return { body: wire.reply({ text: "", ...turn }) };
}

/** A clock whose time stands still until it is told that all waits are over. */
export function stoppedClock(): Clock & { expire(): void } {
  let waiting = new Set<() => void>();
  return {
    ...systemClock,
    sleep: (_, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        waiting.add(resolve);
        signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
      }),
    expire() {
      const ended = waiting;
      waiting = new Set();
      for (const end of ended) end();
    },
  };
}

/** Starts agents on a local server that speaks a vendor's wire format, one reply per request. */
export function agentOnWire(wire: Wire, open: (url: string, clock: Clock) => AgentPort): StartAgent {
  return async (turns, hooks = {}) => {
    const server = await startModelServer((_, index) => {
      hooks.onAsked?.(index);
      return servedTurn(wire, turns[Math.min(index, turns.length - 1)] ?? { hang: true });
    });
    const clock = stoppedClock();
    const agent = open(server.url, clock);
    return {
      agent,
      expire: clock.expire,
      get asked() {
        return server.requests.map((request) => JSON.stringify(request.body));
      },
      async [Symbol.asyncDispose]() {
        await agent[Symbol.asyncDispose]();
        await server[Symbol.asyncDispose]();
      },
    };
  };
}
