import { type IdleWatch, idleWatch, KareninaError, messageOf } from "../base/index.ts";
import type { CallObserver } from "../ports/index.ts";
import type { Ruling, StageRecord } from "../result/index.ts";
import type { Facts } from "./facts.ts";
import { guardOwnStages } from "./own/guard-own-stage.ts";
import { isOwnStage, type OwnPart } from "./own/own-stages.ts";
import { createLog } from "./pipeline-log.ts";
import type {
  AnyStage,
  PipelineError,
  PipelineServices,
  StageContext,
  StageOutcome,
  StageRuling,
} from "./stage.ts";
import { recordStage, type StageRecorder } from "./stage-recorder.ts";
import { finalizeResult } from "./stages/finalize-result.ts";
import type { Task } from "./task.ts";

/** What runs beside the stages and facts. */
export interface StageRunOptions {
  readonly services: PipelineServices;
  readonly signal: AbortSignal;
  readonly observer?: CallObserver;
  /** The keys of the run: what own stages say shows none of them. Default: none is known. */
  readonly secrets?: readonly string[] | undefined;
  /** Notices own stages that can never return. */
  readonly idle?: IdleWatch | undefined;
  /** Done around the work of each stage that runs, such as for a trace of the run. Default: nothing. */
  readonly aroundStage?:
    | (<T extends { readonly error?: unknown }>(stage: string, work: () => T | Promise<T>) => Promise<T>)
    | undefined;
  /** What was done for the task before its stages. Default: nothing. */
  readonly opening?: readonly OpeningStep[] | undefined;
}

/** Work for a task before its first stage, which stands among its stages. */
export interface OpeningStep {
  readonly name: string;
  /** What it has asked of models. */
  readonly recorder: StageRecorder;
  readonly durationMs: number;
  /** What came of it, in a few words. */
  readonly reason: string | null;
  /** Why the task cannot go on: no stage runs but those with `always`. */
  readonly error?: unknown;
}

/** What became of such work, as results and walks have it. */
export function openingRecord({ name, recorder, durationMs: ms, reason, error }: OpeningStep): StageRecord {
  const status = error === undefined ? "ran" : "failed";
  const told = error === undefined ? reason : messageOf(error);
  return stageRecord({ name }, recorder, { status, reason: told, ruling: null, ms });
}

/** What stages have learned and done. */
interface StageRun {
  readonly facts: Partial<Facts>;
  readonly stages: readonly StageRecord[];
}

/**
 * Runs stages in order: times, skips, catches, counts. A stage that throws marks the error; later stages skip,
 * those with `always` run. Rejects only when the signal is aborted, or for a defect of a built-in stage with `always`.
 */
