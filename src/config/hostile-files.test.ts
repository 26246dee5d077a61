import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadManualTraces } from "../models/manual/manual-traces.ts";
import { readJsonExport, readResultLog } from "../result/index.ts";
import { Benchmark } from "../verify/index.ts";
import { inChild } from "../verify/testing/run-in-child.ts";
import { loadPreset } from "./index.ts";

let folder: string;
let good: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "hostile-files-"));
  const benchmark = Benchmark.create({ name: "Good" });
  benchmark.addQuestion({ id: "q", question: "Which?", rawAnswer: "BCL2" });
  good = await readFile(await benchmark.save(path.join(folder, "good.jsonld")), "utf8");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let count = 0;
async function written(content: string | Buffer, ending = "json"): Promise<string> {
  count += 1;
  const file = path.join(folder, `${count}.${ending}`);
  await writeFile(file, content);
  return file;
}

const deep = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
const deepObject = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
const emptyObjects = `[${"{},".repeat(3e6)}1]`;
const named = (value: string) => good.replace('"Good"', () => value);
const utf16 = (content: string, mark: readonly number[]) => {
  const bytes = Buffer.from(content, "utf16le");
  return Buffer.concat([Buffer.from(mark), mark[0] === 0xfe ? bytes.swap16() : bytes]);
};
/** What a refusal is made of: a code, one line, and no words of somebody else's parser or stack. */
const refusal = {
  code: expect.stringMatching(/^(invalid_input|file_unreadable|format_from_future|configuration)$/),
  message: expect.not.stringMatching(/call stack|heap|not expected/i),
};

describe("a benchmark file from a stranger is refused with a message", () => {
  test.each<[string, () => string | Buffer]>([
    ["empty", () => ""],
    ["cut off", () => good.slice(0, good.length / 2)],
    ["compressed", () => gzipSync(good)],
    ["UTF-16, little end first", () => utf16(good, [0xff, 0xfe])],
    ["UTF-16, big end first", () => utf16(good, [0xfe, 0xff])],
    ["Latin-1", () => Buffer.from(named('"Gr\u00fc\u00dfe"'), "latin1")],
    ["a raw control character", () => named('"a\u0001b"')],
    ["a key that stands twice", () => named('"Good", "name": "Twice"')],
    ["lists nested without end", () => named(deep(200_000))],
    ["objects nested without end", () => named(deepObject(200_000))],
    [
      "lists that take 200 times the room when laid out",
      () => named(`["${"x".repeat(6e7)}"${`,${deep(195)}`.repeat(7500)}]`),
    ],
    ["a number of 100,000 digits for a name", () => named("9".repeat(100_000))],
    ["a number beyond all numbers for a name", () => named("1e99999999")],
    ["NaN for a name", () => named("NaN")],
    ["objects with nothing in them", () => named(emptyObjects)],
    ["the same as text of a property", () => named(JSON.stringify(emptyObjects))],
    ["a list", () => "[]"],
    ["a text", () => '"text"'],
    [
      "a format of the future",
      () => good.replace(/("benchmark_format_version",\s*"value": )"[^"]*"/, '$1"99.0"'),
    ],
  ])("%s", async (_name, content) => {
    await expect(Benchmark.load(await written(content(), "jsonld"))).rejects.toMatchObject(refusal);
  });
});

describe("a benchmark file that only looks odd is read", () => {
  test.each<[string, () => string]>([
    ["a byte order mark", () => `\ufeff${good}`],
    ["five million backslashes", () => named(JSON.stringify("\\".repeat(2_500_000)))],
    ["five million spaces", () => good.replace("{", () => `{${" ".repeat(5_000_000)}`)],
    ["a text of ten million characters", () => named(JSON.stringify("x".repeat(10_000_000)))],
    ["the id __proto__", () => good.replaceAll('"q"', '"__proto__"')],
    ["the id constructor", () => good.replaceAll('"q"', '"constructor"')],
    ["a name that leads out of the folder", () => named('"../../../x\\u001b[2J"')],
  ])("%s", async (_name, content) => {
    const benchmark = await Benchmark.load(await written(content(), "jsonld"));
    expect(benchmark.content.questions).toHaveLength(1);
    expect({}).not.toHaveProperty("polluted");
  });
});

