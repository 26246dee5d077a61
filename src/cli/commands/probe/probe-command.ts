import { type Command, InvalidArgumentError } from "commander";
import { type ProbeKind, probeKinds } from "../../../analysis/index.ts";
import { addConfigOptions, type ConfigOptions } from "../../config-options.ts";
import type { ExtensionOptions } from "../../load-extensions.ts";
import { addModuleOptions } from "../../module-options.ts";
import { count, names, text, wholeNumber } from "../../option-values.ts";
import { refuseBothSpellings } from "../../refuse-both-spellings.ts";
import type { SettingFlag } from "../../setting-flag.ts";

/** What was given to `karenina probe`; what was not given is absent. Settings of the model under test are the writing model's. */
export interface ProbeCommandOptions extends ConfigOptions, ExtensionOptions {
  /** A file; commander has checked that it is named. */
  readonly benchmark: string;
  readonly probes?: readonly ProbeKind[];
  readonly sample?: number;
  readonly seed?: number;
  readonly draws?: number;
  readonly language?: string;
  readonly limit?: number;
  readonly record?: string;
  /** False: `--no-color`. */
  readonly color?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

const examples = `
Probes:
  draws      judged again as it is: how far the judge agrees with itself
  order      the fields of the template in reverse
  padding    the answer between sentences that say nothing, twice the words
  words      the answer in twice the words, rewritten by the writing model
  injection  an instruction to the judge behind the answer, to say the opposite
  language   the answer translated by the writing model

Examples:
  npx karenina probe run.jsonl --benchmark benchmark.yaml --preset ci
  npx karenina probe run.jsonl --benchmark benchmark.yaml --preset ci --probes draws,injection --sample 30
  npx karenina probe run.jsonl --benchmark benchmark.yaml --preset ci --language French --max-cost 2

Replies are kept beside the results until all of it is done: the same command goes on where it was cut off.

Exit codes: 0 done, 1 not to its end or every judgment failed, 2 wrong usage or a model that cannot be used, 130 interrupted.`;

const ofWriting = /^answering(?:Model|Provider|Id|BaseUrl|ApiKeyEnv|Interface)$/;
const isOfAnswering = (name: string): boolean =>
  /^(?:answering|command|http|mcp|fewShot|manualTraces$|prompts$|replicateCount$)/.test(name);

/** The model under test is the one that writes here. */
const writing = (flag: SettingFlag): SettingFlag => ({
  ...flag,
  flags: flag.flags.replace("--answering-", "--writing-"),
  help: flag.help
    .replace("the model under test", "the writing model")
    .replace(/^model under test/, "model that rewrites and translates answers; default: the judge"),
});

/** Describes `karenina probe`. */
export function describeProbe(command: Command): Command {
  command
    .description("see without labels how far what a judge says hangs on what should not matter")
    .argument("<results>", "a run whose answers are judged: a log (.jsonl) or a JSON export (.json)")
    .requiredOption("--benchmark <file>", "its benchmark, whose templates and traits judge", text)
    .option("--probes <list>", `some of ${probeKinds.join(",")}; default: all`, kinds)
    .option("--sample <n>", "answers; default: 60", count)
    .option("--seed <n>", "of what is drawn", wholeNumber)
    .option("--draws <n>", "how often each answer is judged as it is; default: 3", count)
    .option("--language <name>", "what answers are translated into; default: German", text);
  addConfigOptions(command, ({ name }) => ofWriting.test(name) || !isOfAnswering(name), writing);
  addModuleOptions(command)
    .optionsGroup("Output:")
    .option("--limit <n>", "at most so many changes of each probe; default: 3", count)
    .option("--record <file>", "record every exchange for --replay", text)
    .option("--no-color", "no colours, and ASCII signs; texts stay as they are")
    .option("--json", "print the figures as JSON")
    .option("--quiet", "no progress")
    .option("--verbose", "a line for every finished task")
    .option("--debug", "show where errors happened");
  return refuseBothSpellings(command.addHelpText("after", examples));
}

function kinds(list: string): readonly ProbeKind[] {
  const wanted = names(list);
  const unknown = wanted.filter((name) => !probeKinds.some((kind) => kind === name));
  if (unknown.length > 0)
    throw new InvalidArgumentError(`There is no ${unknown.join(", ")}; there are ${probeKinds.join(", ")}.`);
  return probeKinds.filter((kind) => wanted.includes(kind));
}