export async function runStages(
  { stages, own }: { readonly stages: readonly AnyStage[]; readonly own: OwnPart | undefined },
  task: Task,
  options: StageRunOptions,
): Promise<StageRun> {
  const { services, signal, observer: outer, secrets = [], idle = idleWatch(), opening = [] } = options;
  const { aroundStage } = options;
  const log = createLog(services.clock);
  for (const step of opening) {
    log.addStage(openingRecord(step));
    log.addCalls(step.recorder);
    if (step.error !== undefined) log.setError(step.name, step.error);
  }
  const facts: { [name: string]: unknown } = Object.create(null);
  const guard = own === undefined ? undefined : guardOwnStages({ idle, secrets, view: own.view });
  const replaced = own?.replaced ?? [];
  const contextOf = (stage: AnyStage, { observerFor }: StageRecorder): StageContext => ({
    ...{ task, services, signal, observerFor, log },
    observer: observerFor(stage.usageKey ?? stage.name),
    lost: (error) => log.addLost(stage.name, error),
  });
  for (const stage of stages) {
    throwIfCancelled(signal);
    const recorder = recordStage(outer);
    const startedAt = services.clock.monotonic();
    const context = contextOf(stage, recorder);
    const isOwn = own !== undefined && isOwnStage(stage);
    const step = (isOwn ? guard?.guarded(stage) : undefined) ?? stage;
    const record = (status: StageRecord["status"], reason: string | null, ruling: Ruling | null = null) =>
      log.addStage(
        stageRecord(stage, recorder, { status, reason, ruling, ms: services.clock.monotonic() - startedAt }),
      );
    const rule = (ruling: StageRuling | undefined) =>
      ruling === undefined ? null : log.addRuling(stage.name, ruling);
    try {
      const skip = skipReason(stage, facts, log.error) ?? step.skip?.(facts, context);
      if (skip !== undefined) {
        const { reason, ruling } = typeof skip === "string" ? { reason: skip, ruling: undefined } : skip;
        record("skipped", reason, rule(ruling));
        continue;
      }
      const work = () => step.run(facts, context);
      const outcome: StageOutcome<never> = await (aroundStage?.(stage.name, work) ?? work());
      takeFacts(stage, outcome, facts);
      if (guard !== undefined && facts.result !== undefined && (isOwn || replaced.length > 0))
        facts.result = guard.resultOf(stage, facts.result, context, outcome.ruling);
      for (const warning of outcome.warnings ?? []) log.addWarning(warning);
      const ruling = rule(outcome.ruling);
      const { error } = outcome;
      if (error !== undefined) log.setError(stage.name, error);
      if (error === undefined) record("ran", ruling?.reason ?? null, ruling);
      else record("failed", messageOf(error), ruling);
    } catch (error) {
      throwIfCancelled(signal);
      if (stage.always && !isOwn && replaced.length === 0) throw error;
      log.setError(stage.name, error);
      record("failed", messageOf(error));
      Reflect.deleteProperty(facts, "result");
    } finally {
      log.addCalls(recorder);
    }
  }
  if (facts.result === undefined && own !== undefined)
    await finalizeWithout(replaced, facts, contextOf(finalizeResult, recordStage(outer)));
  return { facts, stages: log.stages };
}

/** A result of what built-in stages have learned, and why there is no more. */
async function finalizeWithout(
  replaced: readonly string[],
  facts: { [name: string]: unknown },
  context: StageContext,
): Promise<void> {
  for (const fact of replaced) Reflect.deleteProperty(facts, fact);
  Object.assign(facts, await finalizeResult.run(facts, context));
}

function skipReason(stage: AnyStage, facts: object, error: PipelineError | null): string | undefined {
  if (stage.always) return undefined;
  if (error !== null) return `${error.stage} failed`;
  const missing = stage.requires.filter((fact: string) => !(fact in facts));
  return missing.length > 0 ? `there is no ${missing.join(", ")}` : undefined;
}

function takeFacts(stage: AnyStage, outcome: StageOutcome<never>, facts: { [name: string]: unknown }): void {
  for (const name of stage.produces) {
    const value: unknown = Object.hasOwn(outcome, name) ? Reflect.get(outcome, name) : undefined;
    if (value === undefined && outcome.error !== undefined) continue;
    if (value === undefined) {
      throw new KareninaError("composition", `${stage.name} was to produce ${name} and did not.`);
    }
    facts[name] = value;
  }
}

function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted)
    throw new KareninaError("cancelled", "The run was cancelled.", { cause: signal.reason });
}

function stageRecord(
  stage: Pick<AnyStage, "name">,
  { calls, storedReplies, firstTokenMs, retries, usage }: StageRecorder,
  outcome: { status: StageRecord["status"]; reason: string | null; ruling: Ruling | null; ms: number },
): StageRecord {
  return {
    name: stage.name,
    status: outcome.status,
    reason: outcome.reason,
    durationMs: microseconds(outcome.ms),
    modelCalls: calls,
    ...(storedReplies > 0 && { storedReplies }),
    ...(firstTokenMs !== undefined && { firstTokenMs: microseconds(firstTokenMs) }),
    retries: { ...retries },
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    costUsd: usage.costUsd ?? null,
    ruling: outcome.ruling,
  };
}

/** Milliseconds with three digits behind the point. */
const microseconds = (ms: number) => Math.round(ms * 1000) / 1000;
