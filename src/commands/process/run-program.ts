import { type ChildProcess, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import {
  type Clock,
  type ExitGuard,
  KareninaError,
  keptOutput,
  messageOf,
  settledWithin,
} from "../../base/index.ts";
import type { CommandOutcome, CommandRequest } from "../../ports/index.ts";
import type { CommandLimits } from "../limits.ts";
import { closingDescriptors } from "./closing-descriptors.ts";
import { watchUsage } from "./usage-watch.ts";

/** A program that runs a command in its backend's way. */
export interface Program {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The program writes a byte to descriptor 3 as soon as everything is set up for the command. */
  readonly reportsReady: boolean;
  /** Standard input stays open as long as this process lives; otherwise it is `/dev/null`. */
  readonly holdsInput?: boolean;
  /** Text for the descriptors 4, 5, … */
  readonly inputs?: readonly string[];
  /**
   * Present: its processes go on when this process is killed, unless somebody ends them, by their group and by this
   * `NAME=value` in their environment.
   */
  readonly mark?: string;
  /** Processes and memory are those of the program's descendants. False: somebody else limits them. */
  readonly watchesProcesses: boolean;
  /** What the program itself may write to the error output when it is ended. */
  readonly noise?: string;
  /** Ends everything the program started; called again while it is not over. */
  end(pid: number): void;
  /** Ends what the program left behind; called once it has ended. */
  settle?(pid: number): Promise<void>;
}

/** What running a program needs. */
interface ProgramSettings {
  readonly backend: string;
  readonly limits: CommandLimits;
  readonly clock: Clock;
  readonly guard: ExitGuard;
  /** Fires when the runner is disposed. */
  readonly disposal: AbortSignal;
}

const endAgainMs = 500;
/** Time for output that is still on its way when the program has ended. */
const lastOutputMs = 2000;
const timeLimitCode = 124;
const killedCode = 137;

type Ending =
  | { readonly kind: "time" }
  | { readonly kind: "limit"; readonly sentence: string }
  | { readonly kind: "cancelled"; readonly cause: unknown };

/**
 * Runs a program to its end, or ends it when its time is up, a limit is passed or nobody wants it any more. Resolves or
 * rejects only when nothing of it runs. Throws `KareninaError` with code `cancelled`, and `configuration` when the
 * backend could not start the command.
 */
export async function runProgram(
  program: Program,
  request: CommandRequest,
  { backend, limits, clock, guard, disposal }: ProgramSettings,
): Promise<CommandOutcome> {
  const signal = request.signal === undefined ? disposal : AbortSignal.any([request.signal, disposal]);
  if (signal.aborted) throw cancelled(signal.reason);
  const stdout = keptOutput(request.maxOutputBytes);
  const stderr = keptOutput(request.maxOutputBytes);
  const over = new AbortController();
  let ending: Ending | undefined;
  let running: ChildProcess | undefined;
  const end = (why: Ending) => {
    if (ending !== undefined || over.signal.aborted) return;
    ending = why;
    if (running !== undefined) void endUntilOver(program, running, clock, over.signal);
  };
  const onAbort = () => end({ kind: "cancelled", cause: signal.reason });
  signal.addEventListener("abort", onAbort, { once: true });
  const watch = guard.watch(() => running !== undefined && endIfRunning(program, running), {
    keepsGroup: program.mark !== undefined,
  });
  try {
    const child = spawnProgram(program);
    const { pid } = child;
    watch.keep(pid, program.mark);
    const finished = finish(child, {
      settle: async () => {
        if (pid !== undefined) await program.settle?.(pid);
      },
      clock,
      onOutput(stream, chunk) {
        (stream === "stdout" ? stdout : stderr).push(chunk);
        if (stdout.totalBytes + stderr.totalBytes > limits.outputBytes) {
          end({ kind: "limit", sentence: `it wrote more than ${limits.outputBytes} bytes of output` });
        }
      },
    });
    if (pid !== undefined) {
      running = child;
      clock.sleep(request.timeoutMs, over.signal).then(
        () => end({ kind: "time" }),
        () => undefined,
      );
      watchUsage({
        pid: program.watchesProcesses ? pid : undefined,
        workspacePath: request.workspacePath,
        limits,
        clock,
        signal: over.signal,
      }).then(
        (sentence) => sentence !== undefined && end({ kind: "limit", sentence }),
        (error) => end({ kind: "limit", sentence: `it could not be watched: ${messageOf(error)}` }),
      );
    }
    const { code, ready } = await finished;
    over.abort();
    // the analysis of the compiler does not see assignments in callbacks
    const ended = ending as Ending | undefined;
    if (ended?.kind === "cancelled") throw cancelled(ended.cause);
    if (program.reportsReady && !ready && ended === undefined) throw notStarted(backend, stderr.text());
    return outcome({ code, ended, stdout, stderr, noise: program.noise ?? "" });
  } catch (error) {
    throw KareninaError.isInstance(error) ? error : notStarted(backend, messageOf(error));
  } finally {
    over.abort();
    watch.release();
    signal.removeEventListener("abort", onAbort);
  }
}

function spawnProgram(program: Program): ChildProcess {
  const { inputs = [] } = program;
  const [shell = "", ...args] = closingDescriptors(3 + inputs.length);
  const child = spawn(shell, [...args, program.file, ...program.args], {
    cwd: program.cwd,
    env: { ...program.environment },
    stdio: [
      program.holdsInput ? "pipe" : "ignore",
      "pipe",
      "pipe",
      "pipe",
      ...inputs.map(() => "pipe" as const),
    ],
    detached: true,
  });
  for (const [index, text] of inputs.entries()) {
    // descriptors 4 and up were opened as pipes to write to, just above
    const input = child.stdio[4 + index] as Writable | null | undefined;
    input?.on("error", ignoreClosedPipe);
    input?.end(text);
  }
  child.stdin?.on("error", ignoreClosedPipe);
  return child;
}

/** A program that ends early tells more by its error output than by the pipe it left. */
const ignoreClosedPipe = () => undefined;

interface Finished {
  readonly code: number;
  readonly ready: boolean;
}

async function finish(
  child: ChildProcess,
  {
    onOutput,
    settle,
    clock,
  }: {
    readonly onOutput: (stream: "stdout" | "stderr", chunk: Buffer) => void;
    readonly settle: () => Promise<void>;
    readonly clock: Clock;
  },
): Promise<Finished> {
  let ready = false;
  child.stdout?.on("data", (chunk: Buffer) => onOutput("stdout", chunk));
  child.stderr?.on("data", (chunk: Buffer) => onOutput("stderr", chunk));
  // descriptor 3 was opened as a pipe to read from
  const status = child.stdio[3] as Readable | null | undefined;
  status?.on("error", ignoreClosedPipe);
  status?.on("data", () => {
    ready = true;
  });
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", resolve);
  });
  await settle();
  // only what escaped from an unsandboxed command can still hold the pipes
  await settledWithin(closed, clock, lastOutputMs);
  for (const stream of child.stdio) stream?.destroy();
  return { code: code ?? killedCode, ready };
}

