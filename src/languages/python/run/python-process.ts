import { type ChildProcessByStdio, spawn } from "node:child_process";
import { realpathSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { Socket } from "node:net";
import { dirname } from "node:path";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";

/** A process that runs Python code. It can read pyodide's files and its own, and nothing else. */
export interface PythonProcess {
  /** False once it has ended. */
  readonly isRunning: boolean;
  /** Sends a frame. */
  send(frame: Uint8Array): void;
  /** The next frame it sends, or why there is none. After anything but a frame the process is ended. */
  receive(limits: ReplyLimits): Promise<ProcessOutcome>;
  /** Ends it. */
  end(): void;
}

/** What a process may use for one frame. */
export interface ReplyLimits {
  /** CPU time, in milliseconds; where it cannot be known, the time that passes. */
  readonly cpuMs: number;
  /** Time that may pass whatever the CPU does, in milliseconds. */
  readonly wallMs: number;
  readonly longestFrame: number;
}

export type ProcessOutcome =
  | { readonly kind: "frame"; readonly frame: Buffer }
  /** It took too long. */
  | { readonly kind: "late" }
  /** It sent more than it may. */
  | { readonly kind: "long" }
  /** It ended. */
  | { readonly kind: "ended" };

/** What is beside the interpreter's memory in a process: Node, the compiled interpreter, and the copies of its beginning. */
const surroundingBytes = 1280 * 2 ** 20;

/** CPU time a process may use in its whole life, in seconds: ends one whose parent is gone. */
const lifetimeSeconds = 600;

/** What Node is told so that its process can read these folders, and nothing else: no writing, processes, threads or native modules. */
export function confinedNode(folders: readonly string[]): readonly string[] {
  return [
    "--permission",
    ...folders.map((folder) => `--allow-fs-read=${folder}`),
    ...["--disallow-code-generation-from-strings", "--frozen-intrinsics", "--no-addons"],
    ...["--no-global-search-paths", "--experimental-vm-modules", "--no-warnings", "--max-old-space-size=256"],
  ];
}

/** Starts a process with pyodide's folder, whose code may use so much memory. */
export function startPythonProcess(folder: string, memoryBytes: number): PythonProcess {
  const extension = import.meta.url.endsWith(".ts") ? ".ts" : ".js";
  const program = realpathSync(fileURLToPath(new URL(`./guest/python-process${extension}`, import.meta.url)));
  const guest = dirname(program);
  const node = [...confinedNode([folder, guest]), program, folder];
  const kilobytes = Math.ceil((memoryBytes + surroundingBytes) / 1024);
  const limited = `ulimit -c 0; ulimit -t ${lifetimeSeconds}; ulimit -f 0; ulimit -d ${kilobytes} 2>/dev/null; exec "$0" "$@"`;
  const [file, args] =
    process.platform === "win32"
      ? [process.execPath, node]
      : ["/bin/sh", ["-c", limited, process.execPath, ...node]];
  const { SystemRoot } = process.env;
  const child = spawn(file, args, {
    cwd: guest,
    env: SystemRoot === undefined ? {} : { SystemRoot },
    stdio: ["pipe", "pipe", "ignore"],
    windowsHide: true,
  });
  return conversation(child);
}

const headBytes = 4;

function conversation(child: ChildProcessByStdio<Writable, Readable, null>): PythonProcess {
  const state = { isRunning: true };
  const chunks: Buffer[] = [];
  let length = 0;
  let longest = 0;
  let settle: (outcome: ProcessOutcome) => void = () => undefined;

  const finish = (outcome: ProcessOutcome) => {
    if (outcome.kind !== "frame") {
      state.isRunning = false;
      child.kill("SIGKILL");
    }
    settle(outcome);
  };
  const take = (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    if (length < headBytes) return;
    const head = Buffer.concat(chunks.slice(0, headBytes)).readUInt32BE(0);
    if (head > longest || length > headBytes + head) finish({ kind: "long" });
    else if (length === headBytes + head) {
      const frame = Buffer.concat(chunks).subarray(headBytes);
      chunks.length = 0;
      length = 0;
      finish({ kind: "frame", frame });
    }
  };
  child.stdout.on("data", take);
  for (const stream of [child, child.stdin, child.stdout])
    stream.on("error", () => finish({ kind: "ended" }));
  child.on("close", () => finish({ kind: "ended" }));
  child.unref();
  // what is waited for has a timer; a process that only waits for requests keeps nobody alive
  for (const stream of [child.stdin, child.stdout]) if (stream instanceof Socket) stream.unref();

  return {
    get isRunning() {
      return state.isRunning;
    },
    send(frame) {
      const head = Buffer.alloc(headBytes);
      head.writeUInt32BE(frame.length);
      child.stdin.write(head);
      child.stdin.write(frame);
    },
    async receive({ cpuMs, wallMs, longestFrame }) {
      if (!state.isRunning) return { kind: "ended" };
      longest = longestFrame;
      const { promise, resolve } = Promise.withResolvers<ProcessOutcome>();
      settle = resolve;
      const watch = watchTime(child.pid, { cpuMs, wallMs }, () => finish({ kind: "late" }));
      return promise.finally(() => watch.end());
    },
    end: () => finish({ kind: "ended" }),
  };
}

/** Calls when a process has used its time. CPU time is looked at again until it is used up, where it can be seen. */
function watchTime(
  pid: number | undefined,
  { cpuMs, wallMs }: { readonly cpuMs: number; readonly wallMs: number },
  onLate: () => void,
): { end(): void } {
  const started = performance.now();
  const before = cpuTimeOf(pid);
  let timer: NodeJS.Timeout | undefined;
  const look = async () => {
    const [from, to] = await Promise.all([before, cpuTimeOf(pid)]);
    const passed = performance.now() - started;
    const left = Math.min(from === undefined || to === undefined ? 0 : cpuMs - (to - from), wallMs - passed);
    if (left <= 0) onLate();
    else timer = setTimeout(look, Math.max(left, 20));
  };
  timer = setTimeout(look, Math.min(cpuMs, wallMs));
  return { end: () => clearTimeout(timer) };
}

/** Linux counts it in hundredths of a second. */
const tickMs = 10;

/** CPU time of a process so far, in milliseconds; undefined where it is not told. */
async function cpuTimeOf(pid: number | undefined): Promise<number | undefined> {
  try {
    const text = await readFile(`/proc/${pid}/stat`, "utf8");
    const [user, system] = text
      .slice(text.lastIndexOf(")") + 2)
      .split(" ")
      .slice(11, 13);
    return (Number(user) + Number(system)) * tickMs;
  } catch {
    return undefined;
  }
}
