import * as z from "zod";
import { agentSettings, workspaceSettings } from "./agents.ts";
import { AnsweringPrompts } from "./answering-prompt.ts";
import {
  deepJudgmentSettings,
  olderDeepJudgmentSettings,
  traitDepthSettings,
  traitEvidenceSettings,
} from "./deep-judgment.ts";
import { embeddingCheckSettings } from "./embedding-check.ts";
import { evaluationSettings } from "./evaluation.ts";
import { callSettings, executionSettings } from "./execution.ts";
import { instructionSettings } from "./instructions.ts";
import { ModelConfig } from "./model-config.ts";
import { type Setting, settingsAbout } from "./setting.ts";
import type { VerificationConfig } from "./settings.generated.ts";

const setting = settingsAbout("evaluation");

const before = {
  answeringModels: setting({
    schema: z.array(ModelConfig),
    about: "[models](#models) under test",
  }),
  prompts: setting({
    schema: AnsweringPrompts.nullable(),
    about:
      "[several prompts](models.md#several-prompts) for each model under test: `{ id, system_prompt, user_prompt }`, a column each in summaries and comparisons; null: the model's own",
    defaultText: "null",
    flag: ["--prompts <file>", "text", "each model under test with each prompt of this YAML or JSON file"],
  }),
  parsingModels: setting({ schema: z.array(ModelConfig), about: "models that judge the answers" }),
  ...evaluationSettings,
  ...embeddingCheckSettings,
  ...executionSettings,
  ...deepJudgmentSettings,
};
const after = {
  ...olderDeepJudgmentSettings,
  ...instructionSettings,
  ...agentSettings,
  ...workspaceSettings,
  ...callSettings,
  rubricEnabled: setting({
    schema: z.boolean(),
    about: "follows from the mode; when given it must agree with it",
  }),
};

/** Every setting of a run, in the order of files. */
export const runSettings = { ...before, ...traitEvidenceSettings, ...traitDepthSettings, ...after };

/** The same in the order in which they are told: which traits are judged, and then how. */
export const toldSettings = { ...before, ...traitDepthSettings, ...traitEvidenceSettings, ...after };

/** The same, each of one type. */
export const settingRows: Readonly<Record<keyof VerificationConfig, Setting>> = runSettings;
