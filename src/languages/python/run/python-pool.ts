import { exitGuard, KareninaError } from "../../../base/index.ts";
import { keptMemory } from "./kept-memory.ts";
import { pyodideFolder } from "./pyodide-folder.ts";
import {
  type ProcessOutcome,
  type PythonProcess,
  type ReplyLimits,
  startPythonProcess,
} from "./python-process.ts";

/** Processes that run Python code, a process for each source. */
export interface PythonPool extends AsyncDisposable {
  /**
   * Sends a request to the source's process, and gives what comes back. Requests of one source come after each other; a
   * process serves no other source. Rejects where no process can be started.
   */
  ask(source: string, request: string, limits: ReplyLimits): Promise<ProcessOutcome>;
}

export interface PythonPoolOptions {
  /** The most that the interpreter's memory of a process may grow to. */
  readonly memoryBytes: number;
  /** What each interpreter has run before it reads any source. */
  readonly programs: () => Promise<string>;
  /** How many processes there are at most. */
  readonly processes: number;
}

/** A place for a process. */
interface Place {
  source: string | undefined;
  process: PythonProcess | undefined;
  turn: Promise<unknown>;
  waiting: number;
}

/** How a reply begins after which the interpreter is worth nothing. */
const brokenMark = '{"broken"';

/** How long the interpreter may take to begin, and how much it sends then. */
const beginning: ReplyLimits = { cpuMs: 120_000, wallMs: 300_000, longestFrame: 256 * 2 ** 20 };

/** A pool without processes; they start when they are needed, from the memory of one that has run the programs. */
export function createPythonPool({ memoryBytes, programs, processes }: PythonPoolOptions): PythonPool {
  const places: Place[] = [];
  let memory: Promise<Buffer> | undefined;
  const running = new Set<PythonProcess>();
  const endAll = () => {
    for (const process of running) process.end();
    running.clear();
  };
  const guard = exitGuard().watch(endAll);
  let disposed = false;

  const end = (process: PythonProcess | undefined) => {
    process?.end();
    if (process !== undefined) running.delete(process);
  };

  const begin = async (begins: "programs" | "snapshot", content: Uint8Array) => {
    if (disposed) throw new KareninaError("cancelled", "The sandbox was disposed.");
    const started = startPythonProcess(pyodideFolder(), memoryBytes);
    running.add(started);
    started.send(Buffer.from(JSON.stringify({ begins, memoryBytes })));
    started.send(content);
    const outcome = await started.receive(beginning);
    if (outcome.kind === "frame") return { started, frame: outcome.frame };
    end(started);
    if (disposed) throw new KareninaError("cancelled", "The sandbox was disposed.");
    throw new KareninaError("sandbox_error", "The sandbox for Python code could not be started.", {
      hint: "It needs the package pyodide in the version that karenina names, and about 300 MB of memory.",
    });
  };

  const makeMemory = async () => {
    const text = await programs();
    return keptMemory({ pyodide: pyodideFolder(), programs: text, memoryBytes }, async () => {
      const { started, frame } = await begin("programs", Buffer.from(text));
      end(started);
      return frame;
    });
  };

  const processFor = async (place: Place, source: string) => {
    if (place.process?.isRunning === true && place.source === source) return place.process;
    end(place.process);
    memory ??= makeMemory();
    memory.catch(() => {
      memory = undefined;
    });
    const { started } = await begin("snapshot", await memory);
    place.source = source;
    place.process = started;
    return started;
  };

  return {
    async ask(source, request, limits) {
      const place = choosePlace(places, source, processes);
      place.waiting += 1;
      const mine = place.turn.then(async () => {
        const process = await processFor(place, source);
        process.send(Buffer.from(request));
        const outcome = await process.receive(limits);
        if (outcome.kind === "frame" && outcome.frame.indexOf(brokenMark) === 0) end(process);
        return outcome;
      });
      place.turn = mine
        .catch(() => undefined)
        .then(() => {
          place.waiting -= 1;
        });
      return mine;
    },
    async [Symbol.asyncDispose]() {
      disposed = true;
      endAll();
      guard.release();
    },
  };
}

/** The place that has the source, else a new one, else the one with the least work, of those the one that is longest unused. */
function choosePlace(places: Place[], source: string, most: number): Place {
  const own = places.find((place) => place.source === source);
  const least = places.toSorted((one, other) => one.waiting - other.waiting)[0];
  const isNew = own === undefined && (least === undefined || places.length < most);
  const fresh: Place = { source, process: undefined, turn: Promise.resolve(), waiting: 0 };
  const place = own ?? (isNew ? fresh : (least ?? fresh));
  // the last one used stands last
  if (places.includes(place)) places.splice(places.indexOf(place), 1);
  places.push(place);
  return place;
}
