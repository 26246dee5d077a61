import { costlyJson, isJsonObject, type JsonObject, KareninaError, tryParseJson } from "../../base/index.ts";
import type { TextLine } from "./read-lines.ts";

/** What a line of a log is about. */
export interface LineHead {
  /** `result`: a finished task; `walk`: a walk through a scenario that has ended. */
  readonly kind: "result" | "walk";
  /** The key of the task; null in the line of a walk. */
  readonly task: string | null;
  /** The key of the walk; null for a task that is no turn of one. */
  readonly walk: string | null;
  /** Where the question or the scenario stands in the run, from 0; null in logs of before. */
  readonly place: number | null;
}

/** Where the result of a task, or a walk, stands in a log. */
export interface LinePlace extends Pick<TextLine, "number" | "start" | "length">, LineHead {}

/** A line of a log, read as JSON. */
interface LineEntry extends LineHead {
  /** The result or the walk in its stored form. */
  readonly content: JsonObject;
}

/** The part of a line that reading an entry needs. */
export type EntryLine = Pick<TextLine, "text" | "number">;

/** What a line is about, and what it holds as JSON; the whole line is read, so that damage is found before anyone relies on it. */
export const parseEntry = (line: EntryLine, file: string): LineEntry =>
  parseEntryText(line.text, (reason) => damaged(line, file, reason));

/** The same of a line wherever it stands. @param damagedHere the error for a line that is no entry, by what is wrong with it */
export function parseEntryText(text: string, damagedHere: (reason: string) => KareninaError): LineEntry {
  const costly = costlyJson(text);
  if (costly !== undefined) throw damagedHere(costly);
  const json = tryParseJson(text);
  if (json === undefined) throw damagedHere("it is not JSON");
  if (!isJsonObject(json)) throw damagedHere("it is not a JSON object");
  const { task = null, walk = null, place = null } = json;
  if (walk !== null && typeof walk !== "string") throw damagedHere('its "walk" is no text');
  const kind = task === null && walk !== null ? "walk" : "result";
  if (kind === "result" && typeof task !== "string") throw damagedHere('it has no "task"');
  const content = json[contentKeys[kind]];
  if (!isJsonObject(content)) throw damagedHere(`it has no "${contentKeys[kind]}"`);
  const isPlace = typeof place === "number" && Number.isSafeInteger(place) && place >= 0;
  if (place !== null && !isPlace) throw damagedHere('its "place" is no whole number from 0');
  return { kind, task: typeof task === "string" ? task : null, walk, place: isPlace ? place : null, content };
}

/** What a line holds stands under this key. */
const contentKeys = { result: "result", walk: "record" } as const;

/** A line of a log with its end; what it is about comes first, so that it can be read without the rest. */
export function renderEntry({ kind, task, walk, place }: LineHead, content: JsonObject): string {
  const head = {
    ...(task !== null && { task }),
    ...(walk !== null && { walk }),
    ...(place !== null && { place }),
  };
  return `${JSON.stringify(head).slice(0, -1)},"${contentKeys[kind]}":${JSON.stringify(content)}}\n`;
}

/** True when a line is a whole entry, although its line end may be missing. */
export function isWholeEntry(text: string): boolean {
  return costlyJson(text) === undefined && isJsonObject(tryParseJson(text));
}

const brace = 0x7d;
/** A text that JSON escapes nothing of. */
const plain = String.raw`"([^"\\]*)"`;
const head = new RegExp(
  String.raw`^\{(?:"task":${plain},)?(?:"walk":${plain},)?(?:"place":(0|[1-9]\d{0,14}),)?"(result|record)":\{`,
);
/** So many bytes hold the beginning of any line with keys as this program makes them. */
const headBytes = 400;

/**
 * What a line as this program writes them is about, in front of what it holds, which is not looked at; undefined for any
 * other line, for keys that JSON escapes, and for long ones.
 */
export function entryHead(line: Buffer): LineHead | undefined {
  if (line.at(-1) !== brace || line.at(-2) !== brace) return undefined;
  const found = head.exec(line.toString("utf8", 0, headBytes));
  if (found === null) return undefined;
  const [, task = null, walk = null, place, key] = found;
  const kind = task === null && walk !== null ? "walk" : "result";
  if (contentKeys[kind] !== key || (task === null && walk === null)) return undefined;
  return { kind, task, walk, place: place === undefined ? null : Number(place) };
}

/** The error for a line that is no entry. */
export function damaged(line: Pick<EntryLine, "number">, file: string, reason: string): KareninaError {
  return new KareninaError("file_unreadable", `${file} line ${line.number} is damaged: ${reason}.`, {
    hint: "Remove the line to go on without that result.",
  });
}
