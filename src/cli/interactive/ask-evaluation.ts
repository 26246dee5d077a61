import { settingDefaults, type VerificationConfig } from "../../config/index.ts";
import { address, count, share, text } from "../option-values.ts";
import { askTemplateMode } from "./ask-deep-judgment.ts";
import { askOptional, askValue } from "./ask-value.ts";
import type { Prompts } from "./prompts.ts";

const modes = [
  { value: "template_only", label: "template_only", hint: "whether answers are right" },
  { value: "template_and_rubric", label: "template_and_rubric", hint: "that, and how they are" },
  { value: "rubric_only", label: "rubric_only", hint: "how answers are" },
] as const;

/** Asks what is judged, how often, and by which checks. */
export async function askEvaluation(prompts: Prompts, base: VerificationConfig): Promise<VerificationConfig> {
  const now = { ...settingDefaults, ...base };
  const replicateCount = await askValue(
    prompts,
    { message: "How often is each question put to each model?", initial: String(now.replicateCount) },
    count,
  );
  const evaluationMode = await prompts.choice({
    message: "What is judged?",
    initial: now.evaluationMode ?? settingDefaults.evaluationMode,
    choices: modes,
  });
  const hasTemplates = evaluationMode !== "rubric_only";
  const yes = (message: string, initial: boolean | undefined) =>
    prompts.yesOrNo({ message, initial: initial ?? false });
  return {
    replicateCount,
    evaluationMode,
    abstentionEnabled: await yes("Let the judge detect refusals?", now.abstentionEnabled),
    ...(hasTemplates && {
      sufficiencyEnabled: await yes(
        "Let the judge detect answers that lack what the template asks for?",
        now.sufficiencyEnabled,
      ),
      ...(await askEmbeddingCheck(prompts, now)),
      ...(await askTemplateMode(prompts, now)),
    }),
  };
}

async function askEmbeddingCheck(prompts: Prompts, now: VerificationConfig): Promise<VerificationConfig> {
  const embeddingCheckEnabled = await prompts.yesOrNo({
    message: "Compare failed answers by meaning?",
    initial: now.embeddingCheckEnabled ?? false,
  });
  if (!embeddingCheckEnabled) return { embeddingCheckEnabled };
  const embeddingCheckModel = await askValue(
    prompts,
    {
      message: "Embedding model, such as openai/text-embedding-3-small",
      initial: now.embeddingCheckModel ?? settingDefaults.embeddingCheckModel,
    },
    text,
  );
  const isServed = now.embeddingCheckReplayFile != null;
  const embeddingCheckBaseUrl =
    isServed || embeddingCheckModel.includes("/")
      ? (now.embeddingCheckBaseUrl ?? null)
      : await askValue(
          prompts,
          {
            message: "Address of the server that has it",
            initial: now.embeddingCheckBaseUrl ?? "http://localhost:8000/v1",
          },
          address,
        );
  const threshold = await askOptional(
    prompts,
    {
      message: "Similarity that counts as equal, 0 to 1",
      initial: String(now.embeddingCheckThreshold ?? settingDefaults.embeddingCheckThreshold),
      whenEmpty: String(settingDefaults.embeddingCheckThreshold),
    },
    share,
  );
  return {
    embeddingCheckEnabled,
    embeddingCheckModel,
    embeddingCheckBaseUrl,
    embeddingCheckThreshold: threshold ?? settingDefaults.embeddingCheckThreshold,
  };
}
