import * as z from "zod";
import { FewShotConfig } from "./few-shot-config.ts";
import { valueFlag } from "./flag.ts";
import { PromptInstructions } from "./prompt-instructions.ts";
import { settingsAbout } from "./setting.ts";

const setting = settingsAbout("evaluation");

const instructionsFor = (part: string) =>
  setting({
    schema: z.string().nullable(),
    about: `the same as \`prompt_config.${part}\`, which wins where both are given`,
    defaultText: "null",
  });

/** What models are shown and told besides the question. */
export const instructionSettings = {
  fewShotConfig: setting({
    schema: FewShotConfig.nullable(),
    about: "[which examples are shown before a question](#examples-before-a-question); null: none",
    default: null,
    flags: [
      {
        ...valueFlag("--few-shot <mode>", "choice", "examples shown before each question", "fewShotMode"),
        choices: ["off", "all", "k-shot", "custom"],
      },
      valueFlag("--few-shot-k <n>", "count", "so many of them, drawn by lot", "fewShotK"),
    ],
    override: "fewShotConfig",
    question: { mode: "advanced", message: "Which examples are shown before a question?" },
  }),
  promptConfig: setting({
    schema: PromptInstructions.nullable(),
    about:
      "extra instructions for `generation`, `parsing`, `abstention_detection`, `sufficiency_detection` (and `rubric_evaluation`, `agentic_parsing`, `deep_judgment`), added at the end of the system text",
    defaultText: "null",
  }),
  generationInstructions: instructionsFor("generation"),
  parsingInstructions: instructionsFor("parsing"),
  abstentionDetectionInstructions: instructionsFor("abstention_detection"),
  sufficiencyDetectionInstructions: instructionsFor("sufficiency_detection"),
  rubricEvaluationInstructions: instructionsFor("rubric_evaluation"),
  agenticParsingInstructions: instructionsFor("agentic_parsing"),
  deepJudgmentInstructions: instructionsFor("deep_judgment"),
};
