import path from "node:path";
import { isoTimestamp, oneLine } from "../../../base/index.ts";
import { renderLogHeader } from "../../../result/index.ts";
import { openStore, type StorePlace, storePlace } from "../../../stores/index.ts";
import { runHeader, storeResults } from "../../../verify/index.ts";
import { beginRun, countTasks, defineRun, exportRun } from "../../../workers/index.ts";
import { type CommandIo, type ExitCode, print } from "../../command-io.ts";
import { usageError } from "../../failure.ts";
import type { OpenGates } from "../../gates/open-gates.ts";
import { isModule } from "../../load-benchmark.ts";
import { extensionFiles } from "../../load-extensions.ts";
import { neededStore } from "../../needed-store.ts";
import { finishRun } from "./finish-run.ts";
import type { PreparedVerify } from "./prepare-verify.ts";
import { shownRun } from "./shown-run.ts";
import type { VerifyOptions } from "./verify-command.ts";

export { openStore } from "../../../stores/index.ts";
export { keepInStore } from "../../../workers/index.ts";

/** A store of machines that share runs. */
type SharedPlace = Extract<StorePlace, { kind: "postgres" }>;

/** Where a run is kept beside its log; undefined: nowhere. Options that do not go with it are refused. */
export function storeOfRun(options: VerifyOptions, io: CommandIo): StorePlace | undefined {
  const { store, detach, output } = options;
  const place =
    store === undefined
      ? undefined
      : store === true
        ? neededStore({}, io)
        : storePlace(store, io.workingDirectory);
  if (place?.kind !== "postgres") {
    if (detach) throw usageError("--detach goes with --store postgres://…");
    return place;
  }
  const here = alone.find(({ option }) => options[option] !== undefined);
  if (here !== undefined)
    throw usageError(`${here.flag} and --store ${place.name} contradict each other: ${here.why}.`, here.hint);
  if (output === false || (detach && output !== undefined))
    throw usageError(
      detach
        ? "--detach writes no files: --output has to go."
        : "--no-output: the results of a shared run are written at its end.",
      "`npx karenina runs export` writes them at any time.",
    );
  return place;
}

const alone: readonly {
  readonly option: keyof VerifyOptions;
  readonly flag: string;
  readonly why: string;
  readonly hint: string;
}[] = [
  {
    option: "resume",
    flag: "--resume",
    why: "a run of a store goes on there",
    hint: "Go on with it by `npx karenina runs resume`. What a log of one machine has is taken over by --extend in place of --resume.",
  },
  {
    option: "answers",
    flag: "judge",
    why: "answers of a file stay on one machine",
    hint: "Judge them without --store. Answers of a run of karenina are judged by workers with `npx karenina verify --answers-from`.",
  },
  {
    option: "record",
    flag: "--record",
    why: "exchanges happen where workers run",
    hint: "Record a run without --store. To ask nothing twice, start workers with --cache.",
  },
  {
    option: "cache",
    flag: "--cache",
    why: "replies are kept where workers run",
    hint: "Leave it out, and start them with `npx karenina worker --cache`.",
  },
];

/** Puts a run into a store, shows it while workers do it, and ends like one of this machine. */
export async function sharedRun(
  place: SharedPlace,
  benchmarkFile: string | undefined,
  {
    prepared,
    options,
    io,
    gates,
  }: {
    readonly prepared: PreparedVerify;
    readonly options: VerifyOptions;
    readonly io: CommandIo;
    readonly gates: OpenGates;
  },
): Promise<ExitCode> {
  const { clock, workingDirectory } = io;
  const { reuse } = prepared;
  const absolute = (file: string) => path.resolve(workingDirectory, file);
  const file = benchmarkFile === undefined ? undefined : absolute(benchmarkFile);
  const defined = await defineRun(prepared, {
    benchmarkModule: file !== undefined && isModule(file) ? file : undefined,
    plugins: (await extensionFiles(options, io)).map(absolute),
    apps: (options.app ?? []).map(absolute),
    questionIds: textsIn(prepared.notes.members?.question_ids),
    scenarios: textsIn(prepared.notes.members?.scenario_names),
    reused: reuse && { plan: reuse, file: absolute(reuse.source.name) },
  });
  const subject = { run: prepared, clock, notes: prepared.notes, reuse };
  const header = renderLogHeader(runHeader(subject, countTasks(prepared, reuse)));
  await using store = await openStore(place, {
    notify: (line) => io.stderr.write(`warning: ${oneLine(line)}\n`),
  });
  const id = await beginRun(prepared, { ...defined, header }, { reuse, store, clock });
  const short = id.slice(0, 8);
  if (options.detach) {
    print(io, `Run ${short} is in ${store.name}. Watch it with: npx karenina runs watch ${short}`);
    return 0;
  }
  io.stderr.write(`Run ${short} is in ${store.name}.\n`);
  const startTime = isoTimestamp(clock);
  const report = await shownRun(id, options, { store, io });
  if (report === undefined) return 130;
  const { log } = prepared.outputs;
  if (log !== undefined) await exportRun(store, id, log);
  const results = storeResults(prepared, { log, reuse, clock, isLocked: true, notes: prepared.notes });
  const endTime = isoTimestamp(clock);
  const resumeCommand = `npx karenina runs resume ${short}${report.status === "completed" ? " --retry-failed" : ""}`;
  const ended = { prepared, options, io, results, report, startTime, endTime, gates };
  return await finishRun({ ...ended, resumeCommand });
}

const textsIn = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string") : undefined;
