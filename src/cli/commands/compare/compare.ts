import { checkGates, type Gate, summarize } from "../../../analysis/index.ts";
import { oneLine } from "../../../base/index.ts";
import { apartText, benchmarkCautions } from "../../../report/index.ts";
import { questionsFor } from "../../asked-groupings.ts";
import { type CommandIo, type ExitCode, printJson, warn } from "../../command-io.ts";
import { usageError } from "../../failure.ts";
import { labelsOf, warnOfLabels } from "../../labels-option.ts";
import { openResults, shownSource } from "../../open-results.ts";
import { refuseTwice } from "../../refuse-twice.ts";
import { renderComparison } from "../../report/comparison/comparison.ts";
import { endWithGates, renderGates } from "../../report/gate-lines.ts";
import { terminalOn } from "../../report/terminal.ts";
import { shellWord } from "../../shell-word.ts";
import { snakeKeys } from "../../snake-keys.ts";
import { unfinishedTexts, warnUnfinished } from "../../warn-unfinished.ts";
import type { CompareCommandOptions } from "./compare-command.ts";
import { compareFiles, type NamedFile } from "./sides.ts";

const mostListed = 20;

/** Compares runs, or the models of one. With gates, a missed one ends with exit code 1. */
export async function compare(
  sources: readonly string[],
  options: CompareCommandOptions,
  io: CommandIo,
): Promise<ExitCode> {
  const { cluster, alpha, seed, allowUnfinished = false } = options;
  const clusters = cluster === undefined ? [] : [cluster];
  const { workingDirectory } = io;
  const questions = await questionsFor("--cluster", clusters, {
    benchmark: options.benchmark,
    workingDirectory,
  });
  if (sources.length > 1 && options.by !== undefined)
    throw usageError("--by compares the models or prompts of one run.", "Name one file, or leave out --by.");
  await refuseTwice(sources, workingDirectory);
  const files = await Promise.all(
    sources.map(async (source) => ({
      path: shownSource(source),
      file: await openResults(source, io),
    })),
  );
  await warnOfBenchmarks(files, io);
  const named = files.map(({ path, file }) => ({ ...file, name: path }));
  const warned = await warnUnfinished(named, io);
  const labels = await labelsOf(options.labels, io);
  const { comparison, shortNames } = await compareFiles(
    files,
    { by: options.by ?? "answering", models: options.model ?? [] },
    {
      ...(cluster !== undefined && { cluster }),
      ...(questions !== undefined && { questions }),
      ...(labels !== undefined && { labels }),
      ...(alpha !== undefined && { alpha }),
      ...(seed !== undefined && { seed }),
    },
  );
  if (labels !== undefined) warnOfLabels(comparison, io);
  // the text tells it with what it shows of a pair
  for (const { a, b, apart } of options.json ? comparison.pairs : [])
    if (apart !== null) warn(io, oneLine(apartText(apart, { a, b })));
  const gates = gatesOf(options);
  const isAllRead = files.every(({ file }) => file.unreadable() === 0);
  const unfinished = gates.length === 0 || isAllRead ? warned : await unfinishedTexts(named);
  const verdicts =
    gates.length === 0
      ? []
      : checkGates({ summary: await summarize([]), comparison, unfinished, allowUnfinished }, gates);
  const last = files.at(-1);
  if (options.json) {
    printJson(io, snakeKeys({ ...comparison, ...(verdicts.length > 0 && { gates: verdicts }) }));
  } else {
    const terminal = terminalOn(
      io.stdout,
      options.color === false ? { ...io.environment, NO_COLOR: "1" } : io.environment,
    );
    io.stdout.write(
      renderComparison(comparison, {
        terminal,
        shortNames,
        placeOf: (id) => last?.file.placeOf(id),
        showCommand: `npx karenina show ${shellWord(last?.path ?? "")}`,
        limit: options.limit ?? mostListed,
      }),
    );
    io.stdout.write(renderGates(verdicts, terminal));
  }
  return endWithGates(verdicts, io);
}

/** Warns where logs say that they are of benchmarks that differ, by name or by content. */
async function warnOfBenchmarks(files: readonly NamedFile[], io: CommandIo): Promise<void> {
  const runs = await Promise.all(
    files.map(async ({ path, file }) => {
      const { benchmark } = await file.run();
      return { name: path, benchmark: benchmark?.name ?? null, fingerprint: benchmark?.fingerprint || null };
    }),
  );
  for (const caution of benchmarkCautions(runs)) warn(io, oneLine(caution));
}

function gatesOf({ failIfWorse, failOnBroken, alpha }: CompareCommandOptions): readonly Gate[] {
  return [
    ...(failIfWorse === undefined
      ? []
      : [{ gate: "not_worse", by: failIfWorse, alpha: alpha ?? 0.05 } as const]),
    ...(failOnBroken === undefined
      ? []
      : [
          {
            gate: "no_broken",
            max: 0,
            ...(failOnBroken !== true && { keyword: failOnBroken }),
          } as const,
        ]),
  ];
}
