import { readFile, rm, stat } from "node:fs/promises";
import {
  isJsonObject,
  type JsonObject,
  sha256,
  tryParseJson,
  writeFileAtomically,
} from "../../base/index.ts";
import type { LinePlace } from "./log-entry.ts";
import type { Frame } from "./packed/read-packed.ts";

/** What a log holds, beside its header: what {@link storeIndex} keeps of it. */
interface LogLines {
  readonly places: ReadonlyMap<string, LinePlace>;
  readonly walks: ReadonlyMap<string, LinePlace>;
  /** The frames of a packed log; absent: it is plain. */
  readonly frames?: readonly Frame[];
}

/** Shorter logs are looked through as soon as an index is read, in bytes. */
const worthIndex = 16e6;
/** The same of a packed log. */
export const worthPackedIndex = 2e6;
const format = "karenina/log-index";
const version = 3;

const indexFile = (log: string) => `${log}.index`;

/** Which state of a log an index is of; undefined: there is none that could have one. */
async function stateOf(log: string): Promise<{ bytes: number; changed: string } | undefined> {
  const found = await stat(log, { bigint: true }).catch(() => undefined);
  return found?.isFile() ? { bytes: Number(found.size), changed: `${found.mtimeNs}` } : undefined;
}

/**
 * Keeps beside a long log where its lines stand, so that it need not be looked through again; nothing where there is no room for
 * that, or the log is short.
 *
 * @param read looks through the log
 * @param longerThan what is long, in bytes
 */
export async function storeIndex(
  log: string,
  read: () => Promise<LogLines & { readonly tornLine: number | null }>,
  longerThan: number = worthIndex,
): Promise<void> {
  const state = await stateOf(log);
  if (state === undefined || state.bytes <= longerThan) return;
  // whoever reads the log is told what is wrong with it
  const found = await read().catch(() => undefined);
  if (found === undefined || found.tornLine !== null) return;
  const { places, walks, frames } = found;
  const lines = JSON.stringify({
    ...{ results: columnsOf(places.values()), walks: columnsOf(walks.values()) },
    ...(frames && { frames: frameColumns(frames) }),
  });
  const head = JSON.stringify({ format, version, log: state, digest: digestOf(state, lines) });
  // whoever reads the log does without it
  await writeFileAtomically(indexFile(log), `${head}\n${lines}\n`).catch(() => undefined);
}

/** Takes away the index of a log that will change. */
export async function dropIndex(log: string): Promise<void> {
  await rm(indexFile(log), { force: true }).catch(() => undefined);
}

/** What is kept beside a log of its lines; undefined: nothing, or not of what it holds now. */
export async function storedIndex(log: string): Promise<LogLines | undefined> {
  const state = await stateOf(log);
  if (state === undefined) return undefined;
  const file = await stat(indexFile(log)).catch(() => undefined);
  if (file === undefined || !file.isFile() || file.size > state.bytes) return undefined;
  const [first = "", lines = ""] = (await readFile(indexFile(log), "utf8").catch(() => "")).split("\n");
  const head = tryParseJson(first);
  if (!isJsonObject(head) || head.format !== format || head.version !== version) return undefined;
  const of = isJsonObject(head.log) ? head.log : {};
  if (of.bytes !== state.bytes || of.changed !== state.changed) return undefined;
  if (head.digest !== digestOf(state, lines)) return undefined;
  const index = tryParseJson(lines);
  if (!isJsonObject(index)) return undefined;
  const frames = "frames" in index ? framesOf(index.frames, state.bytes) : [];
  const last = frames?.at(-1);
  const end = last === undefined ? state.bytes : last.textStart + last.textLength;
  const places = linesOf(index.results, { kind: "result", end });
  const walks = linesOf(index.walks, { kind: "walk", end });
  if (!places || !walks || !frames) return undefined;
  return { places, walks, ...(last !== undefined && { frames }) };
}

const frameColumns = (frames: readonly Frame[]): JsonObject => ({
  start: frames.map(({ start }) => start),
  length: frames.map(({ length }) => length),
  text: frames.map(({ textLength }) => textLength),
});

/** The frames, one behind the other; undefined where something is not as it is written. */
function framesOf(columns: unknown, end: number): readonly Frame[] | undefined {
  if (!isJsonObject(columns)) return undefined;
  const list = (name: string) => (Array.isArray(columns[name]) ? columns[name] : []);
  const [starts, lengths, texts] = [list("start"), list("length"), list("text")];
  const frames: Frame[] = [];
  let [last, textStart] = [0, 0];
  for (const [at, start] of starts.entries()) {
    const [length, textLength] = [lengths[at], texts[at]];
    if (!isAmount(start) || !isAmount(length) || !isAmount(textLength)) return undefined;
    if (start < last || start + length > end) return undefined;
    frames.push({ start, length, textStart, textLength });
    last = start + length;
    textStart += textLength;
  }
  return frames;
}

/** Tells whether an index is as it was written: one with a line less would hide a result. */
const digestOf = (state: object, lines: string) => sha256(`${JSON.stringify(state)}\n${lines}`);

function columnsOf(lines: Iterable<LinePlace>): JsonObject {
  const columns = {
    ...{ task: [] as (string | null)[], walk: [] as (string | null)[], place: [] as (number | null)[] },
    ...{ number: [] as number[], start: [] as number[], length: [] as number[] },
  };
  for (const line of lines) {
    columns.task.push(line.task);
    columns.walk.push(line.walk);
    columns.place.push(line.place);
    columns.number.push(line.number);
    columns.start.push(line.start);
    columns.length.push(line.length);
  }
  return columns;
}

/** The lines by their task, or walk; undefined where something is not as it is written. */
function linesOf(
  columns: unknown,
  { kind, end }: Pick<LinePlace, "kind"> & { readonly end: number },
): Map<string, LinePlace> | undefined {
  if (!isJsonObject(columns)) return undefined;
  const list = (name: string) => (Array.isArray(columns[name]) ? columns[name] : []);
  const [tasks, walks, places] = [list("task"), list("walk"), list("place")];
  const [numbers, starts, lengths] = [list("number"), list("start"), list("length")];
  const lines = new Map<string, LinePlace>();
  for (const [at, task] of tasks.entries()) {
    const [walk, place, number, start, length] = [
      walks[at],
      places[at],
      numbers[at],
      starts[at],
      lengths[at],
    ];
    const key = kind === "walk" ? walk : task;
    if (typeof key !== "string" || lines.has(key)) return undefined;
    if (!isTextOrNull(task) || !isTextOrNull(walk) || !(place === null || isAmount(place))) return undefined;
    if (!isAmount(number) || !isAmount(start) || !isAmount(length) || start + length > end) return undefined;
    lines.set(key, { kind, task, walk, place, number, start, length });
  }
  return lines;
}

const isTextOrNull = (value: unknown): value is string | null => value === null || typeof value === "string";
const isAmount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
