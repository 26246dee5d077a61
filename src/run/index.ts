export { type BudgetLimits, callCosts, type SpentBudget, untoldRule } from "./budget.ts";
export { countEarlierPart, type EarlierPart } from "./earlier-part.ts";
export type {
  CallFinished,
  CallRetried,
  RunEvents,
  RunStarted,
  TaskFinished,
  ToolCalled,
} from "./events.ts";
export type { Limiter } from "./limiter.ts";
export { createLimiter, limitedEmbedder, limitedLlm } from "./limiter.ts";
export { observing } from "./observing.ts";
export type { AnswerPlace } from "./ordering.ts";
export { orderAnswers } from "./ordering.ts";
export type { Outage, Outages, ServerUse } from "./outages/outages.ts";
export { createOutages } from "./outages/outages.ts";
export type { Probe } from "./outages/probe.ts";
export { embedderProbe, llmProbe, probeText } from "./outages/probe.ts";
export type { ServerWatch } from "./outages/server-watch.ts";
export { watchedAgent, watchedEmbedder, watchedLlm } from "./outages/watched-ports.ts";
export type { PaceReport } from "./pace/pace.ts";
export { createPace, type Pace, type SharedPace } from "./pace/pace.ts";
export { pacedLlm } from "./pace/paced-llm.ts";
export type { PlannedQuestion, PlannedWalks, TaskPlan, WalkPlace } from "./plan.ts";
export { planTasks } from "./plan.ts";
export type { LostModels, RunReport, RunStatus } from "./report.ts";
export { runStatuses } from "./report.ts";
export { type ResumedReuse, readResumeState } from "./resume.ts";
export { retryingAgent, retryingEmbedder, retryingLlm, withRetries } from "./retry.ts";
export { defaultRetryPolicy, RetryPolicy } from "./retry-policy.ts";
export { runTasks } from "./run-tasks.ts";
export { sharedAnswers } from "./shared-answers.ts";
export type { ResultSink } from "./sink.ts";
export { logSink } from "./sink.ts";
export type { TaskSource } from "./task-source.ts";
export type { EndedWalk, TurnStep, WalkGuide } from "./walk-guide.ts";
