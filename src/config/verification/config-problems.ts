import { roleProblems } from "../model/model-problems.ts";
import { promptProblems } from "../model/prompted-models.ts";
import { inferredId, present } from "../model/resolved-model.ts";
import type { ConfigProblem } from "../problems.ts";
import type { SettingDefaults } from "../settings/resolved-config.ts";
import type { VerificationConfig } from "../settings/settings.generated.ts";
import { unavailableProblems } from "../unavailable.ts";
import { agenticProblems } from "./agentic-problems.ts";
import { deepJudgmentProblems } from "./deep-judgment-problems.ts";

/**
 * Everything that contradicts itself or asks for what this version does not have.
 *
 * @param given what the user wrote, all layers merged
 * @param settings the same with defaults
 */
export function configProblems(
  given: VerificationConfig,
  settings: SettingDefaults,
): readonly ConfigProblem[] {
  return [
    ...modelListProblems(given, settings),
    ...promptProblems(given),
    ...modeProblems(given, settings),
    ...deepJudgmentProblems(given, settings),
    ...agenticProblems(given, settings),
    ...rubricProblems(settings),
    ...embeddingProblems(settings),
    ...fewShotProblems(settings),
    ...unavailableProblems(settings),
  ];
}

function modelListProblems(given: VerificationConfig, settings: SettingDefaults): readonly ConfigProblem[] {
  const answering = given.answeringModels ?? [];
  const parsing = given.parsingModels ?? [];
  const problems: ConfigProblem[] = [];
  if (answering.length === 0 && !settings.parsingOnly) {
    problems.push({ path: ["answeringModels"], message: "expected at least one model to test, found none" });
  }
  if (parsing.length === 0) {
    problems.push({
      path: ["parsingModels"],
      message: "expected at least one model to judge answers, found none",
    });
  }
  const limits = settings.answererConcurrencyLimits;
  const ids = new Set(answering.map(inferredId));
  const unknown =
    typeof limits === "object" && limits !== null ? Object.keys(limits).filter((id) => !ids.has(id)) : [];
  return [
    ...problems,
    ...roleProblems(answering, "answering"),
    ...roleProblems(parsing, "parsing"),
    ...unknown.map((id) => ({
      path: ["answererConcurrencyLimits"],
      message: `no answering model has the id "${id}"`,
    })),
  ];
}

function modeProblems(given: VerificationConfig, settings: SettingDefaults): readonly ConfigProblem[] {
  const needed = settings.evaluationMode !== "template_only";
  if (given.rubricEnabled === undefined || given.rubricEnabled === needed) return [];
  return [
    {
      path: ["rubricEnabled"],
      message: `evaluation mode "${settings.evaluationMode}" goes with ${needed}, found ${given.rubricEnabled}`,
    },
  ];
}

function rubricProblems({ rubricTraitNames }: SettingDefaults): readonly ConfigProblem[] {
  if (rubricTraitNames === null || rubricTraitNames.length > 0) return [];
  return [{ path: ["rubricTraitNames"], message: "expected at least one name; leave it out to judge all" }];
}

function embeddingProblems(settings: SettingDefaults): readonly ConfigProblem[] {
  if (!settings.embeddingCheckEnabled || settings.evaluationMode === "rubric_only") return [];
  const reachable =
    present(settings.embeddingCheckBaseUrl) ||
    present(settings.embeddingCheckReplayFile) ||
    settings.embeddingCheckModel.includes("/");
  return reachable
    ? []
    : [
        {
          path: ["embeddingCheckModel"],
          message:
            `nobody is named who serves "${settings.embeddingCheckModel}"; ` +
            'name provider and model like "openai/text-embedding-3-small", or give the address of an OpenAI-compatible server ' +
            "(--embedding-base-url, EMBEDDING_CHECK_BASE_URL, embedding_check_base_url)",
        },
      ];
}

function fewShotProblems(settings: SettingDefaults): readonly ConfigProblem[] {
  const fewShot = settings.fewShotConfig;
  if (fewShot === null || fewShot.source === "disabled") return [];
  const tooFew = (k: number | null | undefined) => k !== null && k !== undefined && k < 1;
  const message = "expected a whole number from 1 upwards";
  const drawing = Object.entries(fewShot.questionConfigs ?? {}).filter(
    ([, { mode = "inherit" }]) => (mode === "inherit" ? fewShot.poolMode : mode) === "k-shot",
  );
  const usesPoolK = fewShot.poolMode === "k-shot" || drawing.length > 0;
  return [
    ...(usesPoolK && tooFew(fewShot.poolK)
      ? [{ path: ["fewShotConfig", "poolK"], message: `${message}, found ${fewShot.poolK}` }]
      : []),
    ...drawing
      .filter(([, question]) => tooFew(question.k))
      .map(([id, question]) => ({
        path: ["fewShotConfig", "questionConfigs", id, "k"],
        message: `${message}, found ${question.k}`,
      })),
  ];
}
