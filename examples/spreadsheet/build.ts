// Writes questions.xlsx from questions.csv, with numbers and days as a spreadsheet keeps them:
//   npm run spreadsheet:build
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { utils, write } from "@e965/xlsx";
import { parse } from "csv-parse/sync";

const rows: string[][] = parse(readFileSync(join(import.meta.dirname, "questions.csv")));
const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text);
const isNumber = (text: string) => /^\d+(\.\d+)?$/.test(text) && String(Number(text)) === text;
const cells = rows.map((row) =>
  row.map((text) => {
    if (isDay(text)) return new Date(`${text}T00:00:00Z`);
    if (isNumber(text)) return Number(text);
    return text === "" ? null : text;
  }),
);
const sheet = utils.aoa_to_sheet(cells, { UTC: true, dateNF: "yyyy-mm-dd" });
sheet["!cols"] = [8, 14, 60, 40, 28, 50, 50].map((wch) => ({ wch }));
const book = utils.book_new();
utils.book_append_sheet(book, sheet, "Questions");
const bytes: Buffer = write(book, { type: "buffer", bookType: "xlsx", compression: true });
writeFileSync(process.argv[2] ?? join(import.meta.dirname, "questions.xlsx"), bytes);
