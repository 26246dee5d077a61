import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CFB, utils, type WorkSheet } from "@e965/xlsx";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { messageOf } from "../../base/index.ts";
import { readTable } from "../index.ts";
import { workbook } from "../testing/make-workbook.ts";
import type { TableOptions } from "./table.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "karenina-tables-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(name: string, content: string | Buffer, options: TableOptions = {}) {
  const file = join(folder, name);
  await writeFile(file, content);
  return readTable(file, options);
}
const refusal = (name: string, content: string | Buffer, options?: TableOptions) =>
  read(name, content, options).then(() => "it was read", messageOf);
const cellsOf = ({ rows }: { readonly rows: readonly { readonly cells: readonly unknown[] }[] }) =>
  rows.map(({ cells }) => cells);

/** The bytes of an ODS file with another content. */
function changedOds(bytes: Buffer, change: (content: string) => string): Buffer {
  const box = CFB.read(bytes, { type: "buffer" });
  const entry = CFB.find(box, "/content.xml");
  if (entry === null) throw new Error("expected content.xml");
  entry.content = Buffer.from(change(Buffer.from(entry.content).toString("utf8")));
  entry.size = entry.content.length;
  return CFB.write(box, { fileType: "zip", type: "buffer" });
}

describe("text", () => {
  test.each([
    ["commas", "Question,Answer\nWhy?,x\n", ","],
    ["semicolons", "Question;Answer\nWhy, really?;1,5\nHow?;2,5\n", ";"],
    ["tabs", "Question\tAnswer\nA, b; c?\tx\n", "\t"],
    ["bars", "Question|Answer\nWhy?|x\n", "|"],
  ])("is parted by %s where that parts it alike", async (_, text, delimiter) => {
    const table = await read("t.csv", text);
    expect(table.source.delimiter).toBe(delimiter);
    expect(table.columns).toEqual(["Question", "Answer"]);
  });

  test("keeps lines, separators and quotation marks within quotation marks", async () => {
    const table = await read("t.csv", 'Question,Answer\r\n"One,\r\ntwo ""three""?",x\r\n');
    expect(cellsOf(table)).toEqual([['One,\r\ntwo "three"?', "x"]]);
  });

  const text = "Frage,Antwort\nWie heißt die größte Straße über die Düne?,Dünenstraße für Überquerer\n";
  test.each([
    ["utf-8", Buffer.from(text), "utf-8", "form"],
    ["utf-8 with a mark", Buffer.from(`\uFEFF${text}`), "utf-8", "mark"],
    ["utf-16le with a mark", Buffer.from(`\uFEFF${text}`, "utf16le"), "utf-16le", "mark"],
    ["utf-16be with a mark", Buffer.from(`\uFEFF${text}`, "utf16le").swap16(), "utf-16be", "mark"],
    ["utf-16le without one", Buffer.from(text, "utf16le"), "utf-16le", "form"],
    ["latin-1", Buffer.from(text, "latin1"), "windows-1252", "guess"],
  ])("in %s is read as what it says", async (_, bytes, name, by) => {
    const table = await read("t.csv", bytes);
    expect(table.source.encoding).toEqual({ name, by });
    expect(table.columns).toEqual(["Frage", "Antwort"]);
    expect(cellsOf(table)).toEqual([text.split("\n")[1]?.split(",")]);
  });

  test("in an encoding that is given is read so, or refused with the line", async () => {
    const table = await read("t.csv", Buffer.from("Question,Answer\nWas kostet das?,5 \x80\n", "latin1"), {
      encoding: "windows-1252",
    });
    expect(cellsOf(table)).toEqual([["Was kostet das?", "5 €"]]);
    expect(await refusal("t.csv", Buffer.from("a,b\nü,1\n", "latin1"), { encoding: "utf-8" })).toContain(
      "t.csv is not utf-8, as --encoding says",
    );
    expect(await refusal("t.csv", "a,b\n", { encoding: "utf-99" })).toBe('There is no encoding "utf-99".');
  });

  test("has rows counted as spreadsheets do, and empty ones noted", async () => {
    const table = await read("t.csv", 'Question,Answer\n"a\nb",1\n\n,\nc,2\n\n');
    expect(table.rows.map(({ row }) => row)).toEqual([2, 5]);
    expect(table.notes).toEqual([{ rows: [3, 4], message: "nothing stands there" }]);
  });

  test.each([
    ["values too many", "Question,Answer\na,b\nc,d,e\n", "row 3 has 3 values, row 1 has 2"],
    ["values too few", "Question,Answer,Notes\na,b,c\nd,e\n", "row 3 has 2 values, row 1 has 3"],
    ["a name twice", "Answer,Question,Answer\na,b,c\n", 'row 1: columns A and C are both called "Answer"'],
    ["no name", "Question,Answer,\na,b,c\n", "row 1: column C has no name, and a value in row 2"],
    ["an open quotation mark", 'Question,Answer\na,b\nc,"d\ne,f\n', "row 3: a quotation mark opens in it"],
    ["a stray quotation mark", 'Question,Answer\na,b "c"\n', "row 2: a quotation mark stands within"],
    ["a NUL", "Question,Answer\na,b\0c\n", 'row 2, column "Answer": it holds a NUL character'],
    ["nothing", "", "it holds no row with anything in it."],
    ["blank lines", "\n\n,,\n", "it holds no row with anything in it."],
  ])("with %s is refused by row", async (_, text, message) => {
    expect(await refusal("t.csv", text)).toContain(message);
  });

  test("without a header has columns by letters", async () => {
    const table = await read("t.csv", "Why?,x\nHow?,y\n", { header: false });
    expect(table.columns).toEqual(["A", "B"]);
    expect(table.rows.map(({ row }) => row)).toEqual([1, 2]);
  });

  test("with a cell beyond bounds is refused by its place", async () => {
    expect(await refusal("t.csv", `Question,Answer\na,b\nc,${"x".repeat(1_048_576)}\n`)).toContain(
      'row 3, column "Answer": it has 1,048,576 characters, at most 1,000,000 are read',
    );
  });
});