async function endUntilOver(
  program: Program,
  child: ChildProcess,
  clock: Clock,
  over: AbortSignal,
): Promise<void> {
  while (!over.aborted) {
    endIfRunning(program, child);
    await clock.sleep(endAgainMs, over).catch(() => undefined);
  }
}

/** The id of a process that has ended may already be somebody else's. */
function endIfRunning(program: Program, { pid, exitCode, signalCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null && signalCode === null) program.end(pid);
}

function outcome({
  code,
  ended,
  stdout,
  stderr,
  noise,
}: {
  readonly code: number;
  readonly ended: Ending | undefined;
  readonly stdout: ReturnType<typeof keptOutput>;
  readonly stderr: ReturnType<typeof keptOutput>;
  readonly noise: string;
}): CommandOutcome {
  const reason = ended?.kind === "limit" ? `[The command was ended: ${ended.sentence}.]` : "";
  const errors = ended === undefined || noise === "" ? stderr.text() : stderr.text().replace(noise, "");
  return {
    exitCode: ended === undefined ? code : ended.kind === "time" ? timeLimitCode : killedCode,
    stdout: stdout.text(),
    stderr:
      errors === "" || reason === "" || errors.endsWith("\n") ? errors + reason : `${errors}\n${reason}`,
    timedOut: ended?.kind === "time",
    omittedBytes: stdout.omittedBytes + stderr.omittedBytes,
  };
}

const cancelled = (cause: unknown) => new KareninaError("cancelled", "The command was cancelled.", { cause });

function notStarted(backend: string, reason: string): KareninaError {
  return new KareninaError(
    "configuration",
    `The backend "${backend}" could not start the command: ${reason.trim().slice(0, 2000)}`,
    { hint: "Choose another backend for commands, or mend this one." },
  );
}
