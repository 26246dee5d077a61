import { randomBytes } from "node:crypto";
import { createReadStream, writeSync } from "node:fs";
import { type FileHandle, lstat, open, rename, rm, writeFile } from "node:fs/promises";
import { isJsonObject, messageOf, readErrorCode, splitLines, tryParseJson } from "../../base/index.ts";
import type { PaidReply } from "../../models/recording/index.ts";

/** Tasks that share replies, as the JSON of a list of their keys. */
type Unit = string;

/** Replies beside a log, each of a unit of tasks that not all have a result in the log. */
export interface PaidFile {
  /** What was left of a unit, by the keys of calls, as JSON. */
  readonly left: ReadonlyMap<Unit, ReadonlyMap<string, string>>;
  /** Resolves when the replies are with the operating system. Rejects, then and ever after, when they cannot be. */
  add(unit: Unit, replies: readonly PaidReply[]): Promise<void>;
  /** Nobody needs the replies of a unit any more. */
  forget(unit: Unit): void;
  /** Removes the file where nothing in it is needed any more. */
  close(): Promise<void>;
}

/** What a file of replies is opened with. */
interface PaidFileOptions {
  /** Tells the run of the log from all others. */
  readonly run: string;
  /** Who may read the log may read what is kept beside it, and nobody else: bits as `stat` has them. */
  readonly mode: number;
  /** False for a unit whose tasks all have a result. */
  readonly isOpen: (tasks: readonly string[]) => boolean;
  /** Told what of the file cannot be used. */
  readonly notify: (text: string) => void;
  /** So many bytes may be in it that nobody needs, or as many as somebody needs. Default 4 MB. */
  readonly mostUseless?: number;
}

const format = "karenina/paid-replies";
const version = 1;
const keyPattern = /^[0-9a-f]{64}$/;

/** Where a line stands in the file, in bytes. */
interface Place {
  readonly start: number;
  readonly length: number;
}

/**
 * Opens the file, and forgets in it what nobody needs and what another run has left; there is none before the first reply. Lines are
 * appended, what is useless among them is taken away from time to time.
 *
 * @returns undefined where something else is in its place, which stays as it is
 */
export async function openPaidFile(
  file: string,
  { run, mode, isOpen, notify, mostUseless = 4e6 }: PaidFileOptions,
): Promise<PaidFile | undefined> {
  const found = await readPaidFile(file, run, isOpen);
  if (typeof found === "string") {
    notify(
      `${file} is in the place of the replies that are kept until their tasks have a result, and ${found}. It stays as it is, and none are kept: what is under way when the run is killed is paid again.`,
    );
    return undefined;
  }
  const { left, damaged } = found;
  if (damaged > 0)
    notify(`${damaged} of the replies in ${file} cannot be read; their models are asked again.`);
  const places = new Map<Unit, Place[]>();
  let handle: FileHandle | undefined;
  let size = 0;
  let needed = 0;
  let broken: unknown;
  let waiting: { readonly unit: Unit; readonly line: Buffer }[] = [];
  let beginning: Promise<void> | undefined;
  /** What nobody needs since the file is begun anew. */
  const forgotten = new Set<Unit>();

  function placed(unit: Unit, length: number): void {
    const known = places.get(unit);
    if (known === undefined) places.set(unit, [{ start: size, length }]);
    else known.push({ start: size, length });
    size += length;
    needed += length;
  }

  function drop(unit: Unit): void {
    for (const { length } of places.get(unit) ?? []) needed -= length;
    places.delete(unit);
  }

  /** Begins a file, in place of the one that is there, with these lines. */
  async function begin(lines: readonly (readonly [Unit, Buffer])[]): Promise<FileHandle> {
    // a name that nobody has: what is there is neither followed nor lost
    const next = `${file}.${randomBytes(8).toString("hex")}.tmp`;
    const header = Buffer.from(`${JSON.stringify({ format, version, run })}\n`);
    try {
      await writeFile(next, Buffer.concat([header, ...lines.map(([, line]) => line)]), { flag: "wx", mode });
      await handle?.close();
      handle = undefined;
      await rename(next, file);
    } catch (error) {
      await rm(next, { force: true });
      throw error;
    }
    handle = await open(file, "a+");
    places.clear();
    [size, needed] = [header.length, 0];
    for (const [unit, line] of lines) placed(unit, line.length);
    for (const unit of forgotten) drop(unit);
    forgotten.clear();
    return handle;
  }

  /** What is needed of the file, as it is there. */
  async function neededLines(): Promise<(readonly [Unit, Buffer])[]> {
    const lines: (readonly [Unit, Buffer])[] = [];
    for (const [unit, ofUnit] of places)
      for (const { start, length } of ofUnit) {
        const line = Buffer.alloc(length);
        await handle?.read(line, 0, length, start);
        lines.push([unit, line]);
      }
    return lines;
  }

  /** Lines go to the operating system at once: for so few bytes a thread of their own costs many times what they do. */
  function write({ fd }: FileHandle): void {
    const rows = waiting;
    waiting = [];
    const bytes = Buffer.concat(rows.map(({ line }) => line));
    for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
    for (const { unit, line } of rows) placed(unit, line.length);
  }

  async function beginAndWrite(): Promise<void> {
    try {
      write(await begin(await neededLines()));
    } finally {
      beginning = undefined;
    }
  }

  if (left.size > 0) await begin([...left].flatMap(([unit, replies]) => linesOf(unit, replies)));
  else await rm(file, { force: true });
  return {
    left,
    async add(unit, replies) {
      if (broken !== undefined) throw broken;
      for (const { key, reply } of replies) waiting.push({ unit, line: lineOf(unit, key, reply) });
      try {
        const isFull = size - needed > Math.max(mostUseless, needed);
        if (beginning === undefined && handle !== undefined && !isFull) return write(handle);
        beginning ??= beginAndWrite();
        await beginning;
      } catch (error) {
        // half a line must not be followed by others
        broken = error;
        waiting = [];
        throw error;
      }
    },
    forget(unit) {
      if (beginning !== undefined) forgotten.add(unit);
      drop(unit);
      left.delete(unit);
    },
    async close() {
      await beginning?.catch(() => undefined);
      const isNeeded = places.size > 0;
      if (isNeeded && needed < size && broken === undefined) await begin(await neededLines());
      await handle?.close();
      if (!isNeeded) await rm(file, { force: true });
    },
  };
}

