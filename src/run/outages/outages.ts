import type { Clock, TransportError } from "../../base/index.ts";
import { type ConfiguredModel, configuredModelId } from "../../pipeline/index.ts";
import type { Probe } from "./probe.ts";
import { patienceWith, type ServerState, type ServerWatch, watchServer } from "./server-watch.ts";

/** Who needs a server: models by their ids, or every task. */
export type ServerUse =
  | { readonly role: "answering" | "parsing"; readonly id: string }
  | { readonly role: "any" };

/** A model's server that is to be watched. */
interface WatchedServer {
  /** Equal for what is reached in the same way: models of one key share a watch. */
  readonly key: string;
  /** As messages call it. */
  readonly name: string;
  readonly use: ServerUse;
  readonly probe: Probe;
  readonly probeTimeoutMs: number;
}

/** A server that is away, is back, or has been given up. */
export interface Outage {
  /** As messages call the models it serves. */
  readonly names: readonly string[];
  readonly state: ServerState;
  /** What it said last. */
  readonly reason: TransportError;
  /** How long it has been away, in milliseconds. */
  readonly durationMs: number;
  /** How long it is waited for at most, in milliseconds. */
  readonly patienceMs: number;
}

/** What a task needs to be told apart by. */
interface TaskModels {
  readonly answering: ConfiguredModel;
  readonly parsing: { readonly id: string };
}

/** The servers of a run's models, and which of them cannot be reached at present. */
export interface Outages {
  /** The watch of a model's server. */
  watch(server: WatchedServer): ServerWatch;
  /** True while every server is reachable, as far as anybody knows. */
  readonly allReachable: boolean;
  /** The worst state of what a task needs. */
  stateOf(task: TaskModels): ServerState;
  /** How often what a task needs has been paused so far. */
  pausesOf(task: TaskModels): number;
  /** How often what an answer of this model needs has been. */
  pausesOfAnswering(id: string): number;
  /** Calls `told` with every change from now on, and `turned` when within a pause one task may find out how it is, or has. */
  listen(told: (outage: Outage) => void, turned?: () => void): void;
  /** Gives up waiting, at the end of a run. */
  stop(): void;
}

interface Entry {
  readonly watch: ServerWatch;
  readonly names: Set<string>;
  readonly uses: ServerUse[];
  pauses: number;
  pausedAt: number;
}

const rank: { readonly [state in ServerState]: number } = { reachable: 0, paused: 1, lost: 2 };

/** Watches servers for one run. */
export function createOutages({
  clock,
  patienceMs,
}: {
  readonly clock: Clock;
  /** How long an outage is waited for, in milliseconds. */
  readonly patienceMs: number;
}): Outages {
  const entries = new Map<string, Entry>();
  const listeners: ((outage: Outage) => void)[] = [];
  const turns: (() => void)[] = [];

  function open({ key, probe, probeTimeoutMs }: WatchedServer): Entry {
    const entry: Entry = {
      names: new Set(),
      uses: [],
      pauses: 0,
      pausedAt: 0,
      watch: watchServer({
        ...{ probe, probeTimeoutMs, clock, patienceMs },
        turned(state) {
          // what failed in a trial is cut short by the pause
          if (state === "paused") entry.pauses += 1;
          for (const turned of turns) turned();
        },
        changed(state, reason) {
          if (state === "paused") {
            entry.pauses += 1;
            entry.pausedAt = clock.monotonic();
          }
          const durationMs = entry.pauses === 0 ? 0 : clock.monotonic() - entry.pausedAt;
          for (const told of listeners)
            told({
              ...{ names: [...entry.names], state, reason, durationMs },
              patienceMs: patienceWith(reason, patienceMs),
            });
        },
      }),
    };
    entries.set(key, entry);
    return entry;
  }

  function* needed(answering: string, parsing?: string): Generator<Entry> {
    const isNeeded = (use: ServerUse) =>
      use.role === "any" || use.id === (use.role === "answering" ? answering : parsing);
    for (const entry of entries.values()) if (entry.uses.some(isNeeded)) yield entry;
  }

  function pausesOf(found: Iterable<Entry>): number {
    let pauses = 0;
    for (const entry of found) pauses += entry.pauses;
    return pauses;
  }

  return {
    get allReachable() {
      return [...entries.values()].every(({ watch }) => watch.state === "reachable");
    },
    watch(server) {
      const entry = entries.get(server.key) ?? open(server);
      entry.names.add(server.name);
      entry.uses.push(server.use);
      return entry.watch;
    },
    stateOf({ answering, parsing }) {
      let worst: ServerState = "reachable";
      for (const { watch } of needed(configuredModelId(answering), parsing.id))
        if (rank[watch.state] > rank[worst]) worst = watch.state;
      return worst;
    },
    pausesOf: ({ answering, parsing }) => pausesOf(needed(configuredModelId(answering), parsing.id)),
    pausesOfAnswering: (id) => pausesOf(needed(id)),
    listen(told, turned) {
      listeners.push(told);
      if (turned !== undefined) turns.push(turned);
    },
    stop() {
      for (const { watch } of entries.values()) watch.stop();
    },
  };
}