describe("workbooks", () => {
  test.each(["xlsx", "ods"] as const)(
    "of %s have values, days and shares as a person reads them",
    async (bookType) => {
      const rows = [
        ["Question", "Answer"],
        ["number", 299792458],
        ["sum", { t: "n" as const, v: 0.1 + 0.2, f: "0.1+0.2" }],
        ["day", new Date(Date.UTC(1969, 6, 20))],
        ["moment", new Date(Date.UTC(2020, 0, 2, 12, 30))],
        ["truth", true],
        ["text", "0042"],
      ];
      const table = await read(`t.${bookType}`, workbook({ Only: rows }, { bookType }));
      expect(table.source).toEqual({ format: bookType === "ods" ? "ODS" : "XLSX", sheet: "Only" });
      expect(cellsOf(table).map(([, answer]) => answer)).toEqual([
        ...["299792458", "0.3", "1969-07-20", "2020-01-02T12:30", "true", "0042"],
      ]);
    },
  );

  test("show shares as shares, and units that a format adds", async () => {
    const rows = [
      ["Question", "Answer"],
      ["share", { t: "n" as const, v: 0.065, z: "0%" }],
      ["unit", { t: "n" as const, v: 12.5, z: '0.0" kg"' }],
      ["unit that hides digits", { t: "n" as const, v: 12.54, z: '0.0" kg"' }],
      ["thousands", { t: "n" as const, v: 1234567, z: "#,##0" }],
    ];
    const table = await read("t.xlsx", workbook({ S: rows }));
    expect(cellsOf(table).map(([, answer]) => answer)).toEqual(["6.5%", "12.5 kg", "12.54", "1234567"]);
  });

  test("tell formulas without a value and errors by their cell", async () => {
    const rows = [
      ["Question", "Answer"],
      ["never calculated", { t: "n" as const, f: "A1&B1" }],
      ["broken", { t: "e" as const, v: 0x17, f: "A9/0" }],
    ];
    const table = await read("t.xlsx", workbook({ S: rows }));
    expect(table.cellProblems.map(({ message }) => message)).toEqual([
      "B2: the formula =A1&B1 has no stored value; open the file in a spreadsheet program and save it",
      "B3: it holds the error #REF!",
    ]);
  });

  test("have hidden rows and sheets told; both kinds of rows are read", async () => {
    const rows = [
      ["Question", "Answer"],
      ["a?", 1],
      ["b?", 2],
      ["c?", 3],
    ];
    const change = (sheet: WorkSheet) => {
      sheet["!rows"] = [{}, {}, { hidden: true }, {}, { hidden: true }];
    };
    const bytes = workbook({ S: rows, Old: rows }, { change, hidden: ["Old"] });
    const table = await read("t.xlsx", bytes);
    expect(table.rows).toHaveLength(3);
    expect(table.notes).toEqual([
      { rows: [], message: 'the sheet "Old" is hidden and not read; --sheet names it' },
      { rows: [3], message: "hidden in the workbook, and read like all others" },
    ]);
    expect((await read("t.xlsx", bytes, { sheet: "Old" })).notes).toEqual([
      { rows: [3], message: "hidden in the workbook, and read like all others" },
    ]);
    const text = '<table:table-cell office:value-type="string"><text:p>x</text:p></table:table-cell>';
    const ods = changedOds(workbook({ S: rows.slice(0, 1), Other: [] }, { bookType: "ods" }), (content) =>
      content.replace(
        /(table:name="S"[\s\S]*?<\/table:table-row>)/,
        `$1<table:table-row table:visibility="filter" table:number-rows-repeated="2">${text.repeat(2)}</table:table-row><table:table-row>${text.repeat(2)}</table:table-row>`,
      ),
    );
    expect(await read("t.ods", ods)).toMatchObject({
      rows: [{ row: 2 }, { row: 3 }, { row: 4 }],
      notes: [{ rows: [2, 3], message: "hidden in the workbook, and read like all others" }],
    });
  });

  test("have merged cells filled and noted, empty rows noted", async () => {
    const rows = [
      ["Domain", "Question", "Answer"],
      ["Biology", "a?", 1],
      [null, "b?", 2],
      [],
      ["Law", "c?", 3],
    ];
    const change = (sheet: { "!merges"?: ReturnType<typeof utils.decode_range>[] }) => {
      sheet["!merges"] = [utils.decode_range("A2:A3")];
    };
    const table = await read("t.xlsx", workbook({ S: rows }, { change }));
    expect(table.rows.map(({ row, cells }) => [row, cells[0]])).toEqual([
      [2, "Biology"],
      [3, "Biology"],
      [5, "Law"],
    ]);
    expect(table.notes).toEqual([
      { rows: [4], message: "nothing stands there" },
      { rows: [2, 3], message: "A2:A3 is one merged cell; its value is taken for each of its rows" },
    ]);
  });

  test("with several sheets want one named", async () => {
    const rows = [
      ["Question", "Answer"],
      ["a?", "b"],
    ];
    const bytes = workbook({ Draft: rows, Empty: [], Final: rows });
    await expect(read("t.xlsx", bytes)).rejects.toMatchObject({
      message: "t.xlsx has 2 sheets that hold something.",
      hint: 'Name one with --sheet: "Draft", "Final".',
    });
    expect((await read("t.xlsx", bytes, { sheet: "Final" })).source.sheet).toBe("Final");
    const chooseSheet = async (sheets: readonly string[]) => sheets.at(-1) ?? "";
    expect((await read("t.xlsx", bytes, { chooseSheet })).source.sheet).toBe("Final");
    expect(await refusal("t.xlsx", bytes, { sheet: "Finall" })).toBe(
      't.xlsx has no sheet "Finall", did you mean "Final"?',
    );
  });

  test("that are none, or need a password, are refused", async () => {
    expect(await refusal("t.xlsx", "Question,Answer\n")).toContain("t.xlsx is no workbook that can be read");
    expect(await refusal("t.xlsx", Buffer.from("d0cf11e0a1b11ae1", "hex"))).toContain("needs a password");
    expect(await refusal("t.xls", "x")).toContain("t.xls is a workbook in a form that is not read.");
  });
});

