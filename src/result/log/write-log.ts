import { ftruncateSync, writeSync } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { type JsonObject, KareninaError, messageOf, refusePipeOutput } from "../../base/index.ts";
import { lockOutput } from "../output-lock.ts";
import { resultToJson } from "../result-json.ts";
import { type ScenarioExecutionResult, walkToJson } from "../scenario-execution-result.ts";
import type { VerificationResult } from "../verification-result.ts";
import { lookThrough } from "./index-log.ts";
import { isWholeEntry, renderEntry } from "./log-entry.ts";
import {
  hasStoredRows,
  type NewResultLogHeader,
  parseLogHeader,
  type ReadLogHeader,
  renderLogHeader,
} from "./log-header.ts";
import type { LineNotes, TurnNotes } from "./log-line.ts";
import { isPackedName } from "./log-name.ts";
import { resultToLogRow, walkToLogRow } from "./log-row.ts";
import { openPacker, type Packer } from "./packed/pack-lines.ts";
import { endOfPacked } from "./packed/packed-end.ts";
import { isPackedFile } from "./packed/read-packed.ts";
import { unreadable } from "./read-lines.ts";
import { firstLine, isTornHeader } from "./read-log.ts";
import { dropIndex, storeIndex, worthPackedIndex } from "./stored-index.ts";

/**
 * An open log. Lines are written in the order of the calls, each by one write; nothing is ever rewritten, of a packed log neither.
 */
export interface ResultLogWriter {
  /** Bytes of a torn last line that were removed when the log was opened. */
  readonly removedBytes: number;
  /**
   * Hands the line to the operating system: at once, or, where the log is packed, by the time the promise resolves. Throws
   * `file_unwritable`, and then for every later line too.
   *
   * @param notes of a turn the key of its walk
   */
  append(task: string, result: VerificationResult, notes?: LineNotes & TurnNotes): void | Promise<void>;
  /** The same for a walk that has ended, of which the last line with its key counts. */
  appendWalk(walk: string, record: ScenarioExecutionResult, notes?: LineNotes): void | Promise<void>;
  /** Flushes to disk, keeps an index beside a long log, and closes. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** What is known of a log that is opened. */
interface OpenLogOptions {
  /** One that has lines is refused. Default false. */
  readonly isNew?: boolean;
  /** The caller holds its lock, by {@link lockOutput}, for longer than it is open. Default false. */
  readonly isLocked?: boolean;
}

/**
 * Opens a log for appending; a new one is packed where its name ends in `.zst`. A new or empty file gets the header; an existing one must be of the same benchmark and
 * settings, and a last line torn by a crash is removed. One process at a time may write a log. Throws `invalid_input` (another file, benchmark or settings, or
 * one that should be new), `format_from_future`, `file_unreadable` or `file_unwritable`.
 *
 * @example
 * await using log = await openResultLog("run.jsonl", { benchmark, configFingerprint, startedAt });
 * await log.append(taskKey(task), result);
 */
export async function openResultLog(
  file: string,
  header: NewResultLogHeader,
  { isNew = false, isLocked = false }: OpenLogOptions = {},
): Promise<ResultLogWriter> {
  await refusePipeOutput(file);
  await using opened = new AsyncDisposableStack();
  if (!isLocked) opened.use(await guard(file, () => lockOutput(file)));
  const size = await sizeOf(file);
  if (isNew && size > 0)
    throw new KareninaError("invalid_input", `The results log ${file} exists.`, {
      hint: "Choose another file.",
    });
  const start = size === 0 ? fresh(file) : await inspectExisting(file, size, header);
  const packer = start.isPacked ? openPacker() : undefined;
  const handle = opened.use(await guard(file, () => open(file, "a")));
  await dropIndex(file);
  await guard(file, async () => {
    if (start.keep < size) await handle.truncate(start.keep);
    const text = start.keep === 0 ? `${renderLogHeader(header)}\n` : start.missing;
    const bytes = text === "" ? [] : [await bytesToWrite(text, packer)];
    await handle.appendFile(Buffer.concat([...(start.ending ? [start.ending] : []), ...bytes]));
  });
  return await writerOf(file, handle, {
    removedBytes: size - start.keep,
    rows: start.rows,
    packer,
    opened: opened.move(),
  });
}

interface Start {
  /** How many bytes of the file stay. */
  readonly keep: number;
  /** What must be added before the next line. */
  readonly missing: "" | "\n";
  /** What a packed log lacks before that. */
  readonly ending?: Buffer;
  readonly isPacked: boolean;
  /** How results and walks are written: as in the lines that are there. */
  readonly rows: RowForm;
}

interface RowForm {
  readonly ofResult: (result: VerificationResult) => JsonObject;
  readonly ofWalk: (walk: ScenarioExecutionResult) => JsonObject;
}

const newRows: RowForm = { ofResult: resultToLogRow, ofWalk: walkToLogRow };
const storedRows: RowForm = { ofResult: resultToJson, ofWalk: walkToJson };

const fresh = (file: string): Start => ({
  ...{ keep: 0, missing: "", rows: newRows },
  isPacked: isPackedName(file),
});

async function inspectExisting(file: string, size: number, header: NewResultLogHeader): Promise<Start> {
  const first = await firstLine(file);
  if (isTornHeader(first)) return fresh(file);
  const existing = parseLogHeader(first.text, file);
  requireSameRun(file, header, existing);
  const rows = hasStoredRows(existing) ? storedRows : newRows;
  if (await isPackedFile(file)) return { ...(await endOfPacked(file)), rows, isPacked: true };
  const isPacked = false;
  const end = await endOfLastLine(file, size);
  if (end === size) return { keep: size, missing: "", rows, isPacked };
  return isWholeEntry(await textFrom(file, end, size))
    ? { keep: size, missing: "\n", rows, isPacked }
    : { keep: end, missing: "", rows, isPacked };
}

function requireSameRun(file: string, header: NewResultLogHeader, existing: ReadLogHeader): void {
  const differs =
    existing.benchmark.fingerprint !== header.benchmark.fingerprint
      ? "benchmark"
      : existing.configFingerprint !== header.configFingerprint
        ? "settings"
        : undefined;
  if (differs === undefined) return;
  throw new KareninaError(
    "invalid_input",
    `${file} holds results of other ${differs}; results cannot be added to it.`,
    {
      hint: "Choose another file, or go back to what that run was started with.",
    },
  );
}

/** Where the part after the last line end begins. Torn bytes need not be text, so they are looked at as bytes. */
async function endOfLastLine(file: string, size: number): Promise<number> {
  await using handle = await open(file, "r");
  const buffer = Buffer.alloc(64 * 1024);
  for (let end = size; end > 0; ) {
    const start = Math.max(0, end - buffer.length);
    const { bytesRead } = await handle.read(buffer, 0, end - start, start);
    const at = buffer.subarray(0, bytesRead).lastIndexOf(0x0a);
    if (at !== -1) return start + at + 1;
    end = start;
  }
  return 0;
}

async function textFrom(file: string, start: number, end: number): Promise<string> {
  await using handle = await open(file, "r");
  const buffer = Buffer.alloc(end - start);
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, start);
  return buffer.toString("utf8", 0, bytesRead);
}

