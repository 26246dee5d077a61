import {
  type Clock,
  type ErrorCode,
  KareninaError,
  messageOf,
  type TransportCategory,
} from "../base/index.ts";
import type { Ruling, StageRecord } from "../result/index.ts";
import { sumUsage } from "../trace/index.ts";
import type { KeyedUsage, PipelineError, PipelineLog, StageRuling } from "./stage.ts";
import type { StageRecorder } from "./stage-recorder.ts";

const warningLimit = 50;

const infrastructureCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "transport",
  "recording_missing",
  "missing_key",
  "missing_dependency",
  "configuration",
]);

/** True where a model or service could not be reached, as opposed to a reply of no use. */
function isInfrastructureError(error: unknown): boolean {
  return KareninaError.isInstance(error) && infrastructureCodes.has(error.code);
}

/** Why a ruling is no pass that does not say it. */
function defaultCategory(verifyResult: Ruling["verifyResult"]): Ruling["category"] {
  if (verifyResult === null) return "empty_response";
  return verifyResult ? null : "content";
}

/** A pipeline log that only the stage runner writes to. */
interface WritablePipelineLog extends PipelineLog {
  addStage(record: StageRecord): void;
  addRuling(stage: string, ruling: StageRuling): Ruling;
  /** The first error stays; later ones become warnings. */
  setError(stage: string, cause: unknown): void;
  /** Keeps the first 50 and then says how many more were left out. */
  addWarning(text: string): void;
  addCalls(recorder: StageRecorder): void;
  /** Keeps errors of the infrastructure; others are somebody else's. */
  addLost(stage: string, error: unknown): void;
}

/** An empty log that starts now. */
export function createLog(clock: Clock): WritablePipelineLog {
  const rulings: Ruling[] = [];
  const stages: StageRecord[] = [];
  const warnings: string[] = [];
  const lost: string[] = [];
  const usage = new Map<string, KeyedUsage>();
  const retries: Partial<Record<TransportCategory, number>> = {};
  let error: PipelineError | null = null;
  let leftOut = 0;
  const addWarning = (text: string) => {
    if (warnings.length < warningLimit) warnings.push(text);
    else warnings[warningLimit] = `${++leftOut} further warnings were left out`;
  };
  return {
    rulings,
    stages,
    warnings,
    lost,
    usage,
    retries,
    startedAt: clock.monotonic(),
    get error() {
      return error;
    },
    addStage: (record) => void stages.push(record),
    addRuling(stage, { verifyResult, kind, reason, category }) {
      const ruling: Ruling = {
        stage,
        verifyResult,
        kind,
        reason,
        category: category ?? defaultCategory(verifyResult),
      };
      rulings.push(ruling);
      return ruling;
    },
    setError(stage, cause) {
      if (error === null) error = { stage, message: messageOf(cause), cause };
      else addWarning(`${stage} failed as well: ${messageOf(cause)}`);
    },
    addWarning,
    addLost(stage, error) {
      if (isInfrastructureError(error)) lost.push(`${stage}: ${messageOf(error)}`);
    },
    addCalls(recorder) {
      for (const [category, count] of Object.entries(recorder.retries)) {
        const key = category as TransportCategory; // keys of a Partial<Record<TransportCategory, …>>
        retries[key] = (retries[key] ?? 0) + count;
      }
      for (const [usageKey, { model, usage: added }] of recorder.usageByKey) {
        const before = usage.get(usageKey);
        usage.set(usageKey, {
          model: before?.model ?? model,
          usage: before === undefined ? added : sumUsage([before.usage, added]),
        });
      }
    },
  };
}
