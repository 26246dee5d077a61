import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import {
  type Clock,
  type ExitGuard,
  endProgramGroup,
  lineReader,
  type ProcessGroup,
  processGroup,
  programEnvironment,
  programGraceMs,
  settledWithin,
} from "../../base/index.ts";
import type { StdioServer } from "../servers/mcp-server.ts";

import { mostReplies, tooManyReplies, weightOfLines } from "./message-limits.ts";
import { NotSentError } from "./not-sent-error.ts";

/** A server's program and the line to it. */
interface StdioTransport extends Transport {
  /** The last 4 kB of what the program wrote to its error output. */
  readonly errorOutput: string;
  /** How the program ended, such as `exit code 1` or `SIGKILL`, or what it was stopped for; undefined while it runs. */
  readonly ended: string | undefined;
}

/** What a program needs beside its own settings. */
export interface StdioSurroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly guard: ExitGuard;
  /** Most bytes that the program may send in one message, or without answering. */
  readonly longestMessageBytes: number;
  /** Turns a line of the program's output into a message. */
  readonly parse: (line: string) => JSONRPCMessage;
}

const keptErrorBytes = 4096;
/** Time for output that is still on its way when the program has ended. */
const lastOutputMs = 250;

/**
 * Starts a server's program in a process group of its own when the protocol starts. Closing ends the whole group:
 * end of input, SIGTERM, SIGKILL, each with a time of grace.
 */
export function stdioTransport(
  server: StdioServer,
  { environment, clock, guard, longestMessageBytes, parse }: StdioSurroundings,
): StdioTransport {
  let child: ChildProcessWithoutNullStreams | undefined;
  let group: ProcessGroup | undefined;
  let errorOutput = Buffer.alloc(0);
  let ended: string | undefined;
  let stoppedFor: string | undefined;
  let ending: Promise<void> | undefined;
  let release: (() => void) | undefined;
  let told = false;
  const lines = lineReader(longestMessageBytes);
  const unanswered = new Set<unknown>();
  let weight = 0;
  let replies = 0;
  // made once: where it was made costs more than to read what was asked
  const refusal = tooManyReplies();

  const transport: StdioTransport = {
    get errorOutput() {
      return errorOutput.toString("utf8");
    },
    get ended() {
      return stoppedFor ?? ended;
    },
    async start() {
      const watch = guard.watch(() => group?.signal("SIGKILL"), { keepsGroup: true });
      release = watch.release;
      const program = spawn(server.command, [...server.args], {
        cwd: server.cwd,
        env: programEnvironment(environment, server.env),
        stdio: ["pipe", "pipe", "pipe"],
        detached: process.platform !== "win32",
        windowsHide: true,
      });
      watch.keep(program.pid);
      child = program;
      attend(program);
      await new Promise<void>((resolve, reject) => {
        program.once("spawn", resolve);
        program.once("error", reject);
      });
    },
    send(message) {
      const isReply = !("method" in message);
      return new Promise<void>((resolve, reject) => {
        if (isReply && replies >= mostReplies) return reject(refusal);
        if (child === undefined || ended !== undefined || !child.stdin.writable)
          return reject(new NotSentError("the program has ended"));
        if (isReply) replies += 1;
        else if ("id" in message) unanswered.add(message.id);
        child.stdin.write(`${JSON.stringify(message)}\n`, (error) => {
          if (isReply) replies -= 1;
          if (error) reject(new NotSentError("the program took no more input", { cause: error }));
          else resolve();
        });
      });
    },
    close: end,
  };
  return transport;

  function attend(program: ChildProcessWithoutNullStreams): void {
    if (program.pid !== undefined) {
      group = processGroup(program.pid);
      program.once("exit", (code, signal) => {
        ended = signal ?? `exit code ${code}`;
        void end();
      });
    }
    program.on("error", (error) => transport.onerror?.(error));
    program.stdin.on("error", (error) => transport.onerror?.(error));
    program.stdout.on("end", async () => {
      // most often the program has ended, and how is known in a moment
      if (ended === undefined) await settledWithin(once(program, "exit"), clock, programGraceMs.closed);
      void end();
    });
    program.stderr.on("data", (chunk: Buffer) => {
      errorOutput = Buffer.concat([errorOutput, chunk]).subarray(-keptErrorBytes);
    });
    program.stdout.on("data", (chunk: Buffer) => {
      // lines that were on their way when the end had begun
      if (ending !== undefined && ended === undefined) return;
      try {
        weight += weightOfLines(chunk);
        for (const line of lines.push(chunk)) receive(line);
        if (weight > longestMessageBytes)
          throw new RangeError(`it sent ${longestMessageBytes} bytes without an answer`);
      } catch (error) {
        stoppedFor ??= asError(error).message;
        transport.onerror?.(asError(error));
        void end();
      }
    });
  }

  function receive(line: string): void {
    if (line.trim() === "") return;
    let message: JSONRPCMessage;
    try {
      message = parse(line);
    } catch (error) {
      transport.onerror?.(asError(error));
      return;
    }
    // what is sent is counted from one answer to the next
    if (!("method" in message) && unanswered.delete(message.id)) weight = 0;
    transport.onmessage?.(message);
  }

  function end(): Promise<void> {
    ending ??= endGroup().finally(tellClosed);
    return ending;
  }

  async function endGroup(): Promise<void> {
    if (child === undefined || group === undefined) return release?.();
    child.stdin.end();
    // a program that ended by itself may have left an answer in the pipe
    if (ended !== undefined && !child.stdout.readableEnded)
      await settledWithin(once(child.stdout, "end"), clock, lastOutputMs);
    tellClosed();
    await endProgramGroup(group, clock, { hasEnded: ended !== undefined });
    release?.();
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
  }

  function tellClosed(): void {
    if (told) return;
    told = true;
    transport.onclose?.();
  }
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
