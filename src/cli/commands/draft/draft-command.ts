import type { Command } from "commander";
import { addConfigOptions, type ConfigOptions } from "../../config-options.ts";
import type { ExtensionOptions } from "../../load-extensions.ts";
import { addModuleOptions } from "../../module-options.ts";
import { count, text } from "../../option-values.ts";
import { refuseBothSpellings } from "../../refuse-both-spellings.ts";
import type { SettingFlag } from "../../setting-flag.ts";

/** What was given to `karenina draft`; what was not given is absent. Settings of the model under test are the drafting model's. */
export interface DraftOptions extends ConfigOptions, ExtensionOptions {
  readonly rubric?: string;
  /** Levels of what questions demand, in place of templates. */
  readonly adele?: boolean;
  readonly questions?: string;
  readonly questionIds?: string;
  readonly limit?: number;
  readonly again?: boolean;
  readonly record?: string;
  readonly dryRun?: boolean;
  readonly finish?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly debug?: boolean;
}

const examples = `
Examples:
  npx karenina draft benchmark.yaml --dry-run
  npx karenina draft benchmark.yaml
  npx karenina draft benchmark.yaml --drafting-provider openai --drafting-model gpt-5 --limit 10
  npx karenina draft benchmark.yaml --drafting-provider openai --drafting-model gpt-5 --max-cost 5
  npx karenina draft benchmark.yaml --preset ci --rubric "clear, cites sources, no dosage advice"
  npx karenina draft benchmark.yaml --drafting-provider openai --drafting-model gpt-5 --adele

Without a model each template follows from the expected answer and the notes of its question. With one it is drafted, and
tried: right and wrong answers that the model writes go through a run of their own. Look at every one.

Exit codes: 0 everything was drafted to the end, 1 it was not, 2 wrong usage or a model that cannot be used, 130 interrupted.`;

const ofModels = /^(?:answering|parsing)(?:Model|Provider|Id|BaseUrl|ApiKeyEnv|Interface)$/;
const further = new Set([
  ...[
    "baseUrl",
    "apiKeyEnv",
    "interface",
    "temperature",
    "maxTokens",
    "requestsPerMinute",
    "tokensPerMinute",
    "replay",
  ],
  ...[
    "abstention",
    "sufficiency",
    "asyncWorkers",
    "asyncExecution",
    "requestTimeout",
    "preflight",
    "outagePatience",
  ],
  ...["maxTime", "maxCost", "maxTotalTokens", "maxCalls", "prices"],
]);

/** The model under test is the one that drafts here. */
const drafting = (flag: SettingFlag): SettingFlag => ({
  ...flag,
  flags: flag.flags.replace("--answering-", "--drafting-"),
  help: flag.help
    .replace("the model under test", "the drafting model")
    .replace(/^model under test/, "model that drafts; default: the judge"),
});

/** Describes `karenina draft`. */
export function describeDraft(command: Command): Command {
  command
    .description(
      "draft templates for questions that have none, and try them, or propose them without a model",
    )
    .argument("<benchmark>", ".yaml or .jsonld file, which the templates are written into")
    .option(
      "--rubric <wishes>",
      "draft traits of all answers in place of templates, such as: clear, cites sources",
      text,
    )
    .option(
      "--adele",
      "classify questions by what they demand, on the scales of ADeLe, in place of templates",
    )
    .optionsGroup("Questions:")
    .option("--questions <list>", "by place from 0, drafts among them: 0,3,5-9", text)
    .option("--question-ids <list>", "by id, separated by commas", text)
    .option("--limit <n>", "at most so many, in the order of the benchmark", count)
    .option("--again", "also those whose draft a model made and that do not pass what they were tried on");
  addConfigOptions(command, ({ name }) => ofModels.test(name) || further.has(name), drafting);
  addModuleOptions(command)
    .optionsGroup("Output:")
    .option(
      "--dry-run",
      "show what would be proposed, or which questions a model would be asked about, and write nothing",
    )
    .option(
      "--finish",
      "mark drafts as finished, so that a run takes them; of a model's those that pass what they were tried on",
    )
    .option("--record <file>", "record every exchange for --replay", text)
    .option("--json", "print as JSON")
    .option("--quiet", "no progress")
    .option("--verbose", "a line for every finished task, and all answers that were tried")
    .option("--debug", "show where errors happened");
  return refuseBothSpellings(command.addHelpText("after", examples));
}
