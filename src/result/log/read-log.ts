import { isJsonObject, KareninaError, messageOf } from "../../base/index.ts";
import { resultFromJson } from "../result-json.ts";
import type { VerificationResult } from "../verification-result.ts";
import { logFormat, parseLogHeader, type ResultLogHeader } from "./log-header.ts";
import { readLines, type TextLine } from "./read-lines.ts";

/** One finished task of a log. */
export interface ResultLogEntry {
  readonly task: string;
  readonly result: VerificationResult;
}

/** What a log holds, without its results. */
export interface ResultLogScan {
  readonly header: ResultLogHeader;
  /** The line of each finished task; a later line for the same task has replaced earlier ones. */
  readonly lineOfTask: ReadonlyMap<string, number>;
  /** The number of a last line that was cut off while it was written; null when there is none. */
  readonly tornLine: number | null;
}

/** How to read a log. */
export interface ReadLogOptions {
  /** Told the number of a torn last line, which is left out. */
  readonly onTornLine?: (line: number) => void;
}

/**
 * The header and the finished tasks of a log, without decoding results. Throws `file_not_found`, `file_unreadable`
 * (naming a damaged line), `invalid_input` (another kind of file) or `format_from_future`.
 */
export async function scanResultLog(file: string): Promise<ResultLogScan> {
  let header: ResultLogHeader | undefined;
  let tornLine: number | null = null;
  const lineOfTask = new Map<string, number>();
  for await (const line of readLines(file)) {
    if (header === undefined) header = parseLogHeader(line.text, file);
    else if (!line.ended && !isWholeEntry(line.text)) tornLine = line.number;
    else if (line.text !== "") lineOfTask.set(taskOf(line, file), line.number);
  }
  if (header === undefined) {
    throw new KareninaError("file_unreadable", `${file} is empty: a results log starts with a header line.`);
  }
  return { header, lineOfTask, tornLine };
}

/** The finished tasks of a log with their results, one at a time, in the order of their last lines. See {@link scanResultLog} for errors. */
export async function* readResultLogEntries(
  file: string,
  options: ReadLogOptions = {},
): AsyncGenerator<ResultLogEntry> {
  const { lineOfTask, tornLine } = await scanResultLog(file);
  if (tornLine !== null) options.onTornLine?.(tornLine);
  const wanted = new Set(lineOfTask.values());
  for await (const line of readLines(file)) {
    if (!wanted.has(line.number)) continue;
    const entry = parseLine(line, file);
    yield { task: taskOf(line, file), result: resultFromJson(entry.result, `${file} line ${line.number}`) };
  }
}

/**
 * The results of a log, one at a time: memory does not grow with the log.
 *
 * @example
 * for await (const result of readResultLog("run.jsonl")) console.log(result.metadata.questionId);
 */
export async function* readResultLog(
  file: string,
  options: ReadLogOptions = {},
): AsyncGenerator<VerificationResult> {
  for await (const { result } of readResultLogEntries(file, options)) yield result;
}

const taskPrefix = /^\{"task":\s?("(?:[^"\\]|\\.)*"),/;

/** The task of a line, from its beginning alone where it was written by us. */
function taskOf(line: TextLine, file: string): string {
  const quoted = taskPrefix.exec(line.text)?.[1];
  const task = quoted === undefined ? parseLine(line, file).task : JSON.parse(quoted);
  if (typeof task === "string") return task;
  throw damaged(line, file, 'it has no "task"');
}

function parseLine(line: TextLine, file: string): { readonly [key: string]: unknown } {
  let json: unknown;
  try {
    json = JSON.parse(line.text);
  } catch (error) {
    throw damaged(line, file, messageOf(error));
  }
  if (isJsonObject(json)) return json;
  throw damaged(line, file, "it is not a JSON object");
}

/** True when a line is a whole entry, although its line end may be missing. */
export function isWholeEntry(text: string): boolean {
  try {
    return isJsonObject(JSON.parse(text));
  } catch {
    return false;
  }
}

/** The first line of a file; one of no characters when it is empty. */
export async function firstLine(file: string): Promise<TextLine> {
  for await (const line of readLines(file)) return line;
  return { text: "", number: 1, ended: false };
}

const headerStart = `{"format":"${logFormat}"`;

/** True for what a crash before or while the header was written leaves: nothing, or a beginning of it. */
export function isTornHeader({ text, ended }: TextLine): boolean {
  return !ended && headerStart.startsWith(text.slice(0, headerStart.length)) && !isWholeEntry(text);
}

/** True for a log whose run ended before its header was written. Throws `file_not_found` or `file_unreadable`. */
export async function isUnbegunResultLog(file: string): Promise<boolean> {
  return isTornHeader(await firstLine(file));
}

function damaged(line: TextLine, file: string, reason: string): KareninaError {
  return new KareninaError("file_unreadable", `${file} line ${line.number} is damaged: ${reason}.`, {
    hint: "Remove the line to go on without that result.",
  });
}
