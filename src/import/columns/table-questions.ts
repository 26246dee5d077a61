import { isJsonObject, type JsonObject, type JsonValue, recordFrom } from "../../base/index.ts";
import type { QuestionInput } from "../../benchmark/index.ts";
import { type Cell, problemsError, type Table, type TableRow } from "../table/table.ts";
import type { ColumnChoice, KeywordColumn } from "./choose-columns.ts";

/** A question as a table has it, and where. */
export interface TableQuestion
  extends Pick<
    QuestionInput,
    "id" | "question" | "rawAnswer" | "keywords" | "author" | "answerNotes" | "customMetadata"
  > {
  /** As in {@link TableRow}. */
  readonly row: number;
}

/** The questions of a table. */
export interface TableQuestions {
  readonly questions: readonly TableQuestion[];
  /** Rows without question or answer that were left out. */
  readonly incomplete: readonly { readonly row: number; readonly message: string }[];
}

/**
 * The rows of a table as questions. White space around texts is gone; everything else stays as it stands, `NA` and `None` included. A link
 * becomes the property `url`, as in the Python system.
 *
 * @param skipIncomplete leaves rows out that lack question or answer, instead of refusing them
 * @throws KareninaError `invalid_input` with every row that lacks question or answer, has a value of no use there, or an id that stands twice
 */
export function tableQuestions(
  table: Table,
  choice: ColumnChoice,
  { skipIncomplete = false }: { readonly skipIncomplete?: boolean | undefined } = {},
): TableQuestions {
  const incomplete: { row: number; message: string }[] = [];
  const problems = [...usedCellProblems(table, choice)];
  const questions: TableQuestion[] = [];
  const reader = rowReader(table.columns, choice);
  const ids = new Map<string, number>();
  for (const row of table.rows) {
    const { question, problems: found, lacks } = reader(row);
    problems.push(...found.map((message) => `row ${row.row}, ${message}`));
    if (lacks !== undefined) incomplete.push({ row: row.row, message: lacks });
    if (question === undefined) continue;
    const { id } = question;
    const earlier = id === undefined ? undefined : ids.get(id);
    if (earlier !== undefined)
      problems.push(`row ${row.row} has the id ${JSON.stringify(id)} of row ${earlier}`);
    if (id !== undefined) ids.set(id, row.row);
    questions.push(question);
  }
  const lacking = skipIncomplete ? [] : incomplete.map(({ row, message }) => `row ${row} ${message}`);
  if (problems.length + lacking.length > 0)
    throw problemsError(
      table.name,
      [...problems, ...lacking],
      problems.length === 0 ? "Fill them in, or leave them out with --skip-incomplete." : undefined,
    );
  if (questions.length === 0) throw problemsError(table.name, ["it holds no question."]);
  return { questions, incomplete };
}

/** Cells without a known value matter where their column is used. */
function usedCellProblems({ columns, cellProblems }: Table, { ignored }: ColumnChoice): readonly string[] {
  const left = new Set(ignored);
  return cellProblems.flatMap(({ column, message }) => (left.has(columns[column] ?? "") ? [] : [message]));
}

interface ReadRow {
  readonly question?: TableQuestion;
  readonly problems: readonly string[];
  readonly lacks?: string;
}

function rowReader(columns: readonly string[], choice: ColumnChoice): (row: TableRow) => ReadRow {
  const place = (column: string | undefined) => (column === undefined ? -1 : columns.indexOf(column));
  const at = {
    question: place(choice.question),
    answer: place(choice.answer),
    id: place(choice.id),
    author: place(choice.author),
    email: place(choice.authorEmail),
    affiliation: place(choice.authorAffiliation),
    url: place(choice.url),
    notes: place(choice.notes),
  };
  const keywordPlaces = choice.keywords.map((one) => ({ ...one, at: place(one.column) }));
  const properties = choice.properties.map((name) => ({ name, at: place(name) }));
  return ({ row, cells }) => {
    const problems: string[] = [];
    const textAt = (column: number): string | undefined => {
      const text = cellText(cells[column]);
      if (text !== null) return text;
      problems.push(`column ${JSON.stringify(columns[column])}: expected text, found an object`);
      return undefined;
    };
    const [question, rawAnswer, id] = [textAt(at.question), textAt(at.answer), textAt(at.id)];
    const [notes, url] = [textAt(at.notes), textAt(at.url)];
    const author = person(textAt(at.author), textAt(at.email), textAt(at.affiliation));
    if (problems.length > 0) return { problems };
    if (question === undefined || rawAnswer === undefined)
      return { problems, lacks: lackText(question, rawAnswer) };
    const keywords = keywordPlaces.flatMap((one) => keywordsOf(cells[one.at], one));
    const own = properties.flatMap(({ name, at: column }): readonly (readonly [string, JsonValue])[] => {
      const value = propertyOf(cells[column]);
      return value === undefined ? [] : [[name, value]];
    });
    const customMetadata = recordFrom<JsonValue>([
      ...(url === undefined ? [] : [["url", url] as const]),
      ...own,
    ]);
    return {
      problems,
      question: {
        ...{ row, question, rawAnswer, keywords: [...new Set(keywords)], customMetadata },
        ...(id !== undefined && { id }),
        ...(author !== undefined && { author }),
        ...(notes !== undefined && { answerNotes: notes }),
      },
    };
  };
}

function lackText(question: string | undefined, answer: string | undefined): string {
  if (question === undefined && answer === undefined) return "has neither question nor answer";
  return question === undefined ? "has an answer and no question" : "has a question and no answer";
}

/** A cell as one line or text; null for what is no text; undefined for nothing. */
function cellText(cell: Cell): string | undefined | null {
  if (cell === undefined || cell === null) return undefined;
  if (Array.isArray(cell)) {
    const parts = cell.map(cellText);
    if (parts.includes(null)) return null;
    return parts.length === 0 ? undefined : parts.filter((part) => part !== undefined).join("; ");
  }
  // datasets such as SQuAD have the texts of an answer beside their places
  if (isJsonObject(cell)) return Object.hasOwn(cell, "text") ? cellText(cell.text) : null;
  const text = String(cell).replaceAll("\r\n", "\n").trim();
  return text === "" ? undefined : text;
}

function propertyOf(cell: Cell): JsonValue | undefined {
  if (typeof cell === "string") return cellText(cell) ?? undefined;
  return cell ?? undefined;
}

function keywordsOf(cell: Cell, { separator }: KeywordColumn): readonly string[] {
  const parts = Array.isArray(cell) ? cell.map(cellText) : (cellText(cell)?.split(separator) ?? []);
  return parts.flatMap((part) => {
    const word = (part ?? "").trim();
    return word === "" ? [] : [word];
  });
}

function person(
  name: string | undefined,
  email: string | undefined,
  affiliation: string | undefined,
): JsonObject | undefined {
  if (name === undefined && email === undefined && affiliation === undefined) return undefined;
  return {
    "@type": "Person",
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email }),
    ...(affiliation !== undefined && { affiliation }),
  };
}
