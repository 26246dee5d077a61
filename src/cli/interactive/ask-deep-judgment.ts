import { settingDefaults, type VerificationConfig } from "../../config/index.ts";
import { count, share, wholeNumber } from "../option-values.ts";
import { askValue } from "./ask-value.ts";
import type { Prompts } from "./prompts.ts";

const templateModes = [
  { value: "disabled", label: "disabled", hint: "in one call, from the whole answer" },
  { value: "full", label: "full", hint: "from passages of the answer, with the reasons" },
  { value: "reasoning_only", label: "reasoning_only", hint: "with the reasons, without passages" },
] as const;

const rubricModes = [
  { value: "disabled", label: "disabled", hint: "none" },
  { value: "enable_all", label: "enable_all", hint: "all that a model judges" },
  { value: "use_checkpoint", label: "use_checkpoint", hint: "those that ask for it themselves" },
] as const;

const asTheConfigSays = { value: "custom", label: "custom", hint: "as the preset says" } as const;

/** Asks how deep templates are judged. */
export async function askTemplateMode(
  prompts: Prompts,
  { deepJudgmentMode: initial = "disabled" }: VerificationConfig,
): Promise<VerificationConfig> {
  const message = "How is the template filled in (deep judgment)?";
  const deepJudgmentMode = await prompts.choice({ message, initial, choices: templateModes });
  // a search of a preset needs passages
  return {
    deepJudgmentMode,
    ...(deepJudgmentMode === "reasoning_only" && { deepJudgmentSearchEnabled: false }),
  };
}

/** Asks how the evidence behind a template is looked for; nothing where it is not. */
export async function askTemplateEvidence(
  prompts: Prompts,
  base: VerificationConfig,
): Promise<VerificationConfig> {
  const now = { ...settingDefaults, ...base };
  if (now.deepJudgmentMode === "disabled") return {};
  const deepJudgmentStrategy = await askStrategy(prompts, "fields", now.deepJudgmentStrategy);
  if (now.deepJudgmentMode === "reasoning_only") return { deepJudgmentStrategy };
  const asked = await askEvidence(prompts, "field", {
    maxExcerpts: now.deepJudgmentMaxExcerptsPerAttribute,
    threshold: now.deepJudgmentFuzzyMatchThreshold,
    retryAttempts: now.deepJudgmentExcerptRetryAttempts,
    search: now.deepJudgmentSearchEnabled,
  });
  return {
    deepJudgmentStrategy,
    deepJudgmentMaxExcerptsPerAttribute: asked.maxExcerpts,
    deepJudgmentFuzzyMatchThreshold: asked.threshold,
    deepJudgmentExcerptRetryAttempts: asked.retryAttempts,
    deepJudgmentSearchEnabled: asked.search,
  };
}

/** Asks which traits are judged from evidence, and how it is looked for. */
export async function askRubricDeepJudgment(
  prompts: Prompts,
  base: VerificationConfig,
): Promise<VerificationConfig> {
  const now = { ...settingDefaults, ...base };
  const isCustom = now.deepJudgmentRubricConfig !== null && now.deepJudgmentRubricConfig !== undefined;
  const deepJudgmentRubricMode = await prompts.choice({
    message: "Which traits are judged from passages of the answer (deep judgment)?",
    initial: now.deepJudgmentRubricMode ?? "disabled",
    choices: isCustom ? [...rubricModes, asTheConfigSays] : rubricModes,
  });
  if (deepJudgmentRubricMode === "disabled") return { deepJudgmentRubricMode };
  const deepJudgmentRubricGlobalExcerpts =
    deepJudgmentRubricMode === "enable_all"
      ? await prompts.yesOrNo({
          message: "Ask for passages, not only for reasons?",
          initial: now.deepJudgmentRubricGlobalExcerpts ?? true,
        })
      : undefined;
  const deepJudgmentRubricStrategy = await askStrategy(prompts, "traits", now.deepJudgmentRubricStrategy);
  const chosen = {
    deepJudgmentRubricMode,
    deepJudgmentRubricStrategy,
    ...(deepJudgmentRubricGlobalExcerpts !== undefined && { deepJudgmentRubricGlobalExcerpts }),
  };
  if (deepJudgmentRubricGlobalExcerpts === false) return chosen;
  const asked = await askEvidence(prompts, "trait", {
    maxExcerpts: now.deepJudgmentRubricMaxExcerptsDefault,
    threshold: now.deepJudgmentRubricFuzzyMatchThresholdDefault,
    retryAttempts: now.deepJudgmentRubricExcerptRetryAttemptsDefault,
    search: now.deepJudgmentRubricSearchEnabled,
  });
  return {
    ...chosen,
    deepJudgmentRubricMaxExcerptsDefault: asked.maxExcerpts,
    deepJudgmentRubricFuzzyMatchThresholdDefault: asked.threshold,
    deepJudgmentRubricExcerptRetryAttemptsDefault: asked.retryAttempts,
    deepJudgmentRubricSearchEnabled: asked.search,
  };
}

async function askStrategy(
  prompts: Prompts,
  what: "fields" | "traits",
  initial: VerificationConfig["deepJudgmentStrategy"],
): Promise<"batch" | "sequential"> {
  return prompts.choice({
    message: `How is the judge asked for evidence about ${what}?`,
    initial: initial ?? "batch",
    choices: [
      { value: "batch", label: "batch", hint: "about all of them in one call per step" },
      { value: "sequential", label: "sequential", hint: "in calls of its own for each" },
    ],
  });
}

/** How evidence is looked for, as far as it is asked for. */
interface EvidenceAnswers {
  readonly maxExcerpts: number;
  readonly threshold: number;
  readonly retryAttempts: number;
  readonly search: boolean;
}

async function askEvidence(
  prompts: Prompts,
  what: "field" | "trait",
  now: { readonly [K in keyof EvidenceAnswers]: EvidenceAnswers[K] | undefined },
): Promise<EvidenceAnswers> {
  const ask = (message: string, initial: number | undefined, read: (answer: string) => number) =>
    askValue(prompts, { message, initial: String(initial ?? "") }, read);
  return {
    maxExcerpts: await ask(`How many passages for each ${what} at most?`, now.maxExcerpts, count),
    threshold: await ask("Similarity that counts as found, 0 to 1", now.threshold, share),
    retryAttempts: await ask("How often are passages asked for again?", now.retryAttempts, wholeNumber),
    search: await prompts.yesOrNo({
      message: "Look the passages up outside the answer (search)?",
      initial: now.search ?? false,
    }),
  };
}