describe("a preset from a stranger is refused with a message", () => {
  test.each<[string, () => string | Buffer]>([
    ["empty", () => ""],
    ["a list", () => "[]"],
    ["compressed", () => gzipSync("{}")],
    ["UTF-16", () => utf16("{}", [0xff, 0xfe])],
    ["lists nested without end", () => `{"extra_kwargs": ${deep(50_000)}}`],
    [
      "settings nested without end",
      () => `{"config": {"answering_models": [{"extra_kwargs": ${deepObject(50_000)}}]}}`,
    ],
    ["objects with nothing in them", () => `{"config": {"x": ${emptyObjects}}}`],
    ["keys nobody knows", () => '{"config": {"constructor": 1, "replicate_cout": 2}}'],
    ["__proto__ as a key", () => '{"config": {"__proto__": {"polluted": 1}}}'],
    ["a number beyond all numbers", () => '{"config": {"replicate_count": 1e999}}'],
  ])("%s", async (_name, content) => {
    await expect(loadPreset(await written(content()))).rejects.toMatchObject(refusal);
    expect({}).not.toHaveProperty("polluted");
  });
});

describe("recorded answers from a stranger are refused with a message", () => {
  test.each<[string, () => string | Buffer]>([
    ["empty", () => ""],
    ["a number", () => "5"],
    ["nothing", () => "null"],
    ["lists nested without end", () => `{"answers": ${deep(100_000)}}`],
    ["objects with nothing in them", () => `{"answers": ${emptyObjects}}`],
    ["answers that are numbers", () => '{"answers": [{"question": "q", "answer": 5}]}'],
    ["__proto__ as the only answer", () => '{"__proto__": "x"}'],
  ])("%s", async (_name, content) => {
    await expect(loadManualTraces(await written(content()))).rejects.toMatchObject(refusal);
  });
});

describe("results from a stranger are refused with a message", () => {
  const header =
    '{"format":"karenina-results","version":1,"benchmark":{"name":"b","fingerprint":"f"},"configFingerprint":"c","startedAt":"2026-01-01T00:00:00Z"}';
  test.each<[string, () => string]>([
    ["lists nested without end", () => `{"task":"t","result":${deep(100_000)}}`],
    ["objects nested without end", () => `{"task":"t","result":${deepObject(1_000_000)}}`],
    ["objects with nothing in them", () => `{"task":"t","result":{"a":${emptyObjects}}}`],
    ["__proto__ for a result", () => '{"task":"t","__proto__":{"result":{}}}'],
  ])("a log: %s", async (_name, line) => {
    const file = await written(`${header}\n${line()}\n${line()}\n`, "jsonl");
    const all = async () => {
      for await (const result of readResultLog(file)) expect(result).toBeDefined();
    };
    await expect(all()).rejects.toMatchObject(refusal);
  });

  test.each<[string, () => string]>([
    ["lists nested without end", () => `{"results": ${deep(100_000)}}`],
    ["objects with nothing in them", () => `{"format_version": "2.2", "results": ${emptyObjects}}`],
    ["a result that is none", () => '{"format_version": "2.2", "results": [{"__proto__": 1}]}'],
  ])("an export: %s", async (_name, content) => {
    await expect(readJsonExport(await written(content()))).rejects.toMatchObject(refusal);
  });
});

test("a file that would cost gigabytes is refused before it does", async () => {
  const file = await written(
    `{"@type":"DataFeed","dataFeedElement":[${"{},".repeat(13_000_000)}{}]}`,
    "jsonld",
  );
  const { value: message, peakMb } = await inChild(
    `value = await karenina.Benchmark.load(${JSON.stringify(file)}).catch(({ message }) => message);`,
  );
  expect(message).toMatch(/13000003 objects and lists would take about \d+ MB of memory/);
  expect(peakMb).toBeLessThan(500);
});
