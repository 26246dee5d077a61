import { systemClock } from "../../base/index.ts";
import type { VerificationConfig } from "../../config/index.ts";
import { outcomeOf, type VerificationResult, VerificationResultSet } from "../../result/index.ts";
import type { RunEvents, RunReport, RunStatus } from "../../run/index.ts";
import {
  type Benchmark,
  judgeAnswers,
  type RunVerificationOptions,
  runVerification,
  settingsOfAnswers,
} from "../../verify/index.ts";
import { type Asked, askedBenchmark } from "./asked-benchmark.ts";
import type { DraftingOptions, Spending } from "./drafting-options.ts";

/** What came of it: what it said, or why there is nothing. */
export type Said = { readonly text: string } | { readonly problem: string };

/** An answer that is judged by a question of a benchmark. */
export interface JudgedRow {
  readonly questionId: string;
  readonly answer: string;
}

/** Several runs that are one piece of work: they share what may be spent, and how long it may take. */
export interface DraftingSession {
  /** Asks the drafting model, everything at once; what has no reply because the run ended early is missing. */
  ask(about: string, questions: readonly Asked[], system: string): Promise<ReadonlyMap<string, Said>>;
  /** Judges answers, one for each question of the benchmark, by the pipeline of all runs; results by question. */
  judge(
    about: string,
    benchmark: Benchmark,
    rows: readonly JudgedRow[],
    mode: "template_only" | "rubric_only",
  ): Promise<ReadonlyMap<string, VerificationResult>>;
  /** Judges the answers of results anew, by who answered and replicate; results hang on nothing else of them. */
  judgeAnew(
    about: string,
    benchmark: Benchmark,
    answered: readonly VerificationResult[],
    mode: NonNullable<VerificationConfig["evaluationMode"]>,
  ): Promise<readonly VerificationResult[]>;
  /** How the last run ended that did not end well; undefined: all did, and there is something left to spend. */
  ended(): RunStatus | undefined;
  spent(): Spending;
}

/** Settings of the runs that are about how models are asked, and not about what a judge does. */
const howAsked = [
  "asyncEnabled",
  "asyncMaxWorkers",
  "maxConcurrentRequests",
  "modelPrices",
  "preflight",
  "outagePatienceSeconds",
  "requestTimeout",
  "retryPolicy",
] as const satisfies readonly (keyof VerificationConfig)[];

/** Begins a piece of work of several runs. */
export function openSession(options: DraftingOptions): DraftingSession {
  const { draftingModel, judge = draftingModel, config = {}, clock = systemClock } = options;
  const startedAt = clock.monotonic();
  let [calls, tokens, cost] = [0, 0, 0];
  let isPriced = true;
  let ended: RunStatus | undefined;
  // also where a stop comes between two runs, nothing new begins
  options.stopSignal?.addEventListener("abort", () => (ended ??= "stopped"), { once: true });
  const tested = new Set<string>();
  const warned = new Set<string>();

  const counting: RunEvents = {
    callFinished({ usage }) {
      calls += 1;
      tokens += usage.totalTokens;
      if (usage.costUsd === undefined) isPriced = false;
      else cost += usage.costUsd;
    },
    runFinished(report: RunReport) {
      if (report.status !== "completed") ended = report.status;
    },
  };

  /** What is left of what may be spent; undefined: nothing, or somebody or something has ended the work. */
  function limits(): Partial<VerificationConfig> | undefined {
    if (ended !== undefined) return undefined;
    const seconds = (clock.monotonic() - startedAt) / 1000;
    const left = {
      maxCost: rest(config.maxCost, cost),
      maxTotalTokens: rest(config.maxTotalTokens, tokens),
      maxCalls: rest(config.maxCalls, calls),
      batchTimeoutSeconds: rest(config.batchTimeoutSeconds, seconds),
    };
    if (Object.values(left).every((amount) => amount === null || amount > 0)) return left;
    ended = left.batchTimeoutSeconds !== null && left.batchTimeoutSeconds <= 0 ? "timed_out" : "budget_spent";
    return undefined;
  }

  function tellOnce(warning: string): void {
    if (!warned.has(warning)) options.warn?.(warning);
    warned.add(warning);
  }

  function runOptions(about: string): RunVerificationOptions {
    const { phase, replies, record, signal, stopSignal, environment, interfaces } = options;
    return {
      events: [counting, ...(phase?.(about) ?? [])],
      clock,
      ...(replies !== undefined && { cache: { folder: replies } }),
      ...(record !== undefined && { record }),
      ...(signal !== undefined && { signal }),
      ...(stopSignal !== undefined && { stopSignal }),
      ...(environment !== undefined && { environment }),
      ...(interfaces !== undefined && { interfaces }),
    };
  }

  /** Models are tried out before the first run alone. */
  const preflightOf = (role: string) => {
    const isFirst = !tested.has(role);
    tested.add(role);
    return isFirst ? {} : { preflight: false };
  };

  return {
    async ask(about, questions, system) {
      const left = questions.length === 0 ? undefined : limits();
      if (left === undefined) return new Map();
      const how = Object.fromEntries(
        howAsked.flatMap((name) => (config[name] === undefined ? [] : [[name, config[name]]])),
      );
      const results = await runVerification(
        askedBenchmark(questions, system),
        {
          ...{ ...how, ...preflightOf("drafting"), ...left },
          answeringModels: [draftingModel],
          parsingModels: [judge],
          evaluationMode: "template_only",
        },
        { ...runOptions(about), warn: tellOnce },
      );
      return new Map([...results].map((result) => [result.metadata.questionId, saidIn(result)]));
    },
    async judge(about, benchmark, rows, mode) {
      const left = rows.length === 0 ? undefined : limits();
      if (left === undefined) return new Map();
      const { results } = await judgeAnswers(
        rows.map(({ questionId, answer }) => ({ question_id: questionId, answer, model: "tried" })),
        {
          benchmark,
          config: {
            ...config,
            ...preflightOf("judge"),
            ...left,
            parsingModels: [judge],
            evaluationMode: mode,
          },
          name: "what is tried",
          ...runOptions(about),
        },
      );
      return new Map([...results].map((result) => [result.metadata.questionId, result]));
    },
    async judgeAnew(about, benchmark, answered, mode) {
      const left = answered.length === 0 ? undefined : limits();
      if (left === undefined) return [];
      const replicates = answered.reduce((most, { metadata }) => Math.max(most, metadata.replicate ?? 1), 1);
      const results = await runVerification(
        benchmark,
        settingsOfAnswers(
          { ...config, ...preflightOf("judge"), ...left, parsingModels: [judge], evaluationMode: mode },
          { isRubric: false, replicates },
        ),
        {
          ...runOptions(about),
          answersFrom: new VerificationResultSet(answered),
          questionIds: [...new Set(answered.map(({ metadata }) => metadata.questionId))],
        },
      );
      return [...results];
    },
    ended: () => ended,
    spent: () => ({ calls, tokens, costUsd: isPriced ? cost : null }),
  };
}

const rest = (limit: number | null | undefined, used: number): number | null =>
  limit === null || limit === undefined ? null : limit - used;

/** What a server failed at was not said; all else is a reply, whatever the check of its braces makes of it. */
function saidIn(result: VerificationResult): Said {
  const outcome = outcomeOf(result);
  if (outcome === "infrastructure_failed" || outcome === "not_evaluable")
    return { problem: result.metadata.failure?.reason ?? "it could not be asked" };
  return { text: result.template?.rawLlmResponse ?? "" };
}
