import { KareninaError } from "../../base/index.ts";
import { type Cell, readTable, someLines, type TableOptions } from "../../import/index.ts";
import { csvRow } from "../../result/index.ts";
import {
  allowedText,
  isAspectKind,
  itemOf,
  type Label,
  readAllowed,
  readVerdict,
  verdictText,
} from "./label.ts";

/** The columns of a file of labels: what people read and fill in, then what tells which answer it is about. */
const columns = [
  ...["question", "response", "expected", "asks", "allowed", "verdict", "note", "rater"],
  ...["kind", "name", "answer", "result", "stratum", "probability"],
] as const;

/** The rows of a file of labels as texts, the names of columns first. */
export function labelCells(labels: readonly Label[]): readonly (readonly string[])[] {
  return [
    columns,
    ...labels.map((label) => [
      ...[label.question, label.response, label.expected, label.asks, allowedText(label.allowed)],
      ...[verdictText(label), label.note, label.rater, label.kind, label.name],
      ...[label.answer, label.result, label.stratum, String(label.probability)],
    ]),
  ];
}

/** Labels as CSV. Texts that a spreadsheet would run as a formula have an apostrophe in front, which `readLabels` takes away. */
export function renderLabels(labels: readonly Label[]): string {
  return labelCells(labels)
    .map((row) => csvRow(row, "neutralise"))
    .join("");
}

const needed = ["kind", "name", "answer", "allowed", "verdict", "rater", "stratum", "probability"];

/**
 * Reads a file of labels: CSV or a workbook, as `karenina label` writes it and people have filled it in. Rows may be left
 * out, repeated for further raters, and stand in any order.
 *
 * @param file absolute, or relative to the process
 * @throws KareninaError `invalid_input` with the rows that say something else than is allowed, or twice something of one rater
 * @example
 * const labels = await readLabels("labels.csv");
 */
export async function readLabels(file: string, options: TableOptions = {}): Promise<readonly Label[]> {
  const { name, columns: found, rows } = await readTable(file, options);
  const lacking = needed.filter((column) => !found.includes(column));
  if (lacking.length > 0)
    throw new KareninaError(
      "invalid_input",
      `${name} is no file of labels: it has no column ${lacking.join(", ")}.`,
      { hint: "`karenina label RUN --to labels.csv` writes one; its columns have to stay." },
    );
  const problems: string[] = [];
  const said = new Map<string, number>();
  const labels = rows.flatMap(({ row, cells }): Label[] => {
    const text = (column: string) => textOf(cells[found.indexOf(column)]);
    const kind = text("kind");
    const probability = Number(text("probability"));
    const allowed = readAllowed(text("allowed"));
    const verdict = readVerdict(text("verdict"), allowed);
    if (!isAspectKind(kind))
      problems.push(`row ${row}: kind is verdict, field or trait, not ${JSON.stringify(kind)}`);
    else if (!(probability > 0 && probability <= 1))
      problems.push(
        `row ${row}: probability is above 0 and at most 1, not ${JSON.stringify(text("probability"))}`,
      );
    else if (kind !== "trait" && allowed.form !== "yes/no")
      problems.push(`row ${row}: of a ${kind} yes/no is allowed, not ${JSON.stringify(text("allowed"))}`);
    else if ("expected" in verdict)
      problems.push(`row ${row}: expected ${verdict.expected}; found ${JSON.stringify(text("verdict"))}`);
    else {
      const label: Label = {
        ...{ kind, name: text("name"), answer: text("answer"), result: text("result"), allowed, ...verdict },
        ...{ note: text("note"), rater: text("rater").trim(), stratum: text("stratum"), probability },
        ...{ question: text("question"), response: text("response"), expected: text("expected") },
        asks: text("asks"),
      };
      const key = JSON.stringify([itemOf(label), label.rater]);
      const before = said.get(key);
      said.set(key, row);
      if (before === undefined) return [label];
      problems.push(
        `row ${row}: ${label.rater || "the same rater"} says in row ${before} something of the same`,
      );
    }
    return [];
  });
  if (problems.length === 0) return labels;
  throw new KareninaError("invalid_input", [`${name}:`, ...someLines(problems)].join("\n"));
}

/** Spreadsheets show this apostrophe of `csvRow` as part of the text, or not; either way it is none of the text. */
const guard = /^'(?=[=+\-@\t\r＝＋－＠])/;

const textOf = (cell: Cell): string =>
  cell === undefined || cell === null ? "" : String(cell).replace(guard, "");
