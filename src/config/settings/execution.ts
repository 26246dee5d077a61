import * as z from "zod";
import { AnyJsonObject, readBoolean, readCount, recordOf } from "../../base/index.ts";
import { ModelPrices } from "../../models/definition/index.ts";
import { RetryPolicy } from "../../run/index.ts";
import { ErrorPatternConfig } from "./error-pattern.ts";
import { switchFlags } from "./flag.ts";
import { type SettingRow, settingsAbout } from "./setting.ts";

const setting = settingsAbout("execution");
const notYet = <S extends z.ZodType>(row: SettingRow<S>) =>
  settingsAbout("notYet")({ ...row, unavailable: true });
const atLeastOne = z.int().min(1);
const seconds = z.number().positive();

/** How many tasks and calls at the same time, in which order, and for how long. */
export const executionSettings = {
  asyncEnabled: setting({
    schema: z.boolean(),
    about: "false: one task at a time",
    default: true,
    flags: switchFlags("async", "several tasks at the same time", "one task at a time"),
    override: "asyncExecution",
    variable: ["KARENINA_ASYNC_ENABLED", readBoolean],
    proceeding: true,
  }),
  asyncMaxWorkers: setting({
    schema: atLeastOne,
    about: "tasks worked on at the same time (the Python system: 2)",
    default: 8,
    flag: ["--concurrency, --async-workers <n>", "count", "tasks worked on at the same time"],
    variable: ["KARENINA_ASYNC_MAX_WORKERS", readCount],
    question: { mode: "advanced", message: "How many tasks at the same time?", reads: "count" },
    withoutEffect: ["oneAtATime"],
    proceeding: true,
  }),
  maxConcurrentRequests: setting({
    schema: atLeastOne.nullable(),
    about: "model calls in flight at the same time, over all models; null: no limit",
    default: null,
    override: "maxConcurrentRequests",
    variable: ["KARENINA_MAX_CONCURRENT_LLM_REQUESTS", readCount],
    question: {
      mode: "advanced",
      message: "How many model calls in flight at most?",
      reads: "count",
      whenEmpty: "no limit",
    },
    proceeding: true,
  }),
  batchTimeoutSeconds: setting({
    schema: seconds.nullable(),
    about: "seconds after which nothing new starts; what runs is finished. null: no limit",
    default: null,
    flag: ["--max-time <seconds>", "seconds", "after so many seconds nothing new starts"],
    proceeding: true,
  }),
  maxCost: setting({
    schema: z.number().positive().nullable(),
    about:
      "US dollars that [a run may spend](running.md#a-budget); every model that is asked needs a price. null: no limit",
    default: null,
    flag: ["--max-cost <dollars>", "positive", "what the run may spend, in US dollars"],
    proceeding: true,
  }),
  maxTotalTokens: setting({
    schema: atLeastOne.nullable(),
    about: "tokens of prompts and replies together that a run may use; null: no limit",
    default: null,
    flag: [
      "--max-total-tokens <n>",
      "count",
      "how many tokens the run may use, prompts and replies together",
    ],
    proceeding: true,
  }),
  maxCalls: setting({
    schema: atLeastOne.nullable(),
    about: "replies of models that a run may use; null: no limit",
    default: null,
    flag: ["--max-calls <n>", "count", "how many replies of models the run may use"],
    proceeding: true,
  }),
  modelPrices: setting({
    schema: recordOf(ModelPrices).nullable(),
    about:
      "prices of models by their names, in US dollars per million tokens: `{ input, output, cache_read, cache_write }`; `prices` of a model count before them. null: those of [our table](models.md#prices)",
    default: null,
    flag: ["--prices <file>", "text", "prices of models, from this YAML or JSON file"],
    proceeding: true,
  }),
  preflight: setting({
    schema: z.boolean(),
    about:
      "[every model is asked a few words](running.md#before-the-first-task) before the first task; false: the run begins without",
    default: true,
    flags: switchFlags(
      "preflight",
      "ask every model a few words first, and begin only where all can be used",
      "begin without asking",
    ),
    proceeding: true,
  }),
  outagePatienceSeconds: setting({
    schema: z.number().min(0),
    about:
      "seconds for which [a model that cannot be reached](running.md#when-a-model-cannot-be-reached) is waited for; 0: it is given up at once",
    default: 900,
    flag: ["--outage-patience <seconds>", "amount", "how long a model that cannot be reached is waited for"],
    proceeding: true,
  }),
  taskOrdering: setting({
    schema: z.enum(["auto", "prefix_cache", "distribute_answerers", "generation_order", "random"]),
    about:
      "`prefix_cache` (model by model), `distribute_answerers` (models take turns), `generation_order`, `random`; `auto` takes turns with several models",
    default: "auto",
    flag: ["--task-ordering <order>", "choice", "order of the tasks"],
    proceeding: true,
  }),
  answererConcurrencyLimits: setting({
    schema: z.union([atLeastOne, recordOf(atLeastOne)]).nullable(),
    about: "answers in the making per answering model: a number, or one per model id; null: no limit",
    default: null,
    proceeding: true,
  }),
};

/** Limits of single calls, what is repeated, and what stages to come will read. */
export const callSettings = {
  dbConfig: notYet({ schema: AnyJsonObject.nullable(), about: "a database for results", default: null }),
  requestTimeout: setting({
    schema: seconds.nullable(),
    about: "seconds for one attempt of one call; null: no limit",
    default: 120,
    flag: ["--request-timeout <seconds>", "seconds", "limit of one attempt of one model call"],
    question: {
      mode: "advanced",
      message: "Seconds for one attempt of one call",
      reads: "seconds",
      whenEmpty: "no limit",
    },
    proceeding: true,
  }),
  scenarioTurnLimit: setting({
    schema: atLeastOne,
    about:
      "most turns of a walk through a scenario; the limit of the scenario itself counts where it is lower",
    default: 20,
    flag: ["--scenario-turn-limit <n>", "count", "most turns of a walk through a scenario"],
    withoutEffect: ["noScenarios"],
  }),
  scenarioResume: setting({
    schema: z.enum(["go_on", "begin_again"]),
    about:
      "what a run that is gone on with does with walks that were cut short: `go_on` after the last finished turn, or `begin_again`; walks in folders always begin again",
    default: "go_on",
    flag: ["--scenario-resume <how>", "choice", "with --resume: what becomes of walks that were cut short"],
    withoutEffect: ["noScenarios"],
    proceeding: true,
  }),
  replayParseOnHydrationMismatch: notYet({
    schema: z.enum(["fall_through", "strict"]),
    about: "what to do where recorded replies do not fit",
    default: "fall_through",
  }),
  retryPolicy: setting({
    schema: RetryPolicy,
    about: "retries per category of transport failure",
    defaultText: "3 retries for `connection` and `timeout`, 5 for `rate_limit`, 2 for `server_error`",
    question: { mode: "advanced", message: "How often is a call repeated when a server fails?" },
    proceeding: true,
  }),
  customErrorPatterns: notYet({
    schema: z.array(ErrorPatternConfig),
    about: "how errors of models' servers are classified by their texts",
    default: [],
  }),
  maxRequeueCount: setting({
    schema: atLeastOne,
    about: "no effect: what an outage has cut short is put back until the model is there",
    default: 5,
    withoutEffect: ["outagesPutBack"],
    proceeding: true,
  }),
};
