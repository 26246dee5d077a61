import {
  costlyJson,
  cutOutput,
  KareninaError,
  settledWithin,
  TransportError,
  untilAborted,
} from "../../base/index.ts";
import { messageText } from "../../trace/index.ts";
import { type AnswerRequest, NoAnswer, readTold } from "../application/index.ts";
import { base64, memberOf, WrongReply } from "../replies/index.ts";
import {
  type ProgramProcess,
  type ProgramStart,
  type ProgramSurroundings,
  startProgram,
} from "./program-process.ts";

/** How a program is asked. */
interface PoolOptions extends ProgramSurroundings {
  /** So many processes, each for one question after the other; null: one for each question. */
  readonly processes: number | null;
}

/** A program, in as many processes as it takes. */
interface ProgramPool {
  ask(request: AnswerRequest): Promise<unknown>;
  /** What can be said of a question, by its signal, that did not get its answer in time: the end of a sentence. */
  whyLate(signal: AbortSignal): string;
  /** Ends all processes; calling it twice is fine. */
  close(): Promise<void>;
}

const graceMs = 500;
/** Most characters of the error output in a message. */
const longestComplaint = 2000;

/**
 * Processes of a program that is asked by a line of JSON and answers by one. A process whose question is given up, or that
 * says what it was not asked, is ended with what it started.
 */
export function programPool(start: ProgramStart, { processes, ...surroundings }: PoolOptions): ProgramPool {
  const running = new Set<ProgramProcess>();
  const idle: ProgramProcess[] = [];
  const asking = new WeakMap<AbortSignal, ProgramProcess>();
  let asked = 0;
  let isClosed = false;

  function open(): ProgramProcess {
    const waiting = idle.pop();
    if (waiting !== undefined && waiting.ended === undefined) return waiting;
    if (waiting !== undefined) void end(waiting);
    const started = startProgram(start, surroundings);
    running.add(started);
    return started;
  }

  async function end(one: ProgramProcess): Promise<void> {
    await one.end();
    running.delete(one);
  }

  async function ask(request: AnswerRequest): Promise<unknown> {
    const { signal } = request;
    signal.throwIfAborted();
    if (isClosed) throw new KareninaError("cancelled", "The program was ended.");
    const process = open();
    asking.set(signal, process);
    asked += 1;
    const id = asked;
    let isKept = false;
    try {
      process.send(questionLine(request, id), { isLast: processes === null });
      const told = await untilAborted(replyTo(id, process), signal);
      isKept = processes !== null && !isClosed;
      // one that was for this question alone may have more to say to its error output, if it ends soon
      if (!isKept) await settledWithin(end(process), surroundings.clock, graceMs);
      const log = process.takeErrorOutput();
      if (isKept) idle.push(process);
      return readWithLog(told, log);
    } finally {
      if (!isKept) void end(process);
    }
  }

  async function replyTo(id: number, process: ProgramProcess): Promise<unknown> {
    for (;;) {
      const line = await process.nextLine();
      if (line === undefined) throw endedError(process);
      const told = readLine(line);
      const own = idOf(told);
      if (processes === null && (own === undefined || own === id)) return told;
      if (processes === null) throw new WrongReply(`its line is of question ${own}; it was asked ${id}`);
      // a line to an earlier question is late: nobody waits for it any more
      if (own === id) return told;
      if (own === undefined || own > id)
        throw new WrongReply(
          `one process answers several questions, so its line must have the id of the question, ${id}; found ${own ?? "none"}`,
        );
    }
  }

  return {
    ask,
    whyLate(signal) {
      const unwritten =
        processes === null
          ? ""
          : "; a process that answers several questions has to write out each line at once (in Python print(…, flush=True))";
      const process = asking.get(signal);
      return unwritten + (process === undefined ? "" : complaintOf(process));
    },
    async close() {
      isClosed = true;
      idle.length = 0;
      await Promise.all([...running].map(end));
    },
  };
}

function questionLine(request: AnswerRequest, id: number): string {
  const { question, messages, attachments, workspace, replicate } = request;
  return JSON.stringify({
    id,
    question,
    messages: messages.map((message) => ({ role: message.role, content: messageText(message) })),
    attachments: attachments.map(({ name, mediaType, path, data }) => ({
      ...{ name, media_type: mediaType },
      ...(path === undefined ? { data: base64(data) } : { path }),
    })),
    workspace: workspace ?? null,
    replicate,
  });
}

function readLine(line: string): unknown {
  const costly = costlyJson(line);
  if (costly !== undefined) throw new WrongReply(`its line is too large: ${costly}`);
  try {
    return JSON.parse(line);
  } catch {
    throw new WrongReply(
      `its line is no JSON: ${JSON.stringify(line.slice(0, 200))}; what is to be read by people goes to the error output`,
    );
  }
}

function idOf(told: unknown): number | undefined {
  const id = memberOf(told, "id");
  return typeof id === "number" ? id : undefined;
}

/** What the program told, with what it wrote beside it. */
function readWithLog(told: unknown, log: string): unknown {
  try {
    return withLog(readTold(told), log);
  } catch (error) {
    if (!NoAnswer.isInstance(error)) throw error;
    throw new NoAnswer(error.message, withLog(error.details, log));
  }
}

function withLog<Told>(reply: Told, errorOutput: string): Told | { readonly log: string } {
  if (errorOutput.trim() === "") return reply;
  const answer = typeof reply === "string" ? { text: reply } : reply;
  const said = memberOf(answer, "log");
  return Object.assign({}, answer, {
    log: typeof said === "string" ? `${said}\n${errorOutput}` : errorOutput,
  });
}

function complaintOf(process: ProgramProcess): string {
  const complaint = cutOutput(process.takeErrorOutput().trim(), longestComplaint);
  return complaint === "" ? "" : `; its error output: ${complaint}`;
}

/** A program that something ended may be asked again; one that ended by itself would most often do the same. */
function endedError(process: ProgramProcess): Error {
  const { text, kind } = process.ended ?? { text: "it closed its output", kind: "exit" };
  const said = complaintOf(process);
  if (kind === "start")
    return new KareninaError("configuration", `The program cannot be started: ${text}.`, {
      hint: "Check the name of the program; it is looked up in PATH, and no shell is involved.",
    });
  const message =
    kind === "output"
      ? `the program was ended: ${text}${said}`
      : `the program ended without an answer: ${text}${said}`;
  return kind === "signal" ? new TransportError("connection", message) : new WrongReply(message);
}
