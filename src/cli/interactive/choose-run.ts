import { oneLine } from "../../base/index.ts";
import type { VerificationConfig } from "../../config/index.ts";
import {
  type Benchmark,
  benchmarkTraitNames,
  type RunSettings,
  resolveSettings,
} from "../../verify/index.ts";
import type { CommandIo } from "../command-io.ts";
import type { QuestionChoice } from "../select-questions.ts";
import { askModels } from "./ask-models.ts";
import { askQuestions } from "./ask-questions.ts";
import { askSettings } from "./ask-settings.ts";
import { choicesSummary } from "./choices-summary.ts";
import { offerPreset } from "./offer-preset.ts";
import { ownQuestions } from "./own-questions.ts";
import type { Prompts } from "./prompts.ts";

/** How much is asked. */
export type InteractiveMode = "basic" | "advanced";

/** Where the questions start from. */
export interface StartingPoint extends QuestionChoice {
  readonly benchmark: Benchmark;
  /** What flags, preset and environment say; the answers stand there already. */
  readonly config: VerificationConfig;
  readonly mode: InteractiveMode;
  /** Names of scenarios that flags choose; nothing else is asked of them. */
  readonly scenarios?: readonly string[] | undefined;
}

/** What came of the questions. */
export interface ChosenRun {
  readonly settings: RunSettings;
  /** Undefined: every finished question. */
  readonly questionIds: readonly string[] | undefined;
}

/**
 * Asks for everything a run needs, shows it, and offers to save it as a preset. Undefined when it is not to be run.
 *
 * @throws KareninaError `cancelled` when the questions are left, `configuration` for answers that contradict each other.
 */
export async function chooseRun(
  prompts: Prompts,
  start: StartingPoint,
  io: Pick<CommandIo, "clock" | "environment" | "workingDirectory" | "interfaces" | "searchTools">,
): Promise<ChosenRun | undefined> {
  const { benchmark, mode } = start;
  const { questions } = benchmark.content;
  const questionIds = await askQuestions(prompts, questions, start);
  const unasked = scenarioNote(start, questionIds);
  if (unasked !== undefined) await prompts.note("Scenarios", [unasked]);
  const base = withoutSwitches(start.config);
  const evaluation = { ...base, ...(await askSettings(prompts, base, "basic")) };
  const { workingDirectory, interfaces } = io;
  const seat = { workingDirectory, interfaces, isThorough: mode === "advanced" };
  const withModels = { ...evaluation, ...(await askModels(prompts, evaluation, seat)) };
  const own = ownQuestions(prompts, benchmarkTraitNames(benchmark.content));
  const further = mode === "advanced" ? await askSettings(prompts, withModels, mode, own) : {};
  const config = { ...withModels, ...further };
  const settings = resolveSettings(config, { ...io, names: "file" });
  const questionCount = questionIds?.length ?? questions.filter(({ finished }) => finished).length;
  await prompts.note("Your choices", choicesSummary({ ...settings, questionCount }));
  await offerPreset(prompts, config, io);
  const isWanted = await prompts.yesOrNo({ message: "Run it now?", initial: true });
  return isWanted ? { settings, questionIds } : undefined;
}

/** What becomes of scenarios, which are chosen by a flag alone; undefined where there are none. */
function scenarioNote(
  { benchmark: { scenarioCount }, scenarios }: StartingPoint,
  questionIds: ChosenRun["questionIds"],
): string | undefined {
  if (scenarioCount === 0) return undefined;
  if (scenarios !== undefined) return `As --scenario says: ${scenarios.map(oneLine).join(", ")}`;
  return questionIds === undefined
    ? `Those of the benchmark run too, ${scenarioCount} in all; --scenario NAME runs one.`
    : "None runs beside chosen questions; --scenario NAME runs one.";
}

/** Without the settings that say again what a mode says, which is asked for. */
function withoutSwitches({
  rubricEnabled: _,
  deepJudgmentEnabled,
  ...config
}: VerificationConfig): VerificationConfig {
  return deepJudgmentEnabled === true ? { deepJudgmentMode: "full", ...config } : config;
}
