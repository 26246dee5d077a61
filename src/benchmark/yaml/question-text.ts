import { isMap, isSeq, type Node } from "yaml";
import { parseYaml } from "./parse-yaml.ts";
import { lineBreakOf, TextEdits } from "./text-edits.ts";
import { indented } from "./yaml-text.ts";

/** The part of a YAML file that is one question, and where it stands. */
export interface QuestionText {
  /** As it stands there, moved to the left edge, with a line break at its end. */
  readonly text: string;
  /** Its first line in the file, from 1, and how many columns stand before each of its lines. */
  readonly line: number;
  readonly column: number;
  /** In the text of the file, end excluded. */
  readonly start: number;
  readonly end: number;
}

function questionsIn(file: string): readonly Node[] {
  const reading = parseYaml(file);
  const root = reading.ok ? reading.root : null;
  const list = isMap<Node, Node | null>(root) ? root.get("questions", true) : undefined;
  return isSeq<Node>(list) ? list.items : [];
}

/** The lines of a file, from 1, in which its questions begin, in their order; empty where it has no list of questions of its own. */
export function questionLines(file: string): readonly number[] {
  let [line, seen] = [1, 0];
  return questionsIn(file).map(({ range }) => {
    const start = range?.[0] ?? seen;
    line += file.slice(seen, start).split("\n").length - 1;
    seen = start;
    return line;
  });
}

/** The text of the question at a place of a file that was read; undefined where the file has no list of questions of its own. */
export function questionTextIn(file: string, place: number): QuestionText | undefined {
  const item = questionsIn(file)[place];
  if (item === undefined) return undefined;
  const { start, end, column } = new TextEdits(file).spanOf(item);
  const text = file.slice(start, end).replaceAll("\r\n", "\n").trimEnd();
  return {
    text: `${text.replace(new RegExp(`\n {0,${column}}`, "g"), "\n")}\n`,
    line: lineAt(file, start),
    ...{ column, start, end },
  };
}

/** The file with another text in the place of a question, and how many lines that has. */
export function withQuestionText(
  file: string,
  { start, end, column }: Omit<QuestionText, "text" | "line">,
  text: string,
): { readonly text: string; readonly lines: number } {
  const plain = text.replaceAll("\r\n", "\n").trimEnd();
  // a text over several lines may have line breaks at its end
  const rest = /\s*$/.exec(file.slice(start, end))?.[0] ?? "";
  const placed = indented(plain, column).replaceAll("\n", lineBreakOf(file)) + rest;
  return { text: file.slice(0, start) + placed + file.slice(end), lines: plain.split("\n").length };
}

/** Place in a text that was put into a file. */
export interface PlaceInText {
  /** From 1; undefined: elsewhere in the file. */
  readonly line?: number;
  readonly column?: number;
  /** The keys that lead there, within the question: `fields.target.check`. */
  readonly path: string;
}

/** A place as problems of a file name it, `line 7, column 5, questions[0].check`, in the text of the question. */
export function placeInText(
  path: string,
  { line, column, lines }: Pick<QuestionText, "line" | "column"> & { readonly lines: number },
): PlaceInText {
  const [, fileLine = "", fileColumn = "", keys = ""] =
    /^line (\d+), column (\d+)(?:, (.*))?$/.exec(path) ?? [];
  const own = Number(fileLine) - line + 1;
  if (fileLine === "" || own < 1 || own > lines) return { path };
  return {
    line: own,
    column: Math.max(1, Number(fileColumn) - column),
    path: keys.replace(/^questions\[\d+\]\.?/, ""),
  };
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split("\n").length;
