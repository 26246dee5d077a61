import path from "node:path";
import {
  type Comparison,
  checkGates,
  checkTraitGates,
  compareRuns,
  type Gate,
  type GateVerdict,
  type Label,
  needsBaseline,
  type RunSummary,
  readGates,
  type Unanswered,
} from "../../analysis/index.ts";
import { KareninaError, messageOf, oneLine, readLimitedFile } from "../../base/index.ts";
import { lackingText, type Results, type Walks } from "../../result/index.ts";
import type { Rubric } from "../../rubric/index.ts";
import { type CommandIo, warn } from "../command-io.ts";
import { usageError } from "../failure.ts";
import { openResults } from "../open-results.ts";
import type { GateOptions, UnfinishedOption } from "./gate-options.ts";
import { readGate } from "./read-gate.ts";

/** Gates that are read, with the baseline they compare with. */
export interface OpenGates {
  /** Refuses, with `configuration`, what makes no sense on the scales that rubrics give. */
  checkScales(rubrics: readonly Rubric[]): void;
  check(summary: RunSummary, run: ReadRun, unanswered?: Unanswered): Promise<CheckedGates>;
}

/** A run that can be read. */
interface ReadRun {
  read(): Results;
  walks(): Walks;
}

interface CheckedGates {
  /** Empty where there are no gates. */
  readonly verdicts: readonly GateVerdict[];
  /** With the baseline, where there is one. */
  readonly comparison: Comparison | undefined;
}

/**
 * Reads gates and opens their baseline, before anything else is done.
 *
 * @param alsoCompares true: a baseline is of use without gates about it
 * @param labels of persons, with which the baseline is also compared
 * @throws KareninaError `configuration` where a gate is wrong, or a baseline is missing or of no use.
 */
export async function openGates(
  options: GateOptions & UnfinishedOption,
  io: CommandIo,
  {
    alsoCompares = false,
    labels,
  }: {
    readonly alsoCompares?: boolean;
    readonly labels?: readonly (readonly Label[])[] | undefined;
  } = {},
): Promise<OpenGates> {
  const gates = [
    ...(options.gates === undefined ? [] : await gatesOfFile(options.gates, io)),
    ...(await Promise.all((options.gate ?? []).map(readGate))),
  ];
  const comparing = gates.find(needsBaseline);
  const { baseline, allowUnfinished = false } = options;
  if (comparing !== undefined && baseline === undefined)
    throw usageError(
      `The gate ${comparing.gate} compares with a baseline.`,
      "Name its results with --baseline.",
    );
  if (comparing === undefined && baseline !== undefined && !alsoCompares)
    throw usageError(
      "--baseline: no gate compares with it.",
      "Such gates are not_worse, no_broken and no_new_failures; `npx karenina compare` compares runs.",
    );
  const before = baseline === undefined ? undefined : await openResults(baseline, io);
  const unfinished = before === undefined ? null : lackingText(await before.progress());
  if (unfinished !== null) warn(io, oneLine(`${baseline}: ${unfinished}.`));
  return {
    checkScales: (rubrics) => checkTraitGates(gates, rubrics),
    async check(summary, run, unanswered) {
      const subject = { summary, allowUnfinished, ...(unanswered && { unanswered }) };
      if (before === undefined) return { verdicts: checkGates(subject, gates), comparison: undefined };
      const comparison = await compareRuns(
        [
          { name: "baseline", results: before.read(), walks: before.walks() },
          { name: "this run", results: run.read(), walks: run.walks() },
        ],
        labels === undefined ? {} : { labels },
      );
      // what of it cannot be read is known now
      const lacking = before.unreadable() === 0 ? unfinished : lackingText(await before.progress());
      const compared = {
        ...subject,
        comparison,
        ...(lacking !== null && { unfinished: [`baseline: ${lacking}`] }),
      };
      return { verdicts: checkGates(compared, gates), comparison };
    },
  };
}

async function gatesOfFile(file: string, { workingDirectory }: CommandIo): Promise<readonly Gate[]> {
  const bytes = await readLimitedFile(path.resolve(workingDirectory, file), `Gates ${file}`);
  try {
    return await readGates(bytes.toString("utf8").replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new KareninaError("configuration", `${file}: ${messageOf(error)}`, { cause: error });
  }
}
