import { type Command, Option } from "commander";
import { addConfigOptions } from "../../config-options.ts";
import { text } from "../../option-values.ts";
import { refuseBothSpellings } from "../../refuse-both-spellings.ts";
import { addQuestionOptions, addRunOptions, type VerifyOptions } from "../verify/verify-command.ts";

/** What was given to `karenina judge`; what was not given is absent. */
export interface JudgeOptions extends Omit<VerifyOptions, "answers"> {
  /** A file. */
  readonly benchmark?: string;
  /** A file. */
  readonly rubric?: string;
  readonly answerField?: string;
  readonly questionField?: string;
  readonly idField?: string;
  readonly modelField?: string;
  readonly contextsField?: string;
  readonly usageField?: string;
  readonly costField?: string;
  readonly unmatched?: "fail" | "leave";
}

const examples = `
Examples:
  npx karenina judge chat.jsonl --benchmark benchmark.yaml --parsing-provider openai --parsing-model gpt-5-mini
  npx karenina judge chat.jsonl --benchmark benchmark.ts --preset ci --question-field request.text --answer-field reply.text
  npx karenina judge answers.json --benchmark benchmark.jsonld --preset ci --unmatched fail --gate "pass_rate min=80%"
  npx karenina judge chat.jsonl --rubric rubric.yaml --preset ci

Exit codes: 0 all that could be judged is, 1 it is not, or missed --fail-under or a gate, or rows are
left over with --unmatched fail, 2 wrong usage or a model that cannot be used, 130 interrupted.`;

/** Settings of models under test, and how often they are asked: nothing is asked here. */
const isOfAnswering = (name: string): boolean =>
  /^(?:answering|command|http|mcp|fewShot|manualTraces$|prompts$|replicateCount$)/.test(name);

/** Describes `karenina judge` without loading what it runs on. */
export function describeJudge(command: Command): Command {
  command
    .description("judge answers that some program has stored, without asking any model under test")
    .argument("<answers>", "answers: .jsonl, .csv, .json, spans of OpenTelemetry as JSON, or results")
    .option("--benchmark <file>", "whose templates and traits judge them", text)
    .option(
      "--rubric <file>",
      "in place of a benchmark: traits that judge them, as benchmarks in YAML have them",
      text,
    )
    .optionsGroup("Rows, each by name or a path such as request.messages[0].content:")
    .option("--answer-field <field>", "the answer, a text or a list of messages; default: answer", text)
    .option("--question-field <field>", "the question's text; default: question", text)
    .option("--id-field <field>", "the question's id in the benchmark; default: question_id", text)
    .option("--model-field <field>", "what answered; default: model", text)
    .option("--contexts-field <field>", "what was looked up for the answer; default: contexts", text)
    .option(
      "--usage-field <field>",
      "what it took, an object with input_tokens and output_tokens; default: usage",
      text,
    )
    .option("--cost-field <field>", "what it cost, in US dollars; default: cost_usd", text)
    .addOption(
      new Option(
        "--unmatched <what>",
        "rows that cannot be judged: exit with 1, or not; default: leave",
      ).choices(["fail", "leave"]),
    );
  addQuestionOptions(command);
  addConfigOptions(command, ({ name }) => !isOfAnswering(name));
  return refuseBothSpellings(addRunOptions(command).addHelpText("after", examples));
}
