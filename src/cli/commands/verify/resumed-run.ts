import path from "node:path";
import * as z from "zod";
import { isJsonObject, type JsonObject, oneLine, onUsersWord, type UsersWord } from "../../../base/index.ts";
import { decodeConfig, listSideEffects, type VerificationConfig } from "../../../config/index.ts";
import { type ReadLogHeader, readResultLogHeader } from "../../../result/index.ts";
import type { CommandIo } from "../../command-io.ts";
import { usageError } from "../../failure.ts";
import { isModule } from "../../load-benchmark.ts";
import { shellWord } from "../../shell-word.ts";
import { askedModels } from "./asked-models.ts";
import { AnswersToJudge } from "./judged-answers.ts";
import type { LogSeal } from "./log-seal.ts";

/** What runs leave in a log's header, so that the log alone is enough to go on. */
export const RunNotes = z.object({
  benchmark_file: z.string().optional(),
  question_ids: z.array(z.string()).optional(),
  scenario_names: z.array(z.string()).optional(),
  outputs: z.array(z.string()).optional(),
  log: z.string().optional(),
  workspace_root: z.string().optional(),
  own_stages: z.array(z.string()).optional(),
  answers_from: z.string().optional(),
  missing_answers: z.enum(["ask", "leave"]).optional(),
  extend: z.string().optional(),
  judged_answers: AnswersToJudge.optional(),
});
export type RunNotes = z.infer<typeof RunNotes>;

/** A run that is gone on with: what its log says, as far as the user wants that. */
export interface ResumedRun {
  readonly runName: string | null;
  /** Undefined: the user has named everything again. */
  readonly config: VerificationConfig | undefined;
  readonly notes: RunNotes;
  /** What it was run with, by the word of its log, whatever is used of that: to say why it cannot be gone on with. */
  readonly ownStages: readonly string[];
  /** This user's own run has written the log: going on with it needs no further word. */
  readonly isOwn: boolean;
}

/** What the user has said beside naming the log. */
interface ResumeRequest {
  readonly log: string;
  readonly trustLog: boolean;
  /** Benchmark and models are named again, so that nothing is needed of what the log says. */
  readonly isNamedAgain: boolean;
}

/**
 * Reads what a log says about its run. A log is a file like any other: what it says counts where this user's own run
 * wrote it, or the user says so, by `--trust-log` or at the terminal.
 *
 * @throws KareninaError `configuration` that shows what the log says, where nobody has said that it counts; else as
 * {@link readResultLogHeader}.
 */
export async function resumedRun(
  request: ResumeRequest,
  io: CommandIo,
  seal: LogSeal | undefined,
): Promise<ResumedRun> {
  const header = await readResultLogHeader(path.resolve(io.workingDirectory, request.log));
  const word = await usersWord(header, request, io, seal);
  const { runName } = header;
  const ownStages = RunNotes.safeParse(header.content.toJSON()).data?.own_stages ?? [];
  if (word === undefined) return { runName, config: undefined, notes: {}, ownStages, isOwn: false };
  const content = onUsersWord(header.content, word);
  return {
    runName,
    ownStages,
    isOwn: word === "own",
    config: decodeConfig(settingsIn(content, io), "The settings in the log", io.interfaces),
    notes: RunNotes.parse(content),
  };
}

/** The settings of the run, but for models under test that applications take the place of: a log holds no function. */
export function settingsIn({ config }: JsonObject, { apps = [] }: Pick<CommandIo, "apps">): JsonObject {
  const { answering_models: models, ...settings } = isJsonObject(config) ? config : {};
  return apps.length > 0 || models === undefined ? settings : { ...settings, answering_models: models };
}

/** Undefined: none is needed, for nothing of the log is used. */
async function usersWord(
  { content }: ReadLogHeader,
  { log, trustLog, isNamedAgain }: ResumeRequest,
  io: CommandIo,
  seal: LogSeal | undefined,
): Promise<UsersWord | undefined> {
  if (seal?.isOwn(content.toJSON())) return "own";
  if (trustLog) return "named";
  if (isNamedAgain) return undefined;
  const says = await whatItSays(content.toJSON(), io);
  const message = `${log} was not written by a run of yours on this machine, or was changed since. To go on is to do what it says:`;
  if (io.prompts === undefined) {
    throw usageError(
      [message, ...says.map((line) => `  - ${line}`)].join("\n"),
      `If that is what you want, add --trust-log. Or name everything again: npx karenina verify BENCHMARK --preset NAME --resume ${shellWord(log)}`,
    );
  }
  await io.prompts.note("A log of somebody else", [oneLine(message), ...says]);
  const isWanted = await io.prompts.yesOrNo({ message: "Go on with what this log says?", initial: false });
  if (isWanted) return "confirmed";
  throw usageError("Not resumed.");
}

/** What a log would have a run do, a line each. */
async function whatItSays(content: JsonObject, io: CommandIo): Promise<readonly string[]> {
  const notes = RunNotes.safeParse(content).data ?? {};
  const { benchmark_file: file, workspace_root: root, outputs = [] } = notes;
  const earlier = notes.answers_from ?? notes.extend ?? notes.judged_answers?.file;
  const program =
    file === undefined
      ? []
      : [`run the benchmark ${file}${isModule(file) ? ", a module whose code runs" : ""}`];
  // what runs stands last, next to the question
  const lines = [
    ...(root === undefined ? [] : [`take the files of questions from ${root}`]),
    ...(earlier === undefined ? [] : [`take over the answers in ${earlier}`]),
    ...outputs.slice(0, mostOutputs).map((output) => `write ${output}`),
    ...(outputs.length > mostOutputs ? [`write ${outputs.length - mostOutputs} files more`] : []),
    ...(await settingsSay(content, io)),
    ...program,
  ];
  return lines.map(oneLine);
}

/** So many leave what else is said on one screen. */
const mostOutputs = 10;

async function settingsSay(content: JsonObject, io: CommandIo): Promise<readonly string[]> {
  try {
    const config = decodeConfig(settingsIn(content, io), "The settings in the log", io.interfaces);
    return [...askedModels(config), ...(await listSideEffects(config))];
  } catch {
    return ["use settings that cannot be read"];
  }
}
