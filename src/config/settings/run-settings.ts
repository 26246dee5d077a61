import * as z from "zod";
import { ModelConfig } from "../model/model-config.ts";
import { agentSettings, workspaceSettings } from "./agents.ts";
import { deepJudgmentSettings, traitDeepJudgmentSettings } from "./deep-judgment.ts";
import { embeddingCheckSettings } from "./embedding-check.ts";
import { evaluationSettings } from "./evaluation.ts";
import { callSettings, executionSettings } from "./execution.ts";
import { instructionSettings } from "./instructions.ts";
import { settingsAbout } from "./setting.ts";

const setting = settingsAbout("evaluation");

/** Every setting of a run, in the order of files. */
export const runSettings = {
  answeringModels: setting({
    schema: z.array(ModelConfig),
    about: "models under test, see [Models](#models)",
  }),
  parsingModels: setting({ schema: z.array(ModelConfig), about: "models that judge the answers" }),
  ...evaluationSettings,
  ...embeddingCheckSettings,
  ...executionSettings,
  ...deepJudgmentSettings,
  ...traitDeepJudgmentSettings,
  ...instructionSettings,
  ...agentSettings,
  ...workspaceSettings,
  ...callSettings,
  rubricEnabled: setting({
    schema: z.boolean(),
    about: "follows from the mode; when given it must agree with it",
  }),
};
