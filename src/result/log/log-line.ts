import { KareninaError } from "../../base/index.ts";
import { type ScenarioExecutionResult, walkFromJson } from "../scenario-execution-result.ts";
import type { VerificationResult } from "../verification-result.ts";
import { parseEntryText, renderEntry } from "./log-entry.ts";
import { resultFromLogRow, resultToLogRow, walkToLogRow } from "./log-row.ts";

/** What a line says beside what it holds. */
export interface LineNotes {
  /** Where the question or the scenario stands in the run, from 0. */
  readonly place?: number | undefined;
}

/** The same of a turn. */
export interface TurnNotes {
  /** The key of the walk that the task is a turn of. */
  readonly walk?: string | undefined;
}

/** The line of a result in a log, with its end. */
export const resultLine = (
  task: string,
  result: VerificationResult,
  { place, walk }: LineNotes & TurnNotes = {},
): string =>
  renderEntry({ kind: "result", task, walk: walk ?? null, place: place ?? null }, resultToLogRow(result));

/** The line of a walk that has ended, with its end. */
export const walkLine = (walk: string, record: ScenarioExecutionResult, { place }: LineNotes = {}): string =>
  renderEntry({ kind: "walk", task: null, walk, place: place ?? null }, walkToLogRow(record));

/** What a line holds. */
export type LineContent =
  | { readonly kind: "result"; readonly result: VerificationResult }
  | { readonly kind: "walk"; readonly record: ScenarioExecutionResult };

/** Where a line stands that is in no file. */
export interface LineSource {
  /** Such as "Row 7 of run 519b15f7 in sqlite:runs.db". */
  readonly name: string;
  /** What to do where it is damaged. */
  readonly hint: string;
}

/** Reads a line as {@link resultLine} and {@link walkLine} make it. Throws `file_unreadable` for one that is damaged. */
export function readLogLine(text: string, source: LineSource): LineContent {
  const { kind, content } = entryOf(text, source);
  return kind === "walk"
    ? { kind, record: walkFromJson(content, source.name) }
    : { kind, result: resultFromLogRow(content, source.name) };
}

/** Checks that a text is one whole line of a log, without reading what it holds. Throws as {@link readLogLine}. */
export const requireLogLine = (text: string, source: LineSource): void => void entryOf(text, source);

function entryOf(text: string, { name, hint }: LineSource) {
  const damagedHere = (reason: string) =>
    new KareninaError("file_unreadable", `${name} is damaged: ${reason}.`, { hint });
  if (text.includes("\n")) throw damagedHere("it has several lines");
  return parseEntryText(text, damagedHere);
}
