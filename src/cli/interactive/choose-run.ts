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
import { askScenarios } from "./ask-scenarios.ts";
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
  /** Names of scenarios that flags choose. */
  readonly scenarios?: readonly string[] | undefined;
}

/** What came of the questions. */
export interface ChosenRun {
  readonly settings: RunSettings;
  /** Undefined: every finished question. */
  readonly questionIds: readonly string[] | undefined;
  /** Names; undefined: as the choice of questions says. */
  readonly scenarios: readonly string[] | undefined;
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
  const chosenIds = await askQuestions(prompts, questions, start);
  const all = benchmark.content.scenarios.map(({ definition }) => definition.name);
  const names = await askScenarios(prompts, all, {
    scenarios: start.scenarios,
    areQuestionsChosen: chosenIds !== undefined,
  });
  const finishedIds = questions.flatMap(({ id, finished }) => (finished ? id : []));
  // where only some scenarios are named, questions run that are named too
  const isWhole = chosenIds === undefined && names.length === all.length;
  const scenarios = isWhole ? undefined : names;
  const questionIds = isWhole || finishedIds.length === 0 ? chosenIds : (chosenIds ?? finishedIds);
  const base = withoutSwitches(start.config);
  const evaluation = { ...base, ...(await askSettings(prompts, base, "basic")) };
  const { workingDirectory, interfaces } = io;
  const seat = { workingDirectory, interfaces, isThorough: mode === "advanced" };
  const withModels = { ...evaluation, ...(await askModels(prompts, evaluation, seat)) };
  const own = ownQuestions(prompts, benchmarkTraitNames(benchmark.content));
  const further = mode === "advanced" ? await askSettings(prompts, withModels, mode, own) : {};
  const config = { ...withModels, ...further };
  const settings = resolveSettings(config, { ...io, names: "file" });
  const counts = {
    questionCount: (questionIds ?? finishedIds).length,
    ...(all.length > 0 && { scenarioCount: names.length }),
  };
  await prompts.note("Your choices", choicesSummary({ ...settings, ...counts }));
  await offerPreset(prompts, config, io);
  const isWanted = await prompts.yesOrNo({ message: "Run it now?", initial: true });
  return isWanted ? { settings, questionIds, scenarios } : undefined;
}

/** Without the settings that say again what a mode says, which is asked for. */
function withoutSwitches({
  rubricEnabled: _,
  deepJudgmentEnabled,
  ...config
}: VerificationConfig): VerificationConfig {
  return deepJudgmentEnabled === true ? { deepJudgmentMode: "full", ...config } : config;
}
