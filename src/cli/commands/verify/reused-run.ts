import path from "node:path";
import { oneLine } from "../../../base/index.ts";
import {
  decodeConfig,
  inferredId,
  type ModelConfig,
  type VerificationConfig,
} from "../../../config/index.ts";
import { readResultLogHeader } from "../../../result/index.ts";
import { openReuseSource, type ReuseRequest } from "../../../verify/index.ts";
import { type CommandIo, warn } from "../../command-io.ts";
import { usageError } from "../../failure.ts";
import type { LogSeal } from "./log-seal.ts";
import { RunNotes, settingsIn } from "./resumed-run.ts";
import type { VerifyOptions } from "./verify-command.ts";

/** An earlier run that answers or results are taken from. */
export interface ReusedRun {
  readonly request: ReuseRequest;
  /** Absolute path. */
  readonly file: string;
  /** For the header of the log, so that it can be gone on with. */
  readonly notes: Pick<RunNotes, "answers_from" | "missing_answers" | "extend">;
  /** What a run of this user's was run with, where it is extended; undefined: everything has to be named. */
  readonly base: { readonly config: VerificationConfig; readonly notes: RunNotes } | undefined;
}

/** @throws KareninaError `configuration` for options that contradict each other. */
export function refuseReuseOptions({
  answersFrom,
  extend,
  missingAnswers,
  interactive,
}: VerifyOptions): void {
  if (answersFrom !== undefined && extend !== undefined)
    throw usageError(
      "--answers-from and --extend contradict each other: one takes answers only, the other whatever is known.",
    );
  if (missingAnswers !== undefined && answersFrom === undefined)
    throw usageError("--missing-answers goes with --answers-from.");
  if (interactive === true && (answersFrom ?? extend) !== undefined)
    throw usageError("--interactive cannot be used with --answers-from or --extend: give flags or --preset.");
}

/**
 * The earlier run that the options name, or for a run that is gone on with its log.
 *
 * @param earlier what the log of a run that is gone on with says
 */
export async function reusedRun(
  options: VerifyOptions,
  earlier: RunNotes | undefined,
  { io, seal }: { readonly io: CommandIo; readonly seal: LogSeal | undefined },
): Promise<ReusedRun | undefined> {
  const { answersFrom = earlier?.answers_from, extend = earlier?.extend } = options;
  const named = answersFrom ?? extend;
  if (named === undefined) return undefined;
  const file = path.resolve(io.workingDirectory, named);
  const source = await openReuseSource(named, {
    workingDirectory: io.workingDirectory,
    tell: (text) => warn(io, oneLine(text)),
  });
  if (answersFrom !== undefined) {
    const missing = options.missingAnswers ?? earlier?.missing_answers ?? "leave";
    const notes = { answers_from: file, missing_answers: missing };
    return { request: { source, take: "answers", missing }, file, notes, base: undefined };
  }
  const base =
    source.isLog && options.resume === undefined ? await baseOf(file, options, io, seal) : undefined;
  return { request: { source, take: "known", missing: "ask" }, file, notes: { extend: file }, base };
}

/** What a log says counts where this user's own run wrote it, or the user says so. */
async function baseOf(
  file: string,
  { trustLog = false }: VerifyOptions,
  io: CommandIo,
  seal: LogSeal | undefined,
): Promise<ReusedRun["base"]> {
  const { content } = await readResultLogHeader(file);
  const json = content.toJSON();
  if (!trustLog && seal?.isOwn(json) !== true) return undefined;
  const config = decodeConfig(settingsIn(json, io), "The settings in the log", io.interfaces);
  return { config, notes: RunNotes.parse(json) };
}

/** The configuration with the models and prompts of the run that it extends: those it names itself come last, or in their place. */
export function withModelsOfBase(base: VerificationConfig, config: VerificationConfig): VerificationConfig {
  const prompts = [...(base.prompts ?? []), ...(config.prompts ?? [])];
  return {
    ...config,
    ...(prompts.length > 0 && {
      prompts: [...new Map(prompts.map((prompt) => [prompt.id, prompt])).values()],
    }),
    answeringModels: joined(base.answeringModels ?? [], config.answeringModels ?? []),
    parsingModels: joined(base.parsingModels ?? [], config.parsingModels ?? []),
  };
}

function joined(earlier: readonly ModelConfig[], given: readonly ModelConfig[]): readonly ModelConfig[] {
  const names = new Map(earlier.map((model) => [inferredId(model), model.modelName]));
  const models = new Map(earlier.map((model) => [inferredId(model), model]));
  for (const model of given) {
    // a flag that names another model starts from the first one, whose id is not meant
    const id = inferredId(model);
    const isOther = model.id === id && names.has(id) && names.get(id) !== model.modelName;
    const { id: _, ...unnamed } = model;
    const added = isOther ? unnamed : model;
    models.set(inferredId(added), added);
  }
  return [...models.values()];
}
