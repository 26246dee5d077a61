import { harmlessJson, pluralize } from "../../../base/index.ts";
import { indexText } from "../../../evidence/index.ts";
import { type ResultsFile, resultToJson, type VerificationResult } from "../../../result/index.ts";
import { type CommandIo, type ExitCode, print } from "../../command-io.ts";
import { usageError } from "../../failure.ts";
import { openResults } from "../../open-results.ts";
import { terminalOn } from "../../report/terminal.ts";
import { shellWord } from "../../shell-word.ts";
import { warnUnfinished } from "../../warn-unfinished.ts";
import { attributesWithEvidence, chooseAttribute } from "./choose-attribute.ts";
import { chooseResults, wantedResults } from "./choose-results.ts";
import { type PageOptions, resultPage } from "./page/result-page.ts";
import { listOf, printList } from "./print-list.ts";
import type { ShowOptions } from "./show-command.ts";
import { unknownNames } from "./unknown-names.ts";
import { showWalks } from "./walks/show-walks.ts";

/**
 * Shows results with the evidence behind them. Without `--question`, several results are listed instead, or with
 * `--attribute` shown with the evidence for that alone. Of a log only what is shown is held in memory.
 */
export async function show(path: string, options: ShowOptions, io: CommandIo): Promise<ExitCode> {
  const file = await openResults(path, io);
  await warnUnfinished([{ ...file, name: path }], io);
  const listCommand = `npx karenina show ${shellWord(path)}`;
  if (options.walks || options.walk !== undefined) {
    refuseOfResults(options);
    return showWalks(file, options, { listCommand, io });
  }
  const chosen = await chooseResults(options, file, `\`${listCommand}\` lists the results.`);
  if (options.json) return printJsonList(wantedResults(file, chosen), io);
  const terminal = terminalOn(
    io.stdout,
    options.color === false ? { ...io.environment, NO_COLOR: "1" } : io.environment,
  );
  const page = { terminal, full: options.full === true, indexText };
  if (options.question === undefined) {
    const list = await listOf(file, chosen, terminal);
    if (list.results.length > 1 && options.attribute === undefined)
      return printList(list, listCommand, { file, terminal, io });
    if (list.results.length > 1) {
      const attribute = chooseAttribute(options.attribute, list.attributes);
      return printPages(wantedResults(file, chosen), { ...page, attribute, brief: true }, io);
    }
  }
  const results = await Array.fromAsync(wantedResults(file, chosen));
  if (results.length === 0) return nothingChosen(options, file, io);
  const attribute = chooseAttribute(options.attribute, new Set(results.flatMap(attributesWithEvidence)));
  return printPages(results, { ...page, attribute }, io);
}

/** Refuses options that choose results, where walks are asked for. */
function refuseOfResults(options: ShowOptions): void {
  const others = ["question", "outcome", "keyword", "trait", "where", "attribute"] as const;
  const given = others.find((name) => options[name] !== undefined);
  if (given === undefined) return;
  const option = options.walk === undefined ? "--walks" : "--walk";
  throw usageError(
    `--${given} chooses results, and ${option} shows walks.`,
    "Walks are chosen by --scenario, --model, --judge and --replicate.",
  );
}

/** The pages of results, one after the other; brief ones only of results with evidence for the attribute. */
async function printPages(
  results: Iterable<VerificationResult> | AsyncIterable<VerificationResult>,
  options: PageOptions,
  io: CommandIo,
): Promise<ExitCode> {
  const { terminal, attribute, brief } = options;
  let printed = 0;
  let without = 0;
  for await (const result of results) {
    if (brief && attribute !== undefined && !attributesWithEvidence(result).includes(attribute)) {
      without += 1;
      continue;
    }
    if (printed > 0) print(io, `\n${"=".repeat(Math.min(terminal.columns, 72))}\n`);
    for (const line of resultPage(result, options)) print(io, line);
    printed += 1;
  }
  if (without > 0) {
    const have = without === 1 ? "has" : "have";
    print(io, `\n${pluralize(without, "further result")} ${have} no evidence for ${attribute}.`);
  }
  return 0;
}

async function nothingChosen(options: ShowOptions, file: ResultsFile, io: CommandIo): Promise<ExitCode> {
  const { question, scenario, model, judge, replicate, outcome, keyword, trait, where } = options;
  const choices = [question, scenario, model, judge, replicate, outcome, keyword, trait, where];
  if (choices.every((choice) => choice === undefined)) {
    print(io, "No results.");
    return 0;
  }
  const unknown = await unknownNames(options, file);
  if (unknown.length > 0) throw usageError(unknown.join(" "), "Without options, all results are listed.");
  throw usageError(
    "No result has all that was asked for.",
    "Leave out some of the options that choose results.",
  );
}

/** A list, one result at a time. */
async function printJsonList(wanted: AsyncIterable<VerificationResult>, io: CommandIo): Promise<ExitCode> {
  let separator = "[\n";
  for await (const result of wanted) {
    io.stdout.write(`${separator}${harmlessJson(resultToJson(result))}`);
    separator = ",\n";
  }
  io.stdout.write(separator === "[\n" ? "[]\n" : "\n]\n");
  return 0;
}
