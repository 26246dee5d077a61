import path from "node:path";
import {
  checkGates,
  compareRuns,
  type Gate,
  type GateVerdict,
  type RunSummary,
  readGates,
} from "../../analysis/index.ts";
import { KareninaError, messageOf, oneLine, readLimitedFile } from "../../base/index.ts";
import { openResultsFile, type Results } from "../../result/index.ts";
import { type CommandIo, warn } from "../command-io.ts";
import { usageError } from "../failure.ts";
import type { GateOptions } from "./gate-options.ts";
import { readGate } from "./read-gate.ts";

/** Gates that are read, with the baseline they compare with. */
export interface OpenGates {
  /** Empty where there are no gates. */
  check(summary: RunSummary, read: () => Results): Promise<readonly GateVerdict[]>;
}

const aboutBaseline: ReadonlySet<Gate["gate"]> = new Set(["not_worse", "no_broken", "no_new_failures"]);

/**
 * Reads gates and opens their baseline, before anything else is done.
 *
 * @throws KareninaError `configuration` where a gate is wrong, or a baseline is missing or of no use.
 */
export async function openGates(options: GateOptions, io: CommandIo): Promise<OpenGates> {
  const gates = [
    ...(options.gates === undefined ? [] : await gatesOfFile(options.gates, io)),
    ...(await Promise.all((options.gate ?? []).map(readGate))),
  ];
  const needsBaseline = gates.find(({ gate }) => aboutBaseline.has(gate));
  const { baseline } = options;
  if (needsBaseline !== undefined && baseline === undefined)
    throw usageError(
      `The gate ${needsBaseline.gate} compares with a baseline.`,
      "Name its results with --baseline.",
    );
  if (needsBaseline === undefined && baseline !== undefined)
    throw usageError(
      "--baseline: no gate compares with it.",
      "Such gates are not_worse, no_broken and no_new_failures; `npx karenina compare` compares runs.",
    );
  const before =
    baseline === undefined
      ? undefined
      : await openResultsFile(baseline, io.workingDirectory, (warning) => warn(io, oneLine(warning)));
  return {
    async check(summary, read) {
      if (gates.length === 0) return [];
      if (before === undefined) return checkGates({ summary }, gates);
      const comparison = await compareRuns([
        { name: "baseline", results: before.read() },
        { name: "this run", results: read() },
      ]);
      return checkGates({ summary, comparison }, gates);
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
