export type { CallFinished, CallRetried, RunEvents, RunStarted, TaskFinished } from "./events.ts";
export type { Limiter } from "./limiter.ts";
export { createLimiter, limitedEmbedder, limitedLlm } from "./limiter.ts";
export { logSink } from "./log-sink.ts";
export { TaskOrdering } from "./ordering.ts";
export { failureMeaning } from "./outages/failure-meaning.ts";
export type { Outage, Outages, ServerUse, WatchedServer } from "./outages/outages.ts";
export { createOutages } from "./outages/outages.ts";
export type { Probe } from "./outages/probe.ts";
export { embedderProbe, llmProbe, probeText } from "./outages/probe.ts";
export type { ServerWatch } from "./outages/server-watch.ts";
export { watchedAgent, watchedEmbedder, watchedLlm } from "./outages/watched-ports.ts";
export type { PlannedQuestion, PlanOptions, TaskPlan } from "./plan.ts";
export { planTasks } from "./plan.ts";
export type { LostModels, RunReport, RunStatus } from "./report.ts";
export type { ResumeOptions, ResumeState } from "./resume.ts";
export { readResumeState } from "./resume.ts";
export type { RetryOptions } from "./retry.ts";
export { retryingAgent, retryingEmbedder, retryingLlm, withRetries } from "./retry.ts";
export type { CategoryRetry } from "./retry-policy.ts";
export {
  backoffMs,
  defaultRetryPolicy,
  escalatedTimeoutMs,
  RetryPolicy,
  retriesOf,
  TimeoutEscalation,
} from "./retry-policy.ts";
export type { RunOptions, TaskContext } from "./run-tasks.ts";
export { runTasks } from "./run-tasks.ts";
export type { AnswererConcurrencyLimits } from "./schedule.ts";
export type { SharedAnswers, SharedAnswersOptions } from "./shared-answers.ts";
export { sharedAnswers } from "./shared-answers.ts";
export type { ResultSink, SinkFailure } from "./sink.ts";
