import * as z from "zod";
import { parsesByAgent } from "./agents.ts";
import { DeepJudgmentRubricCustomConfig } from "./deep-judgment-config.ts";
import { type Flag, switchFlags, valueFlag } from "./flag.ts";
import { SearchTool } from "./search-tool.ts";
import { settingsAbout } from "./setting.ts";
import type { SettingsSoFar } from "./setting-question.ts";

const ofTemplates = settingsAbout("deepJudgment");
const ofTraits = settingsAbout("traitDeepJudgment");

const excerpts = z.int().min(1);
const threshold = z.number().min(0).max(1);
const attempts = z.int().min(0);
const sources = z.enum(["all", "messages"]);
const strategy = z.enum(["batch", "sequential"]);

const templatesHaveEvidence = (now: SettingsSoFar) =>
  now.deepJudgmentMode !== "disabled" && now.evaluationMode !== "rubric_only" && !parsesByAgent(now);
const templatesHavePassages = (now: SettingsSoFar) =>
  templatesHaveEvidence(now) && now.deepJudgmentMode === "full";
const traitsAreJudged = (now: SettingsSoFar) => now.evaluationMode !== "template_only";
const traitsHaveEvidence = (now: SettingsSoFar) =>
  traitsAreJudged(now) && now.deepJudgmentRubricMode !== "disabled";
const traitsHavePassages = (now: SettingsSoFar) =>
  traitsHaveEvidence(now) &&
  (now.deepJudgmentRubricMode !== "enable_all" || now.deepJudgmentRubricGlobalExcerpts);

const strategyChoices = {
  batch: "about all of them in one call per step",
  sequential: "in calls of its own for each",
};
const searchTools = "tavily, ./search.ts, mcp:<server>#<tool>";
const found = "similarity that counts as found, 0 to 1";
const ofTemplatePassages = ["noTemplates", "noDeepTemplates", "agentsFillIn", "onlyReasons"] as const;
const ofTraitPassages = ["noTraits", "nothingDeep", "noTraitExcerpts"] as const;

