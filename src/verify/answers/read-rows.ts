import { isUtf8 } from "node:buffer";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  KareninaError,
  longestText,
  messageOf,
  readJsonFile,
  refuseSpecialInput,
  refuseUnsafeJson,
  splitLines,
} from "../../base/index.ts";
import { isPackedFile } from "../../result/index.ts";
import { type AnswerFields, fieldPaths } from "./answer-fields.ts";
import { isOtlp, type Span, spansOf } from "./otlp-spans.ts";
import { answersOfSpans } from "./span-answers.ts";
import {
  type FileRow,
  isStoredAnswer,
  readAnswer,
  type StoredAnswer,
  type UnusedRow,
} from "./stored-answer.ts";

/** A file of answers that another program has written, or our own results. */
export type AnswerRows =
  | { readonly kind: "results" }
  | {
      readonly kind: "rows";
      /** What a place counts: `line` or `entry`. */
      readonly unit: "line" | "entry";
      /** When the file was last written: ISO 8601 in UTC. */
      readonly timestamp: string;
      readonly rows: AsyncIterable<FileRow | StoredAnswer | UnusedRow>;
    };

const hint =
  "Give answers as JSONL, one object on each line, as CSV with names in its first row, as a JSON list of objects, as spans of OpenTelemetry in JSON, as prepared answers, or as results of a run.";

/**
 * Opens a file of answers: JSONL, CSV, a JSON list, spans, prepared answers, or results of ours. Which of them, its ending and its content say. A line of
 * JSONL that is none comes back with what is wrong with it; what keeps a whole JSON file from being read is an error.
 *
 * @throws KareninaError `file_not_found`, `file_unreadable`, or `invalid_input` for a file of another kind.
 */
export async function openAnswerRows(
  file: string,
  workingDirectory: string,
  fields: AnswerFields,
): Promise<AnswerRows> {
  const full = path.resolve(workingDirectory, file);
  const about = await stat(full).catch(() => undefined);
  if (about === undefined)
    throw new KareninaError("file_not_found", `Found no answers at ${file}.`, { hint });
  if (about.isDirectory())
    throw new KareninaError("file_unreadable", `${file} is a folder, not a file of answers.`, { hint });
  await refuseSpecialInput(full, file);
  const timestamp = about.mtime.toISOString();
  // of what is packed only our own results are read
  if (await isPackedFile(full).catch(() => false)) return { kind: "results" };
  if (isLines(full)) {
    const rows = lineRows(full, file);
    const { unreadable, first } = await firstRow(rows);
    if (isResults(first?.value)) {
      await rows.return(undefined);
      return { kind: "results" };
    }
    const all = continued(first === undefined ? unreadable : [...unreadable, first], rows);
    if (isOtlp(first?.value)) return { kind: "rows", unit: "entry", timestamp, rows: spanRows(all, fields) };
    return { kind: "rows", unit: "line", timestamp, rows: all };
  }
  if (path.extname(full).toLowerCase() === ".csv") {
    const { csvRows } = await import("./csv-rows.ts");
    return { kind: "rows", unit: "line", timestamp, rows: csvRows(full, file) };
  }
  const json = await readJsonFile(full, file);
  if (isResults(json)) return { kind: "results" };
  if (isOtlp(json)) {
    return { kind: "rows", unit: "entry", timestamp, rows: spanRows(entryRows([json]), fields) };
  }
  if (isPrepared(json)) return { kind: "rows", unit: "entry", timestamp, rows: preparedRows(json) };
  if (isJsonObject(json) && Array.isArray(json.answers))
    return { kind: "rows", unit: "entry", timestamp, rows: entryRows(json.answers) };
  if (!Array.isArray(json))
    throw new KareninaError(
      "invalid_input",
      `${file}: expected a list of objects, found another JSON value.`,
      {
        hint,
      },
    );
  return { kind: "rows", unit: "entry", timestamp, rows: entryRows(json) };
}

const isLines = (file: string): boolean => [".jsonl", ".ndjson"].includes(path.extname(file).toLowerCase());

/** The header of a log, the whole of an export, or a row of one. */
const isResults = (json: unknown): boolean =>
  isJsonObject(json) &&
  (json.format === "karenina-results" ||
    (Array.isArray(json.results) && ("format_version" in json || "metadata" in json)) ||
    (isJsonObject(json.metadata) && "question_id" in json.metadata && "template" in json));

async function* lineRows(full: string, name: string): AsyncGenerator<FileRow | UnusedRow> {
  const lines = splitLines(createReadStream(full), name, { passesLong: true });
  for await (const { bytes, number, ended, isTooLong } of lines) {
    if (isTooLong) {
      yield { place: number, reason: `is longer than ${longestText / 2 ** 20} MiB` };
      continue;
    }
    if (!isUtf8(bytes)) {
      yield { place: number, reason: "is not UTF-8 text" };
      continue;
    }
    const text = bytes.toString("utf8").replace(/^\uFEFF/, "");
    if (text.trim() === "") continue;
    try {
      refuseUnsafeJson(text, "the line");
      yield { place: number, value: JSON.parse(text) };
    } catch (error) {
      const cut = ended ? "" : "; it was perhaps cut off while it was written";
      const why = messageOf(error).replace(/\.$/, "");
      yield { place: number, reason: `is not JSON that can be read: ${why}${cut}` };
    }
  }
}

/** The first row that can be read says what the file holds: a line before it may have been cut off. */
async function firstRow(
  rows: AsyncGenerator<FileRow | UnusedRow>,
): Promise<{ readonly unreadable: readonly UnusedRow[]; readonly first: FileRow | undefined }> {
  const unreadable: UnusedRow[] = [];
  for (;;) {
    const { done, value } = await rows.next();
    if (done === true) return { unreadable, first: undefined };
    if ("value" in value) return { unreadable, first: value };
    unreadable.push(value);
  }
}

async function* continued(
  first: readonly (FileRow | UnusedRow)[],
  rest: AsyncGenerator<FileRow | UnusedRow>,
): AsyncGenerator<FileRow | UnusedRow> {
  yield* first;
  yield* rest;
}

async function* entryRows(list: readonly JsonValue[]): AsyncGenerator<FileRow> {
  for (const [index, value] of list.entries()) yield { place: index + 1, value };
}

/** Spans belong together wherever they stand in the file. */
async function* spanRows(
  exports: AsyncIterable<FileRow | UnusedRow>,
  fields: AnswerFields,
): AsyncGenerator<StoredAnswer | UnusedRow> {
  const spans: (Span | undefined)[] = [];
  for await (const row of exports)
    for (const span of "value" in row ? spansOf(row.value) : [undefined]) spans.push(span);
  yield* answersOfSpans(spans, fields);
}

const usualPaths = fieldPaths({});

const keyForm = /^[0-9a-f]{32}$/;

/** Answers by the MD5 of their questions, as the Python system keeps them. */
const isPrepared = (json: JsonValue): json is JsonObject =>
  isJsonObject(json) && Object.keys(json).length > 0 && Object.keys(json).every((key) => keyForm.test(key));

async function* preparedRows(json: JsonObject): AsyncGenerator<StoredAnswer | UnusedRow> {
  for (const [index, [questionKey, answer]] of Object.entries(json).entries()) {
    const read = readAnswer({ answer }, index + 1, usualPaths);
    yield isStoredAnswer(read) ? { ...read, questionKey } : read;
  }
}
