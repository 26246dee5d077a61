import { type Command, Option } from "commander";
import { interfaceNames } from "../models/index.ts";
import { type AgenticOptions, addAgenticOptions } from "./agentic-options.ts";
import { addDeepJudgmentOptions, type DeepJudgmentOptions } from "./deep-judgment-options.ts";
import { address, amount, count, names, seconds, share, text } from "./option-values.ts";

/** Options that say how to run a benchmark; what was not given is absent. */
export interface ConfigOptions extends DeepJudgmentOptions, AgenticOptions {
  readonly preset?: string;
  readonly replicateCount?: number;
  readonly answeringModel?: string;
  readonly answeringProvider?: string;
  readonly answeringId?: string;
  readonly answeringInterface?: string;
  readonly answeringBaseUrl?: string;
  readonly answeringApiKeyEnv?: string;
  readonly parsingModel?: string;
  readonly parsingProvider?: string;
  readonly parsingId?: string;
  readonly parsingInterface?: string;
  readonly parsingBaseUrl?: string;
  readonly parsingApiKeyEnv?: string;
  readonly interface?: string;
  readonly baseUrl?: string;
  readonly apiKeyEnv?: string;
  readonly temperature?: number;
  readonly maxTokens?: number;
  readonly manualTraces?: string;
  readonly replay?: string;
  readonly evaluationMode?: (typeof modes)[number];
  readonly rubricStrategy?: (typeof strategies)[number];
  readonly rubricTraits?: readonly string[];
  readonly abstention?: boolean;
  readonly sufficiency?: boolean;
  readonly combinedChecks?: boolean;
  readonly embeddingCheck?: boolean;
  readonly embeddingThreshold?: number;
  readonly embeddingModel?: string;
  readonly embeddingBaseUrl?: string;
  readonly embeddingApiKeyEnv?: string;
  readonly useFullTraceForTemplate?: boolean;
  readonly useFinalMessageForTemplate?: boolean;
  readonly useFullTraceForRubric?: boolean;
  readonly useFinalMessageForRubric?: boolean;
  readonly fewShot?: (typeof fewShotModes)[number];
  readonly fewShotK?: number;
  readonly asyncWorkers?: number;
  readonly async?: boolean;
  readonly taskOrdering?: (typeof orderings)[number];
  readonly requestTimeout?: number;
  readonly preflight?: boolean;
  readonly outagePatience?: number;
}

const modes = ["template_only", "template_and_rubric", "rubric_only"] as const;
const strategies = ["batch", "sequential"] as const;
const fewShotModes = ["off", "all", "k-shot", "custom"] as const;
const orderings = ["auto", "prefix_cache", "distribute_answerers", "generation_order", "random"] as const;

/** Adds the options that say how to run a benchmark. They have no defaults: one that is not given changes nothing. */
export function addConfigOptions(command: Command): Command {
  command
    .optionsGroup("Models:")
    .option("--preset <name>", "settings to start from: a file, or a name in the presets folder", text)
    .option("--answering-model <name>", "model under test", text)
    .option("--answering-provider <name>", "its vendor: openai, anthropic, google", text)
    .option("--answering-id <id>", "its id in results", text)
    .option("--parsing-model <name>", "model that judges answers", text)
    .option("--parsing-provider <name>", "its vendor", text)
    .option("--parsing-id <id>", "its id in results", text)
    .option("--base-url <url>", "OpenAI-compatible server of both models", address)
    .option("--answering-base-url <url>", "the same for the model under test", address)
    .option("--parsing-base-url <url>", "the same for the judge", address)
    .option("--api-key-env <name>", "environment variable that holds the key of both models", text)
    .option("--answering-api-key-env <name>", "the same for the model under test", text)
    .option("--parsing-api-key-env <name>", "the same for the judge", text)
    .option("--interface <name>", `how both are reached: ${interfaceNames.join(", ")}`, text)
    .option("--answering-interface <name>", "the same for the model under test", text)
    .option("--parsing-interface <name>", "the same for the judge", text)
    .option("--temperature <number>", "sampling temperature of both models", amount)
    .option("--max-tokens <n>", "longest reply of both models", count)
    .option("--manual-traces <file>", "prepared answers in place of a model under test", text)
    .option("--replay <file>", "serve every model from a recording, without network", text)
    .optionsGroup("Evaluation:")
    .option("--replicate-count <n>", "how often each question is put to each model", count)
    .addOption(new Option("--evaluation-mode <mode>", "what is judged").choices(modes))
    .addOption(
      new Option("--rubric-strategy <strategy>", "traits asked about together, or one by one").choices(
        strategies,
      ),
    )
    .option("--rubric-traits <list>", "only these traits, by name, separated by commas", names)
    .option("--abstention", "let the judge detect refusals")
    .option("--no-abstention", "do not")
    .option("--sufficiency", "let the judge detect answers that lack what the template asks for")
    .option("--no-sufficiency", "do not")
    .option("--combined-checks", "ask about refusal and sufficiency in one call")
    .option("--no-combined-checks", "in a call each")
    .option("--embedding-check", "compare failed answers by meaning")
    .option("--no-embedding-check", "do not")
    .option("--embedding-threshold <share>", "similarity that counts as equal, 0 to 1", share)
    .option("--embedding-model <name>", "such as openai/text-embedding-3-small", text)
    .option("--embedding-base-url <url>", "its server; default: --base-url", address)
    .option("--embedding-api-key-env <name>", "environment variable with its key", text)
    .addOption(
      new Option("--use-full-trace-for-template", "judge everything the model said").conflicts(
        "useFinalMessageForTemplate",
      ),
    )
    .option("--use-final-message-for-template", "judge its last message only")
    .addOption(
      new Option("--use-full-trace-for-rubric", "judge the qualities of everything the model said").conflicts(
        "useFinalMessageForRubric",
      ),
    )
    .option("--use-final-message-for-rubric", "judge those of its last message only")
    .addOption(new Option("--few-shot <mode>", "examples shown before each question").choices(fewShotModes))
    .option("--few-shot-k <n>", "so many of them, drawn by lot", count);
  return addAgenticOptions(addDeepJudgmentOptions(command))
    .optionsGroup("Execution:")
    .option("--concurrency, --async-workers <n>", "tasks worked on at the same time", count)
    .option("--async", "several tasks at the same time")
    .option("--no-async", "one task at a time")
    .addOption(new Option("--task-ordering <order>", "order of the tasks").choices(orderings))
    .option("--request-timeout <seconds>", "limit of one attempt of one model call", seconds)
    .option("--preflight", "ask every model a few words first, and begin only where all can be used")
    .option("--no-preflight", "begin without asking")
    .option("--outage-patience <seconds>", "how long a model that cannot be reached is waited for", amount);
}
