import { Command } from "commander";
import type { CommandIo, ExitCode, ProgramIo } from "./command-io.ts";
import type { BenchmarkConvertOptions } from "./commands/benchmark/benchmark-commands.ts";
import {
  describeBenchmarkConvert,
  describeBenchmarkSave,
  describeBenchmarkShow,
  describeBenchmarkValidate,
} from "./commands/benchmark/benchmark-commands.ts";
import { describeCacheClear, describeCacheShow } from "./commands/cache/cache-commands.ts";
import { type CalibrateCommandOptions, describeCalibrate } from "./commands/calibrate/calibrate-command.ts";
import { describeCompare } from "./commands/compare/compare-command.ts";
import { describeDemo } from "./commands/demo/demo-command.ts";
import { describeDraft } from "./commands/draft/draft-command.ts";
import { describeImport, type ImportOptions } from "./commands/import/import-command.ts";
import { describeInit } from "./commands/init/init-command.ts";
import { describeJudge } from "./commands/judge/judge-command.ts";
import { describeLabel } from "./commands/label/label-command.ts";
import {
  describePresetDelete,
  describePresetList,
  describePresetSave,
  describePresetShow,
} from "./commands/preset/preset-commands.ts";
import { describeProbe, type ProbeCommandOptions } from "./commands/probe/probe-command.ts";
import { describeQuery } from "./commands/query/query-command.ts";
import { describeReport, type ReportOptions } from "./commands/report/report-command.ts";
import { describeImportDatabase, describeResultsSave } from "./commands/results/results-commands.ts";
import { describeReview } from "./commands/review/review-command.ts";
import {
  describeRunsCancel,
  describeRunsExport,
  describeRunsList,
  describeRunsResume,
  describeRunsWatch,
  type RunsExportOptions,
} from "./commands/runs/runs-commands.ts";
import {
  describeScenarioDraw,
  describeScenarioList,
  describeScenarioShow,
} from "./commands/scenario/scenario-commands.ts";
import { describeShow } from "./commands/show/show-command.ts";
import { describeStoreMigrate } from "./commands/store/store-commands.ts";
import { describeSummary } from "./commands/summary/summary-command.ts";
import { describeVerify } from "./commands/verify/verify-command.ts";
import { describeWorker } from "./commands/worker/worker-command.ts";
import { describeWorkspaceClean, describeWorkspaceList } from "./commands/workspace/workspace-commands.ts";
import { configModuleHelp } from "./config-module.ts";
import { unknownOptionText } from "./unknown-option.ts";

