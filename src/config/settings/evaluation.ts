import * as z from "zod";
import { readBoolean } from "../../base/index.ts";
import { EvaluationMode } from "../../pipeline/index.ts";
import { pairOfFlags, switchFlags } from "./flag.ts";
import { settingsAbout } from "./setting.ts";
import type { SettingsSoFar } from "./setting-question.ts";

const setting = settingsAbout("evaluation");

const hasTemplates = ({ evaluationMode }: SettingsSoFar) => evaluationMode !== "rubric_only";
const hasTraits = ({ evaluationMode }: SettingsSoFar) => evaluationMode !== "template_only";

/** What is judged, how often, and from what. */
export const evaluationSettings = {
  replicateCount: setting({
    schema: z.int().min(1),
    about: "how often each question is put to each model",
    default: 1,
    flag: ["--replicate-count <n>", "count", "how often each question is put to each model"],
    question: { mode: "basic", message: "How often is each question put to each model?", reads: "count" },
  }),
  parsingOnly: settingsAbout("notYet")({
    schema: z.boolean(),
    about: "judge answers that are there already",
    default: false,
    unavailable: true,
  }),
  rubricTraitNames: setting({
    schema: z.array(z.string()).nullable(),
    about:
      "judge only these traits, of the benchmark, the questions and dynamic rubrics; a name that no trait of the benchmark has is an error. null: all",
    default: null,
    flag: ["--rubric-traits <list>", "names", "only these traits, by name, separated by commas"],
    override: "rubricTraitNames",
    question: { mode: "advanced", message: "Which traits are judged?", when: hasTraits },
  }),
  rubricEvaluationStrategy: setting({
    schema: z.enum(["batch", "sequential"]).nullable(),
    about:
      "`batch`: all traits of a kind in one call; `sequential`: one call per trait. null, as files of the Python system may have it, is `sequential`",
    default: "batch",
    flag: ["--rubric-strategy <strategy>", "choice", "traits asked about together, or one by one"],
    override: "rubricEvaluationStrategy",
    question: {
      mode: "advanced",
      message: "How is the judge asked about traits?",
      choices: { batch: "all of a kind in one call", sequential: "one call per trait" },
      initial: "sequential",
      when: hasTraits,
    },
    withoutEffect: ["noTraits", "noLlmTraits"],
  }),
  evaluationMode: setting({
    schema: EvaluationMode,
    about:
      "[what is judged](#evaluation-modes). `template_only`: whether answers are right; `template_and_rubric`: that, and how they are; `rubric_only`: how they are",
    default: "template_only",
    stageOption: "evaluationMode",
    flag: ["--evaluation-mode <mode>", "choice", "what is judged"],
    question: {
      mode: "basic",
      message: "What is judged?",
      choices: {
        template_only: "whether answers are right",
        template_and_rubric: "that, and how they are",
        rubric_only: "how answers are",
      },
    },
  }),
  useFullTraceForTemplate: setting({
    schema: z.boolean(),
    about: "judge everything the model said instead of its last message",
    default: false,
    stageOption: "fullTraceForTemplate",
    flags: pairOfFlags(
      ["--use-full-trace-for-template", "judge everything the model said"],
      ["--use-final-message-for-template", "judge its last message only"],
    ),
    question: {
      mode: "advanced",
      message: "Judge the correctness of everything the model said, not only its last message?",
      when: hasTemplates,
    },
    withoutEffect: ["noTemplatesNorRefusals"],
  }),
  useFullTraceForRubric: setting({
    schema: z.boolean(),
    about: "judge the traits of everything the model said instead of its last message",
    default: true,
    stageOption: "fullTraceForRubric",
    flags: pairOfFlags(
      ["--use-full-trace-for-rubric", "judge the qualities of everything the model said"],
      ["--use-final-message-for-rubric", "judge those of its last message only"],
    ),
    question: {
      mode: "advanced",
      message: "Judge the qualities of everything the model said, not only its last message?",
      when: hasTraits,
    },
    withoutEffect: ["noTraits"],
  }),
  allowPartialTraceScoring: setting({
    schema: z.boolean(),
    about: "judge what a model had written when its time ran out",
    default: true,
    stageOption: "partialTraceScoring",
  }),
  abstentionEnabled: setting({
    schema: z.boolean(),
    about: "the judge detects refusals",
    default: false,
    stageOption: "abstention",
    flags: switchFlags("abstention", "let the judge detect refusals", "do not"),
    question: { mode: "basic", message: "Let the judge detect refusals?" },
  }),
  sufficiencyEnabled: setting({
    schema: z.boolean(),
    about: "the judge detects answers that lack what the template asks for; not in `rubric_only`",
    default: false,
    stageOption: "sufficiency",
    flags: switchFlags(
      "sufficiency",
      "let the judge detect answers that lack what the template asks for",
      "do not",
    ),
    question: {
      mode: "basic",
      message: "Let the judge detect answers that lack what the template asks for?",
      when: hasTemplates,
    },
    withoutEffect: ["noTemplates"],
  }),
  combinedChecks: setting({
    schema: z.boolean(),
    about: "where both are on: ask about refusal and sufficiency in one call",
    default: false,
    stageOption: "combinedChecks",
    flags: switchFlags("combined-checks", "ask about refusal and sufficiency in one call", "in a call each"),
    question: {
      mode: "advanced",
      message: "Ask about refusal and sufficiency in one call?",
      when: (now) => now.abstentionEnabled && now.sufficiencyEnabled,
    },
    withoutEffect: ["noTemplates", "notBothChecks"],
  }),
  includeExtractionHints: setting({
    schema: z.boolean(),
    about: "give the judge the fields' extraction hints",
    default: true,
    stageOption: "extractionHints",
    withoutEffect: ["noTemplates"],
  }),
  exposeGroundTruth: setting({
    schema: z.boolean(),
    about: "show the judge the ground truth, as help to tell readings apart",
    default: false,
    stageOption: "exposeGroundTruth",
    variable: ["KARENINA_EXPOSE_GROUND_TRUTH", readBoolean],
    withoutEffect: ["noTemplates"],
  }),
};
