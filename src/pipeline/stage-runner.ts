import { KareninaError, messageOf } from "../base/index.ts";
import type { CallObserver } from "../ports/index.ts";
import type { Ruling, StageRecord } from "../result/index.ts";
import type { Facts } from "./facts.ts";
import { requireStorable } from "./own-stages.ts";
import { createLog } from "./pipeline-log.ts";
import type { AnyStage, PipelineError, PipelineServices, StageOutcome, StageRuling } from "./stage.ts";
import { recordStage, type StageRecorder } from "./stage-recorder.ts";
import type { Task } from "./task.ts";

/** What runs beside the stages and facts. */
export interface StageRunOptions {
  readonly services: PipelineServices;
  readonly signal: AbortSignal;
  readonly observer?: CallObserver;
}

/** What stages have learned and done. */
interface StageRun {
  readonly facts: Partial<Facts>;
  readonly stages: readonly StageRecord[];
}

/**
 * Runs stages in order: times, skips, catches, counts. A stage that throws marks the error; later stages skip,
 * those with `always` run. Rejects only when the signal is aborted.
 */
export async function runStages(
  stages: readonly AnyStage[],
  task: Task,
  { services, signal, observer: outer }: StageRunOptions,
): Promise<StageRun> {
  const log = createLog(services.clock);
  const facts: { [name: string]: unknown } = {};
  for (const stage of stages) {
    throwIfCancelled(signal);
    const recorder = recordStage(outer);
    const startedAt = services.clock.monotonic();
    const { observerFor } = recorder;
    const observer = observerFor(stage.usageKey ?? stage.name);
    const lost = (error: unknown) => log.addLost(stage.name, error);
    const context = { task, services, signal, observer, observerFor, lost, log };
    const record = (status: StageRecord["status"], reason: string | null, ruling: Ruling | null = null) =>
      log.addStage(
        stageRecord(stage, recorder, { status, reason, ruling, ms: services.clock.monotonic() - startedAt }),
      );
    const rule = (ruling: StageRuling | undefined) =>
      ruling === undefined ? null : log.addRuling(stage.name, ruling);
    try {
      const skip = skipReason(stage, facts, log.error) ?? stage.skip?.(facts, context);
      if (skip !== undefined) {
        const { reason, ruling } = typeof skip === "string" ? { reason: skip, ruling: undefined } : skip;
        record("skipped", reason, rule(ruling));
        continue;
      }
      const outcome: StageOutcome<never> = await stage.run(facts, context);
      takeFacts(stage, outcome, facts);
      for (const warning of outcome.warnings ?? []) log.addWarning(warning);
      const ruling = rule(outcome.ruling);
      const { error } = outcome;
      if (error !== undefined) log.setError(stage.name, error);
      if (error === undefined) record("ran", ruling?.reason ?? null, ruling);
      else record("failed", messageOf(error), ruling);
    } catch (error) {
      throwIfCancelled(signal);
      if (stage.always) throw error;
      log.setError(stage.name, error);
      record("failed", messageOf(error));
    } finally {
      log.addCalls(recorder);
    }
  }
  return { facts, stages: log.stages };
}

function skipReason(stage: AnyStage, facts: object, error: PipelineError | null): string | undefined {
  if (stage.always) return undefined;
  if (error !== null) return `${error.stage} failed`;
  const missing = stage.requires.filter((fact: string) => !(fact in facts));
  return missing.length > 0 ? `there is no ${missing.join(", ")}` : undefined;
}

function takeFacts(stage: AnyStage, outcome: StageOutcome<never>, facts: { [name: string]: unknown }): void {
  for (const name of stage.produces) {
    const value: unknown = Reflect.get(outcome, name);
    if (value === undefined && outcome.error !== undefined) continue;
    if (value === undefined) {
      throw new KareninaError("composition", `${stage.name} was to produce ${name} and did not.`);
    }
    requireStorable(stage, name, value);
    facts[name] = value;
  }
}

function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted)
    throw new KareninaError("cancelled", "The run was cancelled.", { cause: signal.reason });
}

function stageRecord(
  stage: AnyStage,
  { calls, retries, usage }: StageRecorder,
  outcome: { status: StageRecord["status"]; reason: string | null; ruling: Ruling | null; ms: number },
): StageRecord {
  return {
    name: stage.name,
    status: outcome.status,
    reason: outcome.reason,
    durationMs: Math.round(outcome.ms * 1000) / 1000,
    modelCalls: calls,
    retries: { ...retries },
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    costUsd: usage.costUsd ?? null,
    ruling: outcome.ruling,
  };
}
