import { pluralize } from "../../../base/index.ts";
import { answeringModel, parsingModel, type ResultsFile } from "../../../result/index.ts";
import { type CommandIo, type ExitCode, print } from "../../command-io.ts";
import { roomOn, type Terminal } from "../../report/terminal.ts";
import { attributesWithEvidence } from "./choose-attribute.ts";
import type { ChosenResults } from "./choose-results.ts";
import { type ListedResult, listedResult, listLines } from "./result-list.ts";

/** What the list says of the wanted results. */
interface ResultList {
  readonly results: readonly ListedResult[];
  /** The models and judges of all results of the file. */
  readonly answering: ReadonlySet<string>;
  readonly judges: ReadonlySet<string>;
  /** How many there are, listed or not. */
  readonly wanted: number;
  /** How many questions they are of. */
  readonly questions: number;
  /** What any of them has evidence for. */
  readonly attributes: ReadonlySet<string>;
}

/** Reads a file once and keeps a line of each wanted result. */
export async function listOf(
  file: ResultsFile,
  { isWanted, limit = Number.POSITIVE_INFINITY }: ChosenResults,
  terminal: Terminal,
): Promise<ResultList> {
  const results: ListedResult[] = [];
  const attributes = new Set<string>();
  const questions = new Set<string>();
  const answering = new Set<string>();
  const judges = new Set<string>();
  let wanted = 0;
  for await (const result of file.read()) {
    const { questionId } = result.metadata;
    answering.add(answeringModel(result.metadata));
    judges.add(parsingModel(result.metadata));
    if (!isWanted(result)) continue;
    wanted += 1;
    questions.add(questionId);
    if (results.length >= limit) continue;
    results.push(listedResult(result, terminal));
    for (const name of attributesWithEvidence(result)) attributes.add(name);
  }
  const place = ({ questionId }: ListedResult) => file.placeOf(questionId) ?? Number.POSITIVE_INFINITY;
  results.sort((left, right) => place(left) - place(right) || 0);
  return { results, answering, judges, wanted, questions: questions.size, attributes };
}

/** Prints the list, and how to show one of its results. */
export function printList(
  list: ResultList,
  listCommand: string,
  { file, terminal, io }: { readonly file: ResultsFile; readonly terminal: Terminal; readonly io: CommandIo },
): ExitCode {
  const { results, wanted, questions } = list;
  const first = wanted > results.length ? `The first ${results.length} of ` : "";
  print(io, `${first}${pluralize(wanted, "result")} of ${pluralize(questions, "question")}\n`);
  for (const line of listLines(list, file.placeOf, roomOn(terminal))) print(io, line);
  const [shown] = results;
  const place = shown === undefined ? 0 : (file.placeOf(shown.questionId) ?? 0);
  print(io, `\nTo show one, name its place or id: ${listCommand} --question ${place}`);
  return 0;
}