/** How templates are filled in from evidence. */
export const deepJudgmentSettings = {
  deepJudgmentMode: ofTemplates({
    schema: z.enum(["disabled", "reasoning_only", "full"]),
    about:
      "how the template is filled in. `full`: from passages; `reasoning_only`: with reasons but without passages; `disabled`: in one call. Not in `rubric_only`",
    default: "disabled",
    flags: [
      ...switchFlags(
        "deep-judgment",
        "fill templates in from passages of the answer, in mode full",
        "in one call from the whole answer",
      ).map((flag): Flag => ({ ...flag, as: "deepJudgment" })),
      valueFlag("--deep-judgment-mode <mode>", "choice", "from passages, or just reasoned"),
    ],
    question: {
      mode: "basic",
      message: "How is the template filled in (deep judgment)?",
      choices: {
        disabled: "in one call, from the whole answer",
        full: "from passages of the answer, with the reasons",
        reasoning_only: "with the reasons, without passages",
      },
      when: ({ evaluationMode }) => evaluationMode !== "rubric_only",
      // a search of a preset needs passages
      also: (mode) => (mode === "reasoning_only" ? { deepJudgmentSearchEnabled: false } : {}),
    },
    withoutEffect: ["noTemplates", "agentsFillIn"],
  }),
  deepJudgmentMaxExcerptsPerAttribute: ofTemplates({
    schema: excerpts,
    about: "at most so many passages for each field",
    default: 3,
    flag: ["--deep-judgment-max-excerpts <n>", "count", "at most so many passages for each field"],
    question: {
      mode: "advanced",
      message: "How many passages for each field at most?",
      reads: "count",
      when: templatesHavePassages,
    },
    withoutEffect: ofTemplatePassages,
  }),
  deepJudgmentFuzzyMatchThreshold: ofTemplates({
    schema: threshold,
    about:
      "a passage counts when its similarity to a part of the answer is at least this, 0 to 1, and nothing that [bears meaning](evidence.md#what-bears-meaning) differs",
    default: 0.8,
    flag: ["--deep-judgment-fuzzy-threshold <n>", "share", found],
    question: {
      mode: "advanced",
      message: "Similarity that counts as found, 0 to 1",
      reads: "share",
      when: templatesHavePassages,
    },
    withoutEffect: ofTemplatePassages,
  }),
  deepJudgmentExcerptRetryAttempts: ofTemplates({
    schema: attempts,
    about: "how often passages that cannot be found are asked for again",
    default: 2,
    flag: ["--deep-judgment-retry-attempts <n>", "wholeNumber", "how often passages are asked for again"],
    question: {
      mode: "advanced",
      message: "How often are passages asked for again?",
      reads: "wholeNumber",
      when: templatesHavePassages,
    },
    withoutEffect: ofTemplatePassages,
  }),
  deepJudgmentExcerptSources: ofTemplates({
    schema: sources,
    about:
      "with `use_full_trace_for_template`: `messages` takes only what the model itself said, no tool's call or output",
    default: "all",
    flag: ["--deep-judgment-sources <which>", "choice", "parts of a trace that may be quoted"],
    withoutEffect: [...ofTemplatePassages, "templateFromFinalMessage"],
  }),
  deepJudgmentSearchEnabled: ofTemplates({
    schema: z.boolean(),
    about:
      "look the passages up outside the answer and rate the risk that they are made up; only with `full`",
    default: false,
    flags: switchFlags("deep-judgment-search", "look the passages up outside the answer", "do not"),
    question: {
      mode: "advanced",
      message: "Look the passages up outside the answer (search)?",
      when: templatesHavePassages,
    },
    withoutEffect: ofTemplatePassages,
  }),
  deepJudgmentSearchTool: ofTemplates({
    schema: SearchTool,
    about:
      "[who looks passages up](#search-tools): the name of a service; in code, a function or an object too",
    default: "tavily",
    flag: ["--deep-judgment-search-tool <name>", "text", searchTools],
    withoutEffect: [...ofTemplatePassages, "noTemplateSearch"],
  }),
  deepJudgmentStrategy: ofTemplates({
    schema: strategy,
    about:
      "`batch`: one call per step for all fields, the cheaper way; `sequential`: one call per step for each field",
    default: "batch",
    flag: ["--deep-judgment-strategy <strategy>", "choice", "fields asked about together, or one by one"],
    question: {
      mode: "advanced",
      message: "How is the judge asked for evidence about fields?",
      choices: strategyChoices,
      when: templatesHaveEvidence,
    },
    withoutEffect: ["noTemplates", "noDeepTemplates", "agentsFillIn"],
  }),
};

/** How evidence about traits is looked for. */
export const traitEvidenceSettings = {
  deepJudgmentRubricMaxExcerptsDefault: ofTraits({
    schema: excerpts,
    about: "at most so many passages, for traits that say nothing themselves",
    default: 7,
    flag: ["--deep-judgment-rubric-max-excerpts <n>", "count", "at most so many passages for each trait"],
    question: {
      mode: "advanced",
      message: "How many passages for each trait at most?",
      reads: "count",
      when: traitsHavePassages,
    },
    withoutEffect: ofTraitPassages,
  }),
  deepJudgmentRubricFuzzyMatchThresholdDefault: ofTraits({
    schema: threshold,
    about: "similarity from which a passage counts, 0 to 1, for traits that say nothing themselves",
    default: 0.8,
    flag: ["--deep-judgment-rubric-fuzzy-threshold <n>", "share", found],
    question: {
      mode: "advanced",
      message: "Similarity that counts as found, 0 to 1",
      reads: "share",
      when: traitsHavePassages,
    },
    withoutEffect: ofTraitPassages,
  }),
  deepJudgmentRubricExcerptRetryAttemptsDefault: ofTraits({
    schema: attempts,
    about:
      "how often passages that cannot be found are asked for again, for traits that say nothing themselves",
    default: 2,
    flag: ["--deep-judgment-rubric-retry-attempts <n>", "wholeNumber", "how often they are asked for again"],
    question: {
      mode: "advanced",
      message: "How often are passages asked for again?",
      reads: "wholeNumber",
      when: traitsHavePassages,
    },
    withoutEffect: ofTraitPassages,
  }),
  deepJudgmentRubricExcerptSources: ofTraits({
    schema: sources,
    about:
      "with `use_full_trace_for_rubric`: `messages` takes only what the model itself said, no tool's call or output",
    default: "all",
    flag: ["--deep-judgment-rubric-sources <which>", "choice", "parts that may be quoted"],
    withoutEffect: [...ofTraitPassages, "traitsFromFinalMessage"],
  }),
  deepJudgmentRubricSearchEnabled: ofTraits({
    schema: z.boolean(),
    about:
      "look the passages of every such trait up; a trait can ask for it alone, and an entry of `custom` can refuse it",
    default: false,
    flags: switchFlags(
      "deep-judgment-rubric-search",
      "look the passages of every such trait up",
      "only where a trait asks for it",
    ),
    question: {
      mode: "advanced",
      message: "Look the passages up outside the answer (search)?",
      when: traitsHavePassages,
    },
    withoutEffect: [...ofTraitPassages, "noTraitSearch"],
  }),
  deepJudgmentRubricSearchTool: ofTraits({
    schema: SearchTool,
    about: "who looks them up. The same tool as for templates is opened once",
    default: "tavily",
    flag: ["--deep-judgment-rubric-search-tool <name>", "text", searchTools],
    withoutEffect: [...ofTraitPassages, "noTraitSearch"],
  }),
};

