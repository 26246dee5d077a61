import { applyOverrides, settingDefaults, type VerificationConfig } from "../../config/index.ts";
import { count, seconds, wholeNumber } from "../option-values.ts";
import { askAgenticParsing } from "./ask-agentic.ts";
import { askRubricDeepJudgment, askTemplateEvidence } from "./ask-deep-judgment.ts";
import { askOptional, askValue } from "./ask-value.ts";
import type { Prompts } from "./prompts.ts";

/** Asks for what only some runs need; `traitNames` are those of the benchmark. */
export async function askFurther(
  prompts: Prompts,
  base: VerificationConfig,
  traitNames: readonly string[],
): Promise<VerificationConfig> {
  const rubrics = base.evaluationMode === "template_only" ? {} : await askRubrics(prompts, base, traitNames);
  const both = base.abstentionEnabled === true && base.sufficiencyEnabled === true;
  const combined = both
    ? {
        combinedChecks: await prompts.yesOrNo({
          message: "Ask about refusal and sufficiency in one call?",
          initial: base.combinedChecks ?? false,
        }),
      }
    : {};
  const traces = await askTraces(prompts, base);
  const agentic = await askAgenticParsing(prompts, base);
  const evidence = {
    ...(base.evaluationMode !== "rubric_only" &&
      agentic.agenticParsing !== true &&
      (await askTemplateEvidence(prompts, base))),
    ...(base.evaluationMode !== "template_only" && (await askRubricDeepJudgment(prompts, base))),
  };
  const fewShot = await askFewShot(prompts, base);
  const patience = await askPatience(prompts, base);
  return { ...rubrics, ...combined, ...traces, ...agentic, ...evidence, ...fewShot, ...patience };
}

async function askRubrics(
  prompts: Prompts,
  { rubricTraitNames, rubricEvaluationStrategy = "batch" }: VerificationConfig,
  traitNames: readonly string[],
): Promise<VerificationConfig> {
  const wanted =
    traitNames.length < 2
      ? traitNames
      : await prompts.choices({
          message: "Which traits are judged?",
          initial: traitNames.filter((name) => rubricTraitNames?.includes(name) ?? true),
          choices: traitNames.map((name) => ({ value: name, label: name })),
        });
  return {
    rubricTraitNames: wanted.length === traitNames.length ? null : [...wanted],
    rubricEvaluationStrategy: await prompts.choice<"batch" | "sequential">({
      message: "How is the judge asked about traits?",
      initial: rubricEvaluationStrategy ?? "sequential",
      choices: [
        { value: "batch", label: "batch", hint: "all of a kind in one call" },
        { value: "sequential", label: "sequential", hint: "one call per trait" },
      ],
    }),
  };
}

async function askTraces(prompts: Prompts, base: VerificationConfig): Promise<VerificationConfig> {
  const ask = (what: string, initial: boolean) =>
    prompts.yesOrNo({
      message: `Judge ${what} of everything the model said, not only its last message?`,
      initial,
    });
  const { evaluationMode, useFullTraceForTemplate = false, useFullTraceForRubric = true } = base;
  return {
    ...(evaluationMode !== "rubric_only" && {
      useFullTraceForTemplate: await ask("the correctness", useFullTraceForTemplate),
    }),
    ...(evaluationMode !== "template_only" && {
      useFullTraceForRubric: await ask("the qualities", useFullTraceForRubric),
    }),
  };
}

async function askFewShot(prompts: Prompts, base: VerificationConfig): Promise<VerificationConfig> {
  const now = base.fewShotConfig ?? null;
  const initial = now === null || now.source === "disabled" ? "off" : (now.poolMode ?? "all");
  const fewShotMode = await prompts.choice({
    message: "Which examples are shown before a question?",
    initial,
    choices: [
      { value: "off", label: "none" },
      { value: "all", label: "all", hint: "that the question has" },
      { value: "k-shot", label: "some", hint: "drawn by lot, always the same" },
      ...(now?.questionConfigs === undefined
        ? []
        : [{ value: "custom" as const, label: "chosen", hint: "as the preset says" }]),
    ],
  });
  if (fewShotMode === "off" && now === null) return {};
  if (fewShotMode !== "k-shot") return fewShotOf({ fewShotMode }, now);
  const fewShotK = await askValue(prompts, { message: "How many?", initial: String(now?.poolK ?? 3) }, count);
  return fewShotOf({ fewShotMode, fewShotK }, now);
}

function fewShotOf(
  overrides: Parameters<typeof applyOverrides>[0],
  fewShotConfig: VerificationConfig["fewShotConfig"],
): VerificationConfig {
  return { fewShotConfig: applyOverrides(overrides, { fewShotConfig }).fewShotConfig };
}

async function askPatience(prompts: Prompts, base: VerificationConfig): Promise<VerificationConfig> {
  const now = { ...settingDefaults, ...base };
  const asyncMaxWorkers = await askValue(
    prompts,
    { message: "How many tasks at the same time?", initial: String(now.asyncMaxWorkers) },
    count,
  );
  const maxConcurrentRequests = await askOptional(
    prompts,
    {
      message: "How many model calls in flight at most?",
      initial: String(now.maxConcurrentRequests ?? ""),
      whenEmpty: "no limit",
    },
    count,
  );
  const requestTimeout = await askOptional(
    prompts,
    {
      message: "Seconds for one attempt of one call",
      initial: String(now.requestTimeout ?? ""),
      whenEmpty: "no limit",
    },
    seconds,
  );
  const retries = await askOptional(
    prompts,
    {
      message: "How often is a call repeated when a server fails?",
      whenEmpty: "as usual: 3 times, 5 after a rate limit, 2 after a server error",
    },
    wholeNumber,
  );
  return {
    asyncMaxWorkers,
    maxConcurrentRequests,
    requestTimeout,
    ...(retries !== null && { retryPolicy: withRetries(base.retryPolicy, retries) }),
  };
}

function withRetries(
  policy: VerificationConfig["retryPolicy"],
  maxAttempts: number,
): NonNullable<VerificationConfig["retryPolicy"]> {
  return {
    ...policy,
    connection: { ...policy?.connection, maxAttempts },
    timeout: { ...policy?.timeout, maxAttempts },
    rateLimit: { ...policy?.rateLimit, maxAttempts },
    serverError: { ...policy?.serverError, maxAttempts },
  };
}
