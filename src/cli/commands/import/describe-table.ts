import { oneLine, pluralize } from "../../../base/index.ts";
import {
  type ColumnChoice,
  rowsText,
  someLines,
  type Table,
  type TableSource,
} from "../../../import/index.ts";

const separatorNames: { readonly [separator: string]: string } = {
  ",": "commas",
  ";": "semicolons",
  "\t": "tabs",
  "|": "bars",
};

/** What a table was read as, and what there is to know about it. */
export function tableLines({ name, source, rows, columns, notes }: Table): readonly string[] {
  const size = `${pluralize(rows.length, "row")} and ${pluralize(columns.length, "column")}`;
  const told = notes.map(({ rows: about, message }) =>
    about.length === 0 ? message : `${rowsText(about)}: ${message}`,
  );
  return [
    oneLine(`${name}: ${sourceText(source)}, ${size}`),
    ...someLines(told.map((line) => oneLine(`note: ${line}`))),
  ];
}

function sourceText({ format, encoding, delimiter, sheet, split, files = 1 }: TableSource): string {
  const separated =
    delimiter === undefined
      ? []
      : [`values separated by ${separatorNames[delimiter] ?? JSON.stringify(delimiter)}`];
  const guessed =
    encoding?.by === "guess" ? " (a guess: look at the accents, or name another with --encoding)" : "";
  const encoded = encoding === undefined ? "" : ` in ${encoding.name}${guessed}`;
  return [
    `${format}${encoded}`,
    ...separated,
    ...(sheet === undefined ? [] : [`sheet ${JSON.stringify(sheet)}`]),
    ...(split === undefined ? [] : [`split ${JSON.stringify(split)} in ${pluralize(files, "file")}`]),
  ].join(", ");
}

const separatorWords: { readonly [separator: string]: string } = { "\n": "lines", "\t": "tabs" };

/** What each column is. */
export function columnLines(choice: ColumnChoice): readonly string[] {
  const roles: readonly (readonly [string, string | undefined])[] = [
    ["question", choice.question],
    ["answer", choice.answer],
    ["id", choice.id],
    ...choice.keywords.map(
      ({ column, separator }) =>
        [
          "keywords",
          `${column}, parted by ${separatorWords[separator] ?? JSON.stringify(separator)}`,
        ] as const,
    ),
    ["author", choice.author],
    ["author's email", choice.authorEmail],
    ["author's affiliation", choice.authorAffiliation],
    ["url", choice.url],
    ["notes", choice.notes],
    ["properties", list(choice.properties)],
    ["left out", list(choice.ignored)],
  ];
  const said = roles.flatMap(([role, column]) => (column === undefined ? [] : [[role, column] as const]));
  const width = Math.max(...said.map(([role]) => role.length));
  return said.map(([role, column]) => `  ${role.padEnd(width)}  ${oneLine(column)}`);
}

/** Columns are named up to this number. */
const mostNamed = 12;

function list(columns: readonly string[]): string | undefined {
  if (columns.length === 0) return undefined;
  const more = columns.length > mostNamed ? ` and ${columns.length - mostNamed} more` : "";
  return `${columns.slice(0, mostNamed).join(", ")}${more}`;
}
