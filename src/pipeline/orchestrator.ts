import { issueText, KareninaError } from "../base/index.ts";
import type { VerificationResult } from "../result/index.ts";
import { CompositionOptions, composeStageNames } from "./compose.ts";
import { findCompositionProblems } from "./dependencies.ts";
import { collectExtensions, type OwnPart, ownPartOf } from "./own/own-stages.ts";
import type { AnyStage } from "./stage.ts";
import { runStages, type StageRunOptions } from "./stage-runner.ts";
import { builtInStages } from "./stages/index.ts";
import type { Task } from "./task.ts";

/**
 * Runs tasks through an ordered list of stages. Every run ends in a `VerificationResult`, whatever models do.
 *
 * @example
 * const orchestrator = StageOrchestrator.fromConfig({ evaluationMode: "template_only" });
 * orchestrator.stages.map((stage) => stage.name); // ["ValidateTemplate", "GenerateAnswer", …]
 * orchestrator.validateDependencies(); // []
 */
export class StageOrchestrator {
  readonly stages: readonly AnyStage[];
  readonly #own: OwnPart | undefined;
  #problems: readonly string[] | undefined;

  /** Takes a list of stages, built-in and your own; see {@link StageOrchestrator.validateDependencies}. */
  constructor(stages: readonly AnyStage[]) {
    this.stages = [...stages];
    this.#own = ownPartOf(this.stages);
  }

  /**
   * The built-in pipeline for a configuration. Throws `KareninaError` `configuration` for names and values that do not
   * exist.
   */
  static fromConfig(options: CompositionOptions = {}): StageOrchestrator {
    refuseUnknown(options);
    return new StageOrchestrator(composeStageNames(options).map((name) => builtInStages[name]));
  }

  /** Problems of the list: facts read before they are produced, doubled facts or names, a misplaced end. */
  validateDependencies(): readonly string[] {
    return findCompositionProblems(this.stages);
  }

  /**
   * Runs one task. Throws `KareninaError` `composition` for a wrong stage list before any work, and `cancelled`
   * when the signal is aborted; otherwise a result comes back.
   */
  async execute(task: Task, options: StageRunOptions): Promise<VerificationResult> {
    this.#problems ??= this.validateDependencies();
    const problems = this.#problems;
    if (problems.length > 0) {
      throw new KareninaError("composition", `The stage list cannot run: ${problems.join("; ")}.`);
    }
    const { facts, stages } = await runStages({ stages: this.stages, own: this.#own }, task, options);
    if (facts.result === undefined)
      throw new KareninaError("composition", "FinalizeResult produced no result.");
    const extensions = this.#own === undefined ? undefined : collectExtensions(this.stages, facts);
    return { ...facts.result, stages, ...(extensions !== undefined && { extensions }) };
  }
}

function refuseUnknown(options: CompositionOptions): void {
  const problems = CompositionOptions.safeParse(options, { reportInput: true }).error?.issues ?? [];
  if (problems.length === 0) return;
  const lines = problems.map((issue) => [...issue.path, issueText(issue)].join(": "));
  throw new KareninaError("configuration", `These stages cannot be composed: ${lines.join("; ")}.`, {
    hint: `There are the settings ${Object.keys(CompositionOptions.shape).join(", ")}.`,
  });
}