/** Which traits are judged from evidence. */
export const traitDepthSettings = {
  deepJudgmentRubricMode: ofTraits({
    schema: z.enum(["disabled", "enable_all", "use_checkpoint", "custom"]),
    about:
      "which traits: `enable_all`: every one; `use_checkpoint`: those that ask for it, [by their own fields](rubrics.md); `custom`: those of `deep_judgment_rubric_config`. Not in `template_only`",
    default: "disabled",
    flag: ["--deep-judgment-rubric-mode <mode>", "choice", "which traits are judged from passages"],
    question: {
      mode: "advanced",
      message: "Which traits are judged from passages of the answer (deep judgment)?",
      choices: {
        disabled: "none",
        enable_all: "all that a model judges",
        use_checkpoint: "those that ask for it themselves",
        custom: "as the preset says",
      },
      offers: (mode, now) => mode !== "custom" || now.deepJudgmentRubricConfig !== null,
      when: traitsAreJudged,
    },
    withoutEffect: ["noTraits", "nothingDeep"],
  }),
  deepJudgmentRubricGlobalExcerpts: ofTraits({
    schema: z.boolean(),
    about: "with `enable_all`: false reasons without passages",
    default: true,
    flags: switchFlags(
      "deep-judgment-rubric-excerpts",
      "with enable_all: ask for passages",
      "with enable_all: just reason",
    ),
    question: {
      mode: "advanced",
      message: "Ask for passages, not only for reasons?",
      when: (now) => traitsAreJudged(now) && now.deepJudgmentRubricMode === "enable_all",
    },
    withoutEffect: ["noTraits", "nothingDeep", "notEveryTrait"],
  }),
  deepJudgmentRubricConfig: ofTraits({
    schema: DeepJudgmentRubricCustomConfig.nullable(),
    about: "with the mode `custom`: how deep single traits are judged, by name; null: none is",
    default: null,
    flag: ["--deep-judgment-rubric-config <file>", "text", "with custom: settings of single traits as JSON"],
    withoutEffect: ["noTraits", "nothingDeepOfAnotherMode", "notCustom"],
  }),
  deepJudgmentRubricStrategy: ofTraits({
    schema: strategy,
    about:
      "`sequential`: one call per step for each trait; `batch`: one call per step for all of them, the cheaper way",
    default: "sequential",
    flag: ["--deep-judgment-rubric-strategy <strategy>", "choice", "together, or one by one"],
    question: {
      mode: "advanced",
      message: "How is the judge asked for evidence about traits?",
      choices: strategyChoices,
      when: traitsHaveEvidence,
    },
    withoutEffect: ["noTraits", "nothingDeep"],
  }),
};

/** Names of older versions. */
export const olderDeepJudgmentSettings = {
  deepJudgmentEnabled: ofTemplates({
    schema: z.boolean(),
    about: "older name: true is `full`, false is `disabled`; a mode beside it must agree with it",
  }),
};
