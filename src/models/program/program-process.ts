import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import {
  type Clock,
  costlyJson,
  type ExitGuard,
  endProgramGroup,
  keptOutput,
  lineReader,
  processGroup,
  programGraceMs,
  settledWithin,
} from "../../base/index.ts";

/** A program to be started. */
export interface ProgramStart {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string | undefined;
  readonly environment: Readonly<Record<string, string>>;
}

/** What a program needs beside its own settings. */
export interface ProgramSurroundings {
  readonly clock: Clock;
  readonly guard: ExitGuard;
}

/** A program that runs. */
export interface ProgramProcess {
  /** Hands it a line; what was written to it and could not be sent is told by the end. */
  send(line: string, options: { readonly isLast: boolean }): void;
  /** The next line that it writes; undefined when none can come any more. */
  nextLine(): Promise<string | undefined>;
  /** What it wrote to its error output since this was last asked; of much of it head and tail. */
  takeErrorOutput(): string;
  /** How it ended, such as `exit code 1` or `SIGKILL`, or why it could not be used; undefined while it runs. */
  readonly ended: ProgramEnd | undefined;
  /** Ends it with everything that it started; twice is fine. */
  end(): Promise<void>;
}

/** How a program ended. */
export interface ProgramEnd {
  readonly text: string;
  /** `start`: it could not be started. `signal`: something ended it. `exit`: it ended by itself. `output`: it wrote too much. */
  readonly kind: "start" | "signal" | "exit" | "output";
}

const keptErrorBytes = 20_000;
const longestLineBytes = 64 * 1024 * 1024;
/** Lines that nobody has asked for are kept up to this number. */
const mostLines = 100;

/** Starts a program in a process group of its own. */
export function startProgram(
  { command, args, cwd, environment }: ProgramStart,
  { clock, guard }: ProgramSurroundings,
): ProgramProcess {
  let ended: ProgramEnd | undefined;
  let ending: Promise<void> | undefined;
  let errorOutput = keptOutput(keptErrorBytes);
  let isOver = false;
  let wake: (() => void) | undefined;
  const lines: string[] = [];
  const reader = lineReader(longestLineBytes, true);
  let group: ReturnType<typeof processGroup> | undefined;
  const watch = guard.watch(() => group?.signal("SIGKILL"), { keepsGroup: true });
  const child: ChildProcessWithoutNullStreams = spawn(command, [...args], {
    ...(cwd !== undefined && { cwd }),
    env: { ...environment },
    stdio: ["pipe", "pipe", "pipe"],
    detached: process.platform !== "win32",
    windowsHide: true,
  });
  watch.keep(child.pid);
  if (child.pid !== undefined) group = processGroup(child.pid);

  const over = () => {
    isOver = true;
    wake?.();
  };
  child.once("error", (error) => {
    ended ??= { text: error.message, kind: "start" };
    over();
  });
  child.once("exit", (code, signal) => {
    ended ??=
      signal === null ? { text: `exit code ${code}`, kind: "exit" } : { text: signal, kind: "signal" };
  });
  // after the last byte of its output, also where what it started holds the pipe no longer
  child.once("close", over);
  child.once(
    "exit",
    () => void settledWithin(once(child.stdout, "end"), clock, programGraceMs.closed).then(over),
  );
  // that it takes no more input is told by its end
  child.stdin.on("error", () => undefined);
  child.stdout.on("error", over);
  // a last line without its end is one where it is whole; of a program that was stopped it is not
  child.stdout.once("end", () => {
    try {
      const rest = isOver ? [] : reader.push(Buffer.from("\n"));
      lines.push(...rest.filter((line) => isWholeJson(line)));
    } catch {
      // longer than a line may be: told where it grew
    }
    wake?.();
  });
  child.stderr.on("error", () => undefined);
  child.stderr.on("data", (chunk: Buffer) => errorOutput.push(chunk));
  child.stdout.on("data", (chunk: Buffer) => {
    if (isOver) return;
    try {
      lines.push(...reader.push(chunk).filter((line) => line.trim() !== ""));
      if (lines.length > mostLines) throw new RangeError("it writes lines that nobody has asked for");
    } catch (error) {
      ended ??= { text: error instanceof Error ? error.message : String(error), kind: "output" };
      lines.length = 0;
      over();
    }
    wake?.();
  });

  async function endGroup(): Promise<void> {
    child.stdin.end();
    if (group !== undefined) await endProgramGroup(group, clock, { hasEnded: ended !== undefined });
    watch.release();
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
    over();
  }

  return {
    send(line, { isLast }) {
      if (!child.stdin.writable) return;
      child.stdin.write(`${line}\n`);
      if (isLast) child.stdin.end();
    },
    async nextLine() {
      while (lines.length === 0 && !isOver) {
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        await promise;
      }
      return lines.shift();
    },
    takeErrorOutput() {
      const text = errorOutput.text();
      errorOutput = keptOutput(keptErrorBytes);
      return text;
    },
    get ended() {
      return ended;
    },
    end() {
      ending ??= endGroup();
      return ending;
    },
  };
}

function isWholeJson(line: string): boolean {
  if (costlyJson(line) !== undefined) return false;
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
