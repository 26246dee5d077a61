import type { Clock } from "../../base/index.ts";
import type { AnsweringModel, ParsingModel } from "../../pipeline/index.ts";
import type { EmbedderPort } from "../../ports/index.ts";
import { createLimiter } from "../../run/index.ts";
import type { Environment } from "../environment/environment.ts";
import type { ResolvedConfig } from "../verification/resolved-config.ts";
import { connectEmbedder } from "./connect-embedder.ts";
import { connectAnsweringModel, connectParsingModel } from "./connect-models.ts";
import { secretsOf } from "./secrets.ts";
import type { Recording, Wiring } from "./wiring.ts";

/** What connecting depends on. */
export interface ConnectOptions {
  readonly environment: Environment;
  readonly clock: Clock;
  readonly random: () => number;
  /** File that every exchange is written to. */
  readonly record?: string | undefined;
}

/** Every connection of a run. Disposing closes them all. */
export interface RunConnections extends AsyncDisposable {
  readonly answering: readonly AnsweringModel[];
  readonly parsing: readonly ParsingModel[];
  readonly embedder: EmbedderPort | undefined;
}

/**
 * Opens every connection of a run. What would fail each call, such as a missing key or file, fails here, before any
 * work. When one cannot be opened, those already open are closed again.
 */
export async function connectRun(config: ResolvedConfig, options: ConnectOptions): Promise<RunConnections> {
  await using opened = new AsyncDisposableStack();
  const recordings = new Map<string, Promise<Recording>>();
  const recording = (file: string): Promise<Recording> => {
    const known = recordings.get(file);
    if (known !== undefined) return known;
    const opening = openRecording(file, opened);
    recordings.set(file, opening);
    return opening;
  };
  const wiring: Wiring = {
    environment: options.environment,
    clock: options.clock,
    random: options.random,
    recording,
    limiter: config.maxConcurrentRequests === null ? undefined : createLimiter(config.maxConcurrentRequests),
    recorder: await openedRecorder(config, options, opened),
  };
  const answering: AnsweringModel[] = [];
  for (const model of config.answeringModels) {
    const connected = await connectAnsweringModel(model, wiring);
    opened.use(connected.connection.kind === "llm" ? connected.connection.llm : connected.connection.agent);
    answering.push(connected);
  }
  const parsing: ParsingModel[] = [];
  for (const model of config.parsingModels) {
    const connected = await connectParsingModel(model, wiring);
    opened.use(connected.llm);
    opened.use(connected.parser);
    parsing.push(connected);
  }
  const embedder = await connectEmbedder(config, wiring);
  if (embedder !== undefined) opened.use(embedder);
  const kept = opened.move();
  return { answering, parsing, embedder, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

async function openRecording(file: string, opened: AsyncDisposableStack): Promise<Recording> {
  const { loadRecording } = await import("../../adapters/models/index.ts");
  return opened.use(await loadRecording(file));
}

async function openedRecorder(
  config: ResolvedConfig,
  { record, environment }: ConnectOptions,
  opened: AsyncDisposableStack,
): Promise<Wiring["recorder"]> {
  if (record === undefined) return undefined;
  const { openRecorder } = await import("../../adapters/models/index.ts");
  return opened.use(await openRecorder(record, { secrets: secretsOf(config, environment) }));
}
