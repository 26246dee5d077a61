import { type CommandIo, type ExitCode, print } from "../../command-io.ts";
import { pluralize } from "../../report/format.ts";
import { roomOn, type Terminal } from "../../report/terminal.ts";
import { attributesWithEvidence } from "./choose-attribute.ts";
import type { ChosenResults } from "./choose-results.ts";
import { type ListedResult, listedResult, listLines } from "./result-list.ts";
import type { ResultsFile } from "./results-file.ts";

/** What the list says of the wanted results. */
interface ResultList {
  readonly results: readonly ListedResult[];
  /** Where each question of the whole file stands, from 0. */
  readonly places: ReadonlyMap<string, number>;
  /** What any of them has evidence for. */
  readonly attributes: ReadonlySet<string>;
  readonly kind: ResultsFile["kind"];
}

/** Reads a file once and keeps a line of each wanted result. */
export async function listOf(
  file: ResultsFile,
  { isWanted }: ChosenResults,
  terminal: Terminal,
): Promise<ResultList> {
  const results: ListedResult[] = [];
  const places = new Map<string, number>();
  const attributes = new Set<string>();
  for await (const result of file.read()) {
    const { questionId } = result.metadata;
    if (!places.has(questionId)) places.set(questionId, places.size);
    if (!isWanted(result)) continue;
    results.push(listedResult(result, terminal));
    for (const name of attributesWithEvidence(result)) attributes.add(name);
  }
  return { results, places, attributes, kind: file.kind };
}

/** Prints the list, how to show one of its results, and of a log what places in it are. */
export function printList(
  { results, places, kind }: ResultList,
  listCommand: string,
  { terminal, io }: { readonly terminal: Terminal; readonly io: CommandIo },
): ExitCode {
  const questions = new Set(results.map(({ questionId }) => questionId)).size;
  print(io, `${pluralize(results.length, "result")} of ${pluralize(questions, "question")}\n`);
  for (const line of listLines(results, (id) => places.get(id), roomOn(terminal))) print(io, line);
  const [first] = results;
  const place = first === undefined ? 0 : (places.get(first.questionId) ?? 0);
  print(io, `\nTo show one, name its place or id: ${listCommand} --question ${place}`);
  if (kind === "log") {
    print(io, "A log has results as they were finished: these places may not be those of the benchmark.");
  }
  return 0;
}
