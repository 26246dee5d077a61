import { indexText } from "../../../evidence/index.ts";
import { resultToJson, type VerificationResult } from "../../../result/index.ts";
import { type CommandIo, type ExitCode, print, warn } from "../../command-io.ts";
import { usageError } from "../../failure.ts";
import { counted } from "../../report/format.ts";
import { type Terminal, terminalOn } from "../../report/terminal.ts";
import { shellWord } from "../../shell-word.ts";
import { chooseAttribute } from "./choose-attribute.ts";
import { type ChosenResults, chooseResults, wantedResults } from "./choose-results.ts";
import { resultPage } from "./page/result-page.ts";
import { type ListedResult, listedResult, listLines } from "./result-list.ts";
import { openResultsFile, type ResultsFile } from "./results-file.ts";
import type { ShowOptions } from "./show-command.ts";

/**
 * Shows results with the evidence behind them. Without `--question`, several results are listed instead. Of a log only
 * what is shown is held in memory.
 */
export async function show(path: string, options: ShowOptions, io: CommandIo): Promise<ExitCode> {
  const file = await openResultsFile(path, io.workingDirectory, (line) =>
    warn(io, `line ${line} of ${path}, the last one, was cut off while it was written, and is left out.`),
  );
  const listCommand = `npx karenina show ${shellWord(path)}`;
  const chosen = await chooseResults(options, file, `\`${listCommand}\` lists the results.`);
  if (options.json) return printJsonList(wantedResults(file, chosen), io);
  const terminal = terminalOn(
    io.stdout,
    options.color === false ? { ...io.environment, NO_COLOR: "1" } : io.environment,
  );
  if (options.question === undefined) {
    const list = await listOf(file, chosen, terminal);
    if (list.results.length > 1) return printList(list, listCommand, options, io);
  }
  const results = await collected(wantedResults(file, chosen));
  if (results.length === 0) return nothingChosen(options, io);
  const attribute = chooseAttribute(options.attribute, results);
  for (const [at, result] of results.entries()) {
    if (at > 0) print(io, `\n${"=".repeat(Math.min(terminal.columns, 72))}\n`);
    const page = resultPage(result, { terminal, full: options.full === true, attribute, indexText });
    for (const line of page) print(io, line);
  }
  return 0;
}

interface ResultList {
  readonly results: readonly ListedResult[];
  /** Where each question of the whole file stands, from 0. */
  readonly places: ReadonlyMap<string, number>;
}

async function listOf(
  file: ResultsFile,
  { isWanted }: ChosenResults,
  terminal: Terminal,
): Promise<ResultList> {
  const results: ListedResult[] = [];
  const places = new Map<string, number>();
  for await (const result of file.read()) {
    const { questionId } = result.metadata;
    if (!places.has(questionId)) places.set(questionId, places.size);
    if (isWanted(result)) results.push(listedResult(result, terminal));
  }
  return { results, places };
}

function printList(
  { results, places }: ResultList,
  listCommand: string,
  { attribute }: ShowOptions,
  io: CommandIo,
): ExitCode {
  const questions = new Set(results.map(({ questionId }) => questionId)).size;
  print(io, `${counted(results.length, "result")} of ${counted(questions, "question")}\n`);
  for (const line of listLines(results, (id) => places.get(id))) print(io, line);
  const [first] = results;
  const place = first === undefined ? 0 : (places.get(first.questionId) ?? 0);
  const further = attribute === undefined ? "" : ` --attribute ${shellWord(attribute)}`;
  print(io, `\nTo show one, name its place or id: ${listCommand} --question ${place}${further}`);
  return 0;
}

async function collected(wanted: AsyncIterable<VerificationResult>): Promise<readonly VerificationResult[]> {
  const results: VerificationResult[] = [];
  for await (const result of wanted) results.push(result);
  return results;
}

function nothingChosen(options: ShowOptions, io: CommandIo): ExitCode {
  const { question, model, judge, replicate } = options;
  if ([question, model, judge, replicate].every((choice) => choice === undefined)) {
    print(io, "No results.");
    return 0;
  }
  throw usageError("No result has all that was asked for.", "Leave out --model, --judge or --replicate.");
}

const unsafe = /[\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A list, one result at a time; what could command a terminal is written as an escape. */
async function printJsonList(wanted: AsyncIterable<VerificationResult>, io: CommandIo): Promise<ExitCode> {
  let separator = "[\n";
  for await (const result of wanted) {
    const json = JSON.stringify(resultToJson(result), null, 2).replace(
      unsafe,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
    io.stdout.write(`${separator}${json}`);
    separator = ",\n";
  }
  io.stdout.write(separator === "[\n" ? "[]\n" : "\n]\n");
  return 0;
}
