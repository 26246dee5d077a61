import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, deflateRawSync } from "node:zlib";
import { CFB } from "@e965/xlsx";
import { afterAll, beforeAll, expect, test } from "vitest";
import { messageOf } from "../../base/index.ts";
import { readTable } from "../index.ts";
import { workbook } from "../testing/make-workbook.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "karenina-hostile-tables-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function refusal(name: string, bytes: Buffer): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, bytes);
  return readTable(file).then(() => "it was read", messageOf);
}

interface Part {
  readonly name: string;
  readonly data: Buffer;
  /** How large it says to be; default: as it is. */
  readonly declared?: number;
}

/** A zip file, whose parts may lie about their sizes. */
function zip(parts: readonly Part[]): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, data, declared = data.length } of parts) {
    const packed = deflateRawSync(data);
    const title = Buffer.from(name);
    const sizes = Buffer.alloc(18);
    for (const [at, value] of [20, 0, 8].entries()) sizes.writeUInt16LE(value, at * 2);
    const rest = Buffer.alloc(20);
    for (const [at, value] of [crc32(data), packed.length, declared].entries())
      rest.writeUInt32LE(value, at * 4);
    rest.writeUInt16LE(title.length, 12);
    const head = Buffer.concat([sizes.subarray(0, 6), Buffer.alloc(4), rest.subarray(0, 16)]);
    local.push(Buffer.from("504b0304", "hex"), head, title, packed);
    const about = Buffer.alloc(14);
    about.writeUInt32LE(offset, 10);
    central.push(Buffer.from("504b01021400", "hex"), head, about, title);
    offset += 30 + title.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...local, directory, Buffer.from("504b0506", "hex"), end]);
}

/** The parts of a workbook, one of them changed. */
function changed(bookType: "xlsx" | "ods", part: RegExp, change: (text: string) => string): Buffer {
  const rows = [
    ["Question", "Answer"],
    ["a?", "b"],
  ];
  const box: {
    readonly FullPaths: readonly string[];
    readonly FileIndex: readonly { readonly content?: Uint8Array }[];
  } = CFB.read(workbook({ S: rows }, { bookType }), { type: "buffer" });
  const parts = box.FullPaths.flatMap((path, at): readonly Part[] => {
    const content = box.FileIndex[at]?.content;
    if (content === undefined || content.length === 0) return [];
    const name = path.replace(/^Root Entry\//, "");
    const data = Buffer.from(content);
    return [{ name, data: part.test(name) ? Buffer.from(change(data.toString())) : data }];
  });
  return zip(parts);
}

test("a workbook as this test writes it is read", async () => {
  expect(
    await refusal(
      "t.xlsx",
      changed("xlsx", /never/, (text) => text),
    ),
  ).toBe("it was read");
  expect(
    await refusal(
      "t.ods",
      changed("ods", /never/, (text) => text),
    ),
  ).toBe("it was read");
});

test("a zip bomb is refused by what it says to unpack to, before it is unpacked", async () => {
  const sheet = { name: "xl/worksheets/sheet1.xml", data: Buffer.alloc(1000), declared: 1 << 30 };
  expect(await refusal("bomb.xlsx", zip([sheet]))).toBe(
    "bomb.xlsx: expected a workbook of at most 192 MB unpacked, found 1024 MB.",
  );
});

test("one that says less than it unpacks to is left where it goes on", async () => {
  const sheet = { name: "xl/worksheets/sheet1.xml", data: Buffer.alloc(1 << 20), declared: 1000 };
  expect(await refusal("liar.xlsx", zip([sheet]))).toContain("too many bytes in the stream");
});

test.each([
  ["rows", /<table:table-row>/, '<table:table-row table:number-rows-repeated="1000000000">'],
  ["columns", /<table:table-cell /, '<table:table-cell table:number-columns-repeated="1000000000" '],
])("%s that stand there without end are refused", async (what, part, replacement) => {
  const bytes = changed("ods", /^content\.xml$/, (text) => text.replace(part, replacement));
  expect(await refusal("t.ods", bytes)).toMatch(`${what}, found one that stands there 1000000000 times.`);
});

test("a cell at the far corner of a sheet is told, and the space between not kept", async () => {
  const far = '<row r="1048576"><c r="XFD1048576" t="str"><v>x</v></c></row></sheetData>';
  const bytes = changed("xlsx", /sheet1\.xml$/, (text) =>
    text.replace("</sheetData>", far).replace(/<dimension[^>]*>/, ""),
  );
  expect(await refusal("far.xlsx", bytes)).toBe("far.xlsx: expected at most 1,000,000 rows, found more.");
});