/** Builds the command line. What a command runs is imported when it is called. */
export function buildProgram(io: ProgramIo, version: string, ended: (code: ExitCode) => void): Command {
  const openIo = async (): Promise<CommandIo> => ({ ...io, clock: await io.clock() });
  const program = new Command("karenina")
    .description(
      "Evaluate language models with typed answer templates, judged by a model and verified by code.",
    )
    .version(`karenina ${version}`, "--version", "print the version")
    .helpOption("-h, --help", "print help")
    .helpCommand("help [command]", "print help of a command")
    .showSuggestionAfterError()
    .exitOverride()
    .configureHelp({ minWidthToWrap: 20 }) // what is said of an option is wrapped at 80 columns, too
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      getOutHelpWidth: () => io.stdout.columns ?? 100,
      getErrHelpWidth: () => io.stderr.columns ?? 100,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    });

  const verifying = describeVerify(program.command("verify"));
  verifying.addHelpText("after", () => configModuleHelp(io.workingDirectory));
  verifying.action(async (benchmark, options) => {
    const { verify } = await import("./commands/verify/verify.ts");
    ended(await verify(benchmark, options, await openIo()));
  });

  const judging = describeJudge(program.command("judge"));
  judging.addHelpText("after", () => configModuleHelp(io.workingDirectory));
  judging.action(async (answers, options) => {
    const { judge } = await import("./commands/judge/judge.ts");
    ended(await judge(answers, options, await openIo()));
  });

  describeShow(program.command("show")).action(async (results, options) => {
    const { show } = await import("./commands/show/show.ts");
    ended(await show(results, options, await openIo()));
  });

  describeSummary(program.command("summary")).action(async (results, options) => {
    const { summary } = await import("./commands/summary/summary.ts");
    ended(await summary(results, options, await openIo()));
  });

  describeReport(program.command("report")).action(async (results, options) => {
    const { report } = await import("./commands/report/report.ts");
    // commander has checked that what is required is there
    ended(await report(results, options as ReportOptions, await openIo()));
  });

  describeQuery(program.command("query")).action(async (runs, options) => {
    const { query } = await import("./commands/query/query.ts");
    ended(await query(runs, options, await openIo()));
  });

  describeCompare(program.command("compare")).action(async (results, options) => {
    const { compare } = await import("./commands/compare/compare.ts");
    ended(await compare(results, options, await openIo()));
  });

  describeLabel(program.command("label")).action(async (results, options) => {
    const { label } = await import("./commands/label/label.ts");
    ended(await label(results, options, await openIo()));
  });

  describeCalibrate(program.command("calibrate")).action(async (results, options) => {
    const { calibrate } = await import("./commands/calibrate/calibrate.ts");
    // commander has checked that what is required is there
    ended(await calibrate(results, options as CalibrateCommandOptions, await openIo()));
  });

  describeProbe(program.command("probe")).action(async (results, options) => {
    const { probe } = await import("./commands/probe/probe.ts");
    // commander has checked that what is required is there
    ended(await probe(results, options as ProbeCommandOptions, await openIo()));
  });

  describeDemo(program.command("demo")).action(async (options) => {
    const { demo } = await import("./commands/demo/demo.ts");
    ended(await demo(options, await openIo()));
  });

  describeImport(program.command("import")).action(async (file, options) => {
    const { importFile } = await import("./commands/import/import.ts");
    // commander gives what has a default
    ended(await importFile(file, options as ImportOptions, await openIo()));
  });

  describeDraft(program.command("draft")).action(async (file, options) => {
    const { draft } = await import("./commands/draft/draft.ts");
    ended(await draft(file, options, await openIo()));
  });

  describeReview(program.command("review")).action(async (file, options) => {
    const { review } = await import("./commands/review/review.ts");
    ended(await review(file, options, await openIo()));
  });

  describeInit(program.command("init")).action(async (folder, options) => {
    const { init } = await import("./commands/init/init.ts");
    ended(await init(folder, options, await openIo()));
  });

  const preset = program.command("preset").description("list, show, save and delete presets");
  describePresetList(preset.command("list")).action(async (options) => {
    const { presetList } = await import("./commands/preset/preset-list.ts");
    ended(await presetList(options, await openIo()));
  });
  describePresetShow(preset.command("show")).action(async (name, options) => {
    const { presetShow } = await import("./commands/preset/preset-show.ts");
    ended(await presetShow(name, options, await openIo()));
  });
  describePresetSave(preset.command("save")).action(async (name, options) => {
    const { presetSave } = await import("./commands/preset/preset-save.ts");
    ended(await presetSave(name, options, await openIo()));
  });
  describePresetDelete(preset.command("delete")).action(async (name, options) => {
    const { presetDelete } = await import("./commands/preset/preset-delete.ts");
    ended(await presetDelete(name, options, await openIo()));
  });

  const benchmark = program.command("benchmark").description("look into and write benchmark files");
  describeBenchmarkShow(benchmark.command("show")).action(async (file, options) => {
    const { benchmarkShow } = await import("./commands/benchmark/benchmark-show.ts");
    ended(await benchmarkShow(file, options, await openIo()));
  });
  describeBenchmarkValidate(benchmark.command("validate")).action(async (file, options) => {
    const { benchmarkValidate } = await import("./commands/benchmark/benchmark-validate.ts");
    ended(await benchmarkValidate(file, options, await openIo()));
  });
  describeBenchmarkSave(benchmark.command("save")).action(async (source, target, options) => {
    const { benchmarkSave } = await import("./commands/benchmark/benchmark-save.ts");
    ended(await benchmarkSave(source, target, options, await openIo()));
  });

  describeBenchmarkConvert(benchmark.command("convert")).action(async (file, options) => {
    const { benchmarkConvert } = await import("./commands/benchmark/benchmark-convert.ts");
    // commander has checked that what is required is there
    ended(await benchmarkConvert(file, options as BenchmarkConvertOptions, await openIo()));
  });

  const scenario = program
    .command("scenario")
    .description("look at conversations of a benchmark and draw them");
  describeScenarioList(scenario.command("list")).action(async (file, options) => {
    const { scenarioList } = await import("./commands/scenario/scenario-list.ts");
    ended(await scenarioList(file, options, await openIo()));
  });
  describeScenarioShow(scenario.command("show")).action(async (file, name, options) => {
    const { scenarioShow } = await import("./commands/scenario/scenario-show.ts");
    ended(await scenarioShow(file, name, options, await openIo()));
  });
  describeScenarioDraw(scenario.command("draw")).action(async (file, name, options) => {
    const { scenarioDraw } = await import("./commands/scenario/scenario-draw.ts");
    ended(await scenarioDraw(file, name, options, await openIo()));
  });

  const results = program.command("results").description("write results in other forms");
  describeImportDatabase(results.command("import-database")).action(async (database, file, options) => {
    const { importDatabase } = await import("./commands/results/import-database.ts");
    ended(await importDatabase(database, file, options, await openIo()));
  });
  describeResultsSave(results.command("save")).action(async (source, target, options) => {
    const { resultsSave } = await import("./commands/results/results-save.ts");
    ended(await resultsSave(source, target, options, await openIo()));
  });

  const cache = program.command("cache").description("look at and remove replies that runs have kept");
  describeCacheShow(cache.command("show")).action(async (folder, options) => {
    const { cacheShow } = await import("./commands/cache/cache.ts");
    ended(await cacheShow(folder, options, await openIo()));
  });
  describeCacheClear(cache.command("clear")).action(async (folder, options) => {
    const { cacheClear } = await import("./commands/cache/cache.ts");
    ended(await cacheClear(folder, options, await openIo()));
  });
  const workspace = program.command("workspace").description("list and remove folders that runs left");
  describeWorkspaceList(workspace.command("list")).action(async (root, options) => {
    const { workspaceList } = await import("./commands/workspace/workspace-list.ts");
    ended(await workspaceList(root, options, await openIo()));
  });
  describeWorkspaceClean(workspace.command("clean")).action(async (root, options) => {
    const { workspaceClean } = await import("./commands/workspace/workspace-clean.ts");
    ended(await workspaceClean(root, options, await openIo()));
  });

  describeWorker(program.command("worker")).action(async (options) => {
    const { worker } = await import("./commands/worker/worker.ts");
    ended(await worker(options, await openIo()));
  });

  const runs = program.command("runs").description("look after runs that are kept in a store");
  describeRunsList(runs.command("list")).action(async (options) => {
    const { runsList } = await import("./commands/runs/runs-list.ts");
    ended(await runsList(options, await openIo()));
  });
  describeRunsWatch(runs.command("watch")).action(async (run, options) => {
    const { runsWatch } = await import("./commands/runs/runs-watch.ts");
    ended(await runsWatch(run, options, await openIo()));
  });
  describeRunsCancel(runs.command("cancel")).action(async (run, options) => {
    const { runsCancel } = await import("./commands/runs/runs-cancel.ts");
    ended(await runsCancel(run, options, await openIo()));
  });
  describeRunsResume(runs.command("resume")).action(async (run, options) => {
    const { runsResume } = await import("./commands/runs/runs-resume.ts");
    ended(await runsResume(run, options, await openIo()));
  });
  describeRunsExport(runs.command("export")).action(async (run, options) => {
    const { runsExport } = await import("./commands/runs/runs-export.ts");
    // commander has checked that what is required is there
    ended(await runsExport(run, options as RunsExportOptions, await openIo()));
  });

  const store = program.command("store").description("look after a store of runs");
  describeStoreMigrate(store.command("migrate")).action(async (options) => {
    const { storeMigrate } = await import("./commands/store/store-migrate.ts");
    ended(await storeMigrate(options, await openIo()));
  });
  suggestOptions(program);
  return program;
}

/** Of a misspelt option each command names its own that is nearest. */
function suggestOptions(command: Command): void {
  const known = () => command.options.filter(({ hidden }) => !hidden).flatMap(({ long }) => long ?? []);
  command.configureOutput({ outputError: (text, write) => write(unknownOptionText(text, known())) });
  for (const inner of command.commands) suggestOptions(inner);
}