async function writerOf(
  file: string,
  handle: FileHandle,
  {
    removedBytes,
    rows,
    packer,
    opened,
  }: Pick<Start, "rows"> & {
    readonly removedBytes: number;
    readonly packer: Packer | undefined;
    readonly opened: AsyncDisposableStack;
  },
): Promise<ResultLogWriter> {
  let size = (await handle.stat()).size;
  let broken: KareninaError | undefined;
  let closed = false;
  let tail: Promise<void> = Promise.resolve();

  /** A thread of its own costs many times what handing over so few bytes does. */
  const write = (line: Buffer) => {
    if (broken) throw broken;
    try {
      for (let done = 0; done < line.length; ) done += writeSync(handle.fd, line, done);
      size += line.length;
    } catch (error) {
      broken = unwritable(file, error);
      removeAfter(handle, size);
      throw broken;
    }
  };

  const add = (line: string) => {
    if (packer === undefined) return write(Buffer.from(line));
    const written = tail.then(async () => write(await packer.pack(line)));
    tail = written.catch(() => {});
    return written;
  };

  return {
    removedBytes,
    append: (task, result, { place = null, walk = null } = {}) =>
      add(renderEntry({ kind: "result", task, walk, place }, rows.ofResult(result))),
    appendWalk: (walk, record, { place = null } = {}) =>
      add(renderEntry({ kind: "walk", task: null, walk, place }, rows.ofWalk(record))),
    async [Symbol.asyncDispose]() {
      if (closed) return;
      closed = true;
      await tail;
      try {
        await guard(file, async () => {
          if (packer && !broken) await handle.appendFile(await packer.end());
          await handle.sync();
        });
        await storeIndex(file, () => lookThrough(file), packer && worthPackedIndex);
      } finally {
        await opened.disposeAsync();
      }
    },
  };
}

/** Half a line in the middle would damage the log for good. */
function removeAfter({ fd }: FileHandle, size: number): void {
  try {
    ftruncateSync(fd, size);
  } catch {
    // the line that cannot be written is what is told; a torn last line is removed when the log is opened
  }
}

const bytesToWrite = async (text: string, packer: Packer | undefined): Promise<Buffer> =>
  (await packer?.pack(text)) ?? Buffer.from(text);

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    const known = unreadable(file, error);
    if (known.code === "file_not_found") return 0;
    throw known;
  }
}

async function guard<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (KareninaError.isInstance(error)) throw error;
    throw unwritable(file, error);
  }
}

function unwritable(file: string, error: unknown): KareninaError {
  return new KareninaError("file_unwritable", `Cannot write ${file}: ${messageOf(error)}.`, {
    hint: "Check that the folder exists, that you may write to it, and that the disk has room.",
    cause: error,
  });
}
