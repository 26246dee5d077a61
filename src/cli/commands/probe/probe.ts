import path from "node:path";
import { oneLine } from "../../../base/index.ts";
import { inferredInterface, loadPreset, resolvePresetPath, withEnvironment } from "../../../config/index.ts";
import { removeReplyStore } from "../../../models/recording/index.ts";
import { type ProbeOptions, probeJudge } from "../../../probing/index.ts";
import { resolveSettings } from "../../../verify/index.ts";
import { type CommandIo, type ExitCode, printJson, warn } from "../../command-io.ts";
import { configFromOptions } from "../../config-from-options.ts";
import { usageError } from "../../failure.ts";
import { watchLateErrors } from "../../late-errors.ts";
import { loadBenchmark } from "../../load-benchmark.ts";
import { loadExtensions } from "../../load-extensions.ts";
import { isStoreAddress, openResults } from "../../open-results.ts";
import { renderProbes } from "../../report/probe/probe.ts";
import { terminalOn } from "../../report/terminal.ts";
import { snakeKeys } from "../../snake-keys.ts";
import { eventsAlone, showRun } from "../verify/run-events.ts";
import type { ProbeCommandOptions } from "./probe-command.ts";

const usualLimit = 3;

/** Probes the judge that flags and preset name on the answers of a run. Replies are kept beside the run until all of it is done. */
export async function probe(
  source: string,
  options: ProbeCommandOptions,
  outer: CommandIo,
): Promise<ExitCode> {
  const { stages: _, ...named } = await loadExtensions(options, outer);
  const io: CommandIo = { ...outer, ...named };
  const models = await modelsOf(options, io);
  const file = await openResults(source, io);
  const benchmark = await loadBenchmark(options.benchmark, io.workingDirectory);
  const beside = isStoreAddress(source) ? path.basename(file.path) : source;
  const replies = `${path.resolve(io.workingDirectory, beside)}.probing`;
  const { probes, sample: size, seed, draws, language, record } = options;
  using late = watchLateErrors(process, io.interrupted);
  const report = await probeJudge(benchmark, () => file.read(), {
    ...models,
    ...{ name: source, replies, probes, size, seed, draws, language },
    examples: options.limit ?? usualLimit,
    ...(record !== undefined && { record: path.resolve(io.workingDirectory, record) }),
    ...(io.interfaces !== undefined && { interfaces: io.interfaces }),
    phase(about) {
      const shown = showRun({ quiet: options.quiet === true, verbose: options.verbose === true }, io);
      if (options.quiet !== true) shown.note(`${about}.`);
      return shown.events.map(eventsAlone);
    },
    warn: (text) => warn(io, oneLine(text)),
    signal: late.signal,
    stopSignal: io.stopping,
    environment: io.environment,
    clock: io.clock,
  });
  if (late.problem !== undefined) warn(io, oneLine(late.problem));
  const isWhole = report.ended === null;
  if (isWhole) await removeReplyStore(replies);
  if (options.json) printJson(io, snakeKeys(report));
  else {
    const terminal = terminalOn(
      io.stdout,
      options.color === false ? { ...io.environment, NO_COLOR: "1" } : io.environment,
    );
    io.stdout.write(renderProbes(report, terminal));
  }
  if (!isWhole)
    io.stderr.write(
      `${report.ended === "budget_spent" ? "The budget is spent. " : ""}Run the same command again to go on: replies that were paid for are kept.\n`,
    );
  if (report.ended === "stopped" || report.ended === "cancelled") return 130;
  const isNothingJudged =
    report.probes.every(({ answers }) => answers === 0) &&
    report.probes.some(({ failed }) => failed.length > 0);
  if (isNothingJudged) warn(io, "every judgment failed, so nothing can be said of the judge.");
  return isWhole && !isNothingJudged ? 0 : 1;
}

/** The judge, what writes, and the settings of their runs. Models under test of a preset are not meant: answers are there. */
async function modelsOf(
  options: ProbeCommandOptions,
  io: CommandIo,
): Promise<Pick<ProbeOptions, "judge" | "writingModel" | "config">> {
  const { preset, ...flags } = options;
  const base = preset === undefined ? {} : (await loadPreset(await resolvePresetPath(preset, io), io)).config;
  const { answeringModels: _tested, prompts: _prompts, replicateCount: _replicates, ...judging } = base;
  const asked = withEnvironment(await configFromOptions(flags, io, judging), io.environment);
  const { answeringModels = [], parsingModels = [], prompts: _none, replicateCount: _one, ...config } = asked;
  const [judge, other] = parsingModels.filter(({ modelName }) => Boolean(modelName));
  if (judge === undefined)
    throw usageError(
      "`probe` needs a judge.",
      "Such as: --parsing-provider openai --parsing-model gpt-5-mini, or --preset NAME",
    );
  if (other !== undefined)
    throw usageError(
      `One judge is probed at a time; there are ${parsingModels.length}.`,
      "Name one with --parsing-model, or another preset.",
    );
  const [writingModel] = answeringModels.filter(({ modelName }) => Boolean(modelName));
  for (const [model, side] of [[judge, "parsing"] as const, [writingModel, "writing"] as const])
    if (
      model !== undefined &&
      inferredInterface(model).takes.modelProvider?.needed !== undefined &&
      !model.modelProvider
    )
      throw usageError(
        `Nothing says who serves "${model.modelName}" (--${side}-model).`,
        `Name the vendor with --${side}-provider (openai, anthropic, google), or a server of your own with --${side}-base-url or --base-url.`,
      );
  resolveSettings(
    { ...config, answeringModels: [writingModel ?? judge], parsingModels: [judge] },
    { ...io, names: "file" },
  );
  return { judge, writingModel, config };
}