/** What a file holds of units that are open, and how many lines are damaged; or why it is no file of replies of ours. */
async function readPaidFile(
  file: string,
  run: string,
  isOpen: PaidFileOptions["isOpen"],
): Promise<{ readonly left: Map<Unit, Map<string, string>>; readonly damaged: number } | string> {
  const left = new Map<Unit, Map<string, string>>();
  let damaged = 0;
  try {
    const about = await lstat(file);
    if (!about.isFile()) return "is no file";
    if (about.size === 0) return { left, damaged };
    const lines = splitLines(createReadStream(file), file, { passesLong: true });
    for await (const { bytes, number, ended } of lines) {
      const line = tryParseJson(bytes.toString("utf8"));
      if (number === 1) {
        const isOurs = isJsonObject(line) && line.format === format;
        if (!isOurs) return "holds something else";
        if (line.version !== version) return "is of another version of karenina";
        if (line.run !== run) return { left, damaged };
      } else if (isJsonObject(line) && isRow(line)) {
        const { tasks, key, reply } = line;
        if (!isOpen(tasks)) continue;
        const unit = JSON.stringify(tasks);
        const replies = left.get(unit) ?? new Map<string, string>();
        left.set(unit, replies.set(key, JSON.stringify(reply)));
      } else if (ended) damaged += 1;
    }
    return { left, damaged };
  } catch (error) {
    return readErrorCode(error) === "ENOENT" ? { left, damaged } : `cannot be read: ${messageOf(error)}`;
  }
}

/** What stands in a line. */
interface Row {
  readonly tasks: readonly string[];
  readonly key: string;
  readonly reply: object;
}

function isRow(line: object): line is Row {
  const { tasks, key, reply } = line as { [Name in keyof Row]?: unknown };
  return isTexts(tasks) && typeof key === "string" && keyPattern.test(key) && isJsonObject(reply);
}

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === "string");

const lineOf = (unit: Unit, key: string, reply: string): Buffer =>
  Buffer.from(`{"tasks":${unit},"key":"${key}","reply":${reply}}\n`);

const linesOf = (unit: Unit, replies: ReadonlyMap<string, string>) =>
  [...replies].map(([key, reply]) => [unit, lineOf(unit, key, reply)] as const);