describe("JSON", () => {
  test("has a column for each key, also one that objects have by nature", async () => {
    const table = await read(
      "t.json",
      '[{"question":"a?","answer":1,"__proto__":"p"},{"question":"b?","tags":["x"]}]',
    );
    expect(table.columns).toEqual(["question", "answer", "__proto__", "tags"]);
    expect(cellsOf(table)).toEqual([
      ["a?", 1, "p", undefined],
      ["b?", undefined, undefined, ["x"]],
    ]);
  });

  test("may hold its only list under any key", async () => {
    expect((await read("t.json", '{"version":1,"items":[{"question":"a?"}]}')).columns).toEqual(["question"]);
    expect(await refusal("t.json", '{"a":1}')).toContain("expected a list of objects");
  });

  test("in lines is refused with each line that is none", async () => {
    expect(
      (await read("t.jsonl", '{"question":"a?"}\n\n{"answer":"b"}\n')).rows.map(({ row }) => row),
    ).toEqual([1, 3]);
    expect(await refusal("t.jsonl", '{"question":"a?"}\n{"x\n[1]\n')).toContain("line 2 is not JSON");
    expect(await refusal("t.jsonl", "[1]\n")).toContain("row 1: expected an object");
  });
});

test("Parquet has a column for each of its own", async () => {
  const { DuckDBInstance } = await import("@duckdb/node-api");
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  const file = join(folder, "it's.parquet");
  const rows =
    "select 'a?' as question, 1 as answer, ['x', 'y'] as keywords union all select 'b?', null, null";
  await connection.run(`copy (${rows}) to '${file.replaceAll("'", "''")}' (format parquet)`);
  connection.closeSync();
  instance.closeSync();
  const table = await readTable(file);
  expect(table.columns).toEqual(["question", "answer", "keywords"]);
  expect(cellsOf(table)).toEqual([
    ["a?", 1, ["x", "y"]],
    ["b?", undefined, undefined],
  ]);
});

test("a file that is not there is asked for by the name of one that is", async () => {
  await writeFile(join(folder, "questions.csv"), "x");
  await expect(readTable(join(folder, "question.csv"))).rejects.toThrow('; did you mean "questions.csv"?');
});
