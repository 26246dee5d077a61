import { inferredInterface, type ModelConfig, type VerificationConfig } from "../../../config/index.ts";
import {
  type Benchmark,
  type ReuseSource,
  type RunSettings,
  resolveSettings,
} from "../../../verify/index.ts";
import type { CommandIo } from "../../command-io.ts";
import { usageError } from "../../failure.ts";
import { loadBenchmark } from "../../load-benchmark.ts";
import { selectQuestions } from "../../select-questions.ts";
import type { VerifyOptions } from "./verify-command.ts";

/** What is run, and how. */
interface ChosenSettings {
  readonly benchmark: Benchmark;
  readonly settings: RunSettings;
  /** Undefined: every finished question, unless a log says otherwise. */
  readonly questionIds: readonly string[] | undefined;
  /** Names; undefined: as the choice of questions, or a log, says. */
  readonly scenarios: readonly string[] | undefined;
}

/** What a run's settings start from. */
interface SettingsRequest {
  readonly benchmarkFile: string;
  /** Environment included. */
  readonly config: VerificationConfig;
  readonly options: VerifyOptions;
  /** The earlier run whose models are under test where none is named. */
  readonly source?: ReuseSource | undefined;
  /** Where it has been read already. */
  readonly benchmark?: Benchmark | undefined;
}

/** The settings as flags, preset and environment give them. The configuration is looked at before the benchmark is. */
export async function givenSettings(
  { benchmarkFile, config, options, source, benchmark: known }: SettingsRequest,
  io: CommandIo,
): Promise<ChosenSettings> {
  requireModels(config, options, source);
  requireProviders(config, options);
  const settings = resolveSettings(config, { ...io, names: "file", source });
  const benchmark = known ?? (await loadRead(benchmarkFile, options, io));
  const questionIds = selectQuestions(benchmark.content.questions, options);
  return { benchmark, settings, questionIds, scenarios: options.scenario };
}

/** The settings as somebody at the terminal chooses them; undefined when nothing is to be run. */
export async function chosenSettings(
  { benchmarkFile, config, options }: SettingsRequest,
  io: CommandIo,
): Promise<ChosenSettings | undefined> {
  if (io.prompts === undefined) {
    throw usageError(
      "--interactive needs a terminal to ask at; there is none here.",
      "Give flags or --preset in its place.",
    );
  }
  const benchmark = await loadRead(benchmarkFile, options, io);
  const { chooseRun } = await import("../../interactive/choose-run.ts");
  const { questions, questionIds, scenario: scenarios, mode = "basic" } = options;
  const start = { benchmark, config, mode, questions, questionIds, scenarios };
  const chosen = await chooseRun(io.prompts, start, io);
  return chosen === undefined ? undefined : { benchmark, ...chosen };
}

/** A run reads its benchmark; into a store it is written. */
const loadRead = (file: string, { store }: VerifyOptions, { workingDirectory }: CommandIo) =>
  loadBenchmark(file, workingDirectory, { readOnly: store === undefined });

function requireModels(
  config: VerificationConfig,
  { answers, app, command, http }: VerifyOptions,
  source: ReuseSource | undefined,
): void {
  const missing = [
    ...((config.answeringModels ?? []).length === 0 && source === undefined ? ["a model to test"] : []),
    ...((config.parsingModels ?? []).length === 0 ? ["a model to judge the answers"] : []),
  ];
  if (missing.length === 0) return;
  if (answers !== undefined)
    throw usageError(
      `\`judge\` needs ${missing.join(" and ")}.`,
      "Use --preset NAME, or flags such as: --parsing-provider openai --parsing-model gpt-5-mini",
    );
  throw usageError(
    `\`verify\` needs ${missing.join(" and ")}.`,
    [app, command, http].some((tested) => tested !== undefined)
      ? "Use --preset NAME, or flags such as: --parsing-provider openai --parsing-model gpt-5-mini"
      : "Use --preset NAME, or --interactive, or flags such as: --base-url http://localhost:8000/v1 --answering-model qwen3 --parsing-model qwen3",
  );
}

/** A model that a flag has named is asked for in the words of flags; one of a preset in those of the preset. */
function requireProviders(config: VerificationConfig, options: VerifyOptions): void {
  const sides = [
    { side: "answering", given: options.answeringModel, models: config.answeringModels },
    { side: "parsing", given: options.parsingModel, models: config.parsingModels },
  ] as const;
  const open = sides.filter(({ given, models }) => given !== undefined && models?.some(lacksProvider));
  const [first] = open;
  if (first === undefined) return;
  const flags = open.map(({ side }) => `--${side}-provider`).join(" and ");
  const address = open.length === sides.length ? "--base-url" : `--${first.side}-base-url or --base-url`;
  throw usageError(
    `Nothing says who serves ${open.map(({ given, side }) => `"${given}" (--${side}-model)`).join(" and ")}.`,
    `Name the vendor with ${flags} (openai, anthropic, google), or a server of your own with ${address}.`,
  );
}

function lacksProvider(model: ModelConfig): boolean {
  return inferredInterface(model).takes.modelProvider?.needed !== undefined && !model.modelProvider;
}
