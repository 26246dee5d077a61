import { type Command, Option } from "commander";
import { count, share, text, wholeNumber } from "./option-values.ts";

/** Options that say how evidence is asked for; what was not given is absent. */
export interface DeepJudgmentOptions {
  readonly deepJudgment?: boolean;
  readonly deepJudgmentMode?: (typeof modes)[number];
  readonly deepJudgmentStrategy?: (typeof strategies)[number];
  readonly deepJudgmentMaxExcerpts?: number;
  readonly deepJudgmentFuzzyThreshold?: number;
  readonly deepJudgmentRetryAttempts?: number;
  readonly deepJudgmentSources?: (typeof sources)[number];
  readonly deepJudgmentSearch?: boolean;
  readonly deepJudgmentSearchTool?: string;
  readonly deepJudgmentRubricMode?: (typeof rubricModes)[number];
  readonly deepJudgmentRubricStrategy?: (typeof strategies)[number];
  readonly deepJudgmentRubricExcerpts?: boolean;
  readonly deepJudgmentRubricMaxExcerpts?: number;
  readonly deepJudgmentRubricFuzzyThreshold?: number;
  readonly deepJudgmentRubricRetryAttempts?: number;
  readonly deepJudgmentRubricSources?: (typeof sources)[number];
  readonly deepJudgmentRubricSearch?: boolean;
  readonly deepJudgmentRubricSearchTool?: string;
  readonly deepJudgmentRubricConfig?: string;
}

const modes = ["disabled", "reasoning_only", "full"] as const;
const rubricModes = ["disabled", "enable_all", "use_checkpoint", "custom"] as const;
const sources = ["all", "messages"] as const;
const strategies = ["batch", "sequential"] as const;

/** Adds the options of deep judgment. They have no defaults: one that is not given changes nothing. */
export function addDeepJudgmentOptions(command: Command): Command {
  return command
    .optionsGroup("Deep judgment, of templates:")
    .option("--deep-judgment", "fill templates in from passages of the answer, in mode full")
    .option("--no-deep-judgment", "in one call from the whole answer")
    .addOption(new Option("--deep-judgment-mode <mode>", "from passages, or just reasoned").choices(modes))
    .addOption(
      new Option("--deep-judgment-strategy <strategy>", "fields asked about together, or one by one").choices(
        strategies,
      ),
    )
    .option("--deep-judgment-max-excerpts <n>", "at most so many passages for each field", count)
    .option("--deep-judgment-fuzzy-threshold <n>", "similarity that counts as found, 0 to 1", share)
    .option("--deep-judgment-retry-attempts <n>", "how often passages are asked for again", wholeNumber)
    .addOption(
      new Option("--deep-judgment-sources <which>", "parts of a trace that may be quoted").choices(sources),
    )
    .option("--deep-judgment-search", "look the passages up outside the answer")
    .option("--no-deep-judgment-search", "do not")
    .option("--deep-judgment-search-tool <name>", "tavily, ./search.ts, mcp:<server>#<tool>", text)
    .optionsGroup("Deep judgment, of traits:")
    .addOption(
      new Option("--deep-judgment-rubric-mode <mode>", "which traits are judged from passages").choices(
        rubricModes,
      ),
    )
    .addOption(
      new Option("--deep-judgment-rubric-strategy <strategy>", "together, or one by one").choices(strategies),
    )
    .option("--deep-judgment-rubric-excerpts", "with enable_all: ask for passages")
    .option("--no-deep-judgment-rubric-excerpts", "with enable_all: just reason")
    .option("--deep-judgment-rubric-max-excerpts <n>", "at most so many passages for each trait", count)
    .option("--deep-judgment-rubric-fuzzy-threshold <n>", "similarity that counts as found, 0 to 1", share)
    .option("--deep-judgment-rubric-retry-attempts <n>", "how often they are asked for again", wholeNumber)
    .addOption(
      new Option("--deep-judgment-rubric-sources <which>", "parts that may be quoted").choices(sources),
    )
    .option("--deep-judgment-rubric-search", "look the passages of every such trait up")
    .option("--no-deep-judgment-rubric-search", "only where a trait asks for it")
    .option("--deep-judgment-rubric-search-tool <name>", "tavily, ./search.ts, mcp:<server>#<tool>", text)
    .option("--deep-judgment-rubric-config <file>", "with custom: settings of single traits as JSON", text);
}
