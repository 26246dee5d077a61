import { randomUUID } from "node:crypto";
import type { Options } from "@anthropic-ai/claude-agent-sdk";
import { type ExitGuard, type KareninaError, loadPackage, systemClock } from "../../../base/index.ts";
import type { CallObserver } from "../../../ports/index.ts";
import type { ResolvedConnection } from "../connection.ts";
import { errorOfProgram, errorOfResult } from "../error.ts";
import type { Prompt } from "../prompt.ts";
import { StreamMessage } from "../transcript/stream-message.ts";
import { startTranscript, type Transcript } from "../transcript/transcript.ts";
import { keyOnDescriptor, programVariables } from "./environment.ts";
import { prepareProgram } from "./program.ts";
import { openSessionFolder, type SessionFolder } from "./session-folder.ts";

/** One run of the program. */
interface ProgramRun {
  readonly prompt: Prompt;
  readonly maxTurns: number;
  /** Ends the run at once. */
  readonly signal: AbortSignal;
  readonly observer: CallObserver | undefined;
  readonly guard: ExitGuard;
  /** What this run has of its own, such as its folder and tools. */
  options(folder: SessionFolder): Promise<Options> | Options;
}

/** What came of a run. */
interface ProgramOutcome {
  readonly transcript: Transcript;
  /**
   * Why it failed: `TransportError` by status and kind of error, `KareninaError` with code `missing_dependency` or
   * `configuration` when the program could not be started.
   */
  readonly failure?: KareninaError;
}

/**
 * Runs the program to its end, or until the signal fires; then what it has said so far is the outcome, without a
 * result. When this resolves or rejects nothing of the program is left: no process, no folder.
 *
 * Throws `KareninaError` `missing_dependency` without the package.
 */
export async function runProgram(connection: ResolvedConnection, run: ProgramRun): Promise<ProgramOutcome> {
  const { site, clock, credential } = connection;
  const { signal, observer, guard } = run;
  const { query } = await loadPackage(
    "@anthropic-ai/claude-agent-sdk",
    () => import("@anthropic-ai/claude-agent-sdk"),
  );
  const transcript = startTranscript({ secrets: site.secrets, observer, clock });
  await using folder = await openSessionFolder();
  const own = await run.options(folder);
  if (signal.aborted) return { transcript };
  const runId = randomUUID();
  const key = keyOnDescriptor(connection) ? credential.secret : undefined;
  // processes end in real time, whatever clock the run has
  const program = prepareProgram({ runId, key, guard, clock: systemClock });
  const abortController = new AbortController();
  const ended = Promise.withResolvers<void>();
  const onAbort = () => ended.resolve();
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    const messages = query({
      prompt: run.prompt.text,
      options: {
        model: connection.modelName,
        maxTurns: run.maxTurns,
        systemPrompt: run.prompt.system,
        settingSources: [],
        strictMcpConfig: true,
        persistSession: false,
        includePartialMessages: true,
        verbatimPrompts: true,
        permissionMode: "acceptEdits",
        env: programVariables(connection, folder, runId),
        abortController,
        spawnClaudeCodeProcess: program.start,
        ...(connection.programPath === undefined
          ? {}
          : { pathToClaudeCodeExecutable: connection.programPath }),
        ...own,
      },
    });
    await Promise.race([ended.promise, readAll(messages, transcript)]);
  } catch (error) {
    if (!signal.aborted) return { transcript, failure: errorOfProgram(site, error, program) };
  } finally {
    signal.removeEventListener("abort", onAbort);
    await program.end();
    abortController.abort();
  }
  const { result, errorKind } = transcript;
  if (result === undefined && signal.aborted) return { transcript };
  const failure =
    result === undefined
      ? errorOfProgram(site, new Error("no result came"), program)
      : errorOfResult(site, result, errorKind);
  return failure === undefined ? { transcript } : { transcript, failure };
}

/** Reads up to the last word; after it the SDK would only throw what that word says. */
async function readAll(messages: AsyncIterable<unknown>, transcript: Transcript): Promise<void> {
  for await (const message of messages) {
    const parsed = StreamMessage.safeParse(message);
    if (parsed.success) transcript.read(parsed.data);
    if (transcript.result !== undefined) return;
  }
}
