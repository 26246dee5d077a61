import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Benchmark } from "../benchmark.ts";
import type { BenchmarkContent } from "../benchmark-content.ts";
import { checkpointPath, loadBenchmarkFile, saveBenchmarkFile } from "../benchmark-file.ts";
import { checkpointText } from "./fixtures/minimal-checkpoint.ts";
import { writeCheckpoint } from "./write-checkpoint.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "karenina-checkpoint-"));
});
afterEach(() => rm(folder, { recursive: true }));

async function fileWith(content: string | Uint8Array): Promise<string> {
  const path = join(folder, "x.jsonld");
  await writeFile(path, content);
  return path;
}

describe("checkpointPath", () => {
  it.each([
    ["x", "x.jsonld"],
    ["x.txt", "x.jsonld"],
    ["x.json", "x.json"],
    ["x.JSONLD", "x.JSONLD"],
    ["v1.2/x", "v1.2/x.jsonld"],
    ["x.", "x.jsonld"],
    [".hidden", ".hidden.jsonld"],
  ])("of %s is %s", (path, expected) => {
    expect(checkpointPath(path)).toBe(expected);
  });
});

describe("loadBenchmarkFile", () => {
  it("takes a byte order mark", async () => {
    expect((await loadBenchmarkFile(await fileWith(`\uFEFF${checkpointText()}`))).name).toBe("Capitals");
  });

  it("tells a missing file, a folder and a foreign encoding apart", async () => {
    await expect(loadBenchmarkFile(join(folder, "none.jsonld"))).rejects.toMatchObject({
      code: "file_not_found",
    });
    await expect(loadBenchmarkFile(folder)).rejects.toMatchObject({ code: "file_unreadable" });
    const utf16 = await fileWith(Buffer.from(`\uFEFF${checkpointText()}`, "utf16le"));
    await expect(loadBenchmarkFile(utf16)).rejects.toThrow("expected UTF-8 text, found UTF-16");
    const latin = await fileWith(Buffer.from('{"name": "M\u00fcnchen"}', "latin1"));
    await expect(loadBenchmarkFile(latin)).rejects.toMatchObject({
      code: "file_unreadable",
      hint: "Save the file as UTF-8.",
    });
  });

  it("names the file in every complaint", async () => {
    const path = await fileWith("{");
    await expect(loadBenchmarkFile(path)).rejects.toThrow(`${path} is not valid JSON: line 1, column 2`);
  });

  it("opens a long text quickly", async () => {
    const path = await fileWith(checkpointText(undefined, { description: '\\ü"'.repeat(2_000_000) }));
    expect((await loadBenchmarkFile(path)).description).toHaveLength(6_000_000);
  });
});

describe("a benchmark that is opened to be read only", () => {
  it.each([
    ["every-trait.jsonld", new URL("./fixtures/every-trait.jsonld", import.meta.url)],
    ["dialogue-scenario.jsonld", new URL("./fixtures/dialogue-scenario.jsonld", import.meta.url)],
    ["the quickstart in YAML", new URL("../../../examples/quickstart/benchmark.yaml", import.meta.url)],
  ])("reads alike and cannot be saved: %s", async (_name, url) => {
    const file = fileURLToPath(url);
    const [whole, read] = await Promise.all([Benchmark.load(file), Benchmark.load(file, { readOnly: true })]);
    const said = ({ questions, yaml: _, preserved: __, isReadOnly: ___, ...header }: BenchmarkContent) => ({
      ...header,
      questions: questions.map(({ preserved: ____, ...question }) => question),
    });
    expect(said(read.content)).toEqual(said(whole.content));
    const copy = join(folder, "copy.jsonld");
    await expect(read.save(copy)).rejects.toMatchObject({
      code: "invalid_input",
      hint: expect.stringContaining("without readOnly"),
    });
    await expect(read.clone().saveForPython(copy)).rejects.toMatchObject({ code: "invalid_input" });
    expect(existsSync(copy)).toBe(false);
  });
});

describe("saveBenchmarkFile", () => {
  it("leaves the old file alone when the new one cannot be written", async () => {
    const path = await fileWith("old");
    const benchmark = Benchmark.create({ name: "x" });
    const broken = { ...benchmark.content, questions: [null as never] };
    await expect(saveBenchmarkFile(broken, path)).rejects.toThrow();
    expect(await readFile(path, "utf8")).toBe("old");
  });
});

describe("a new checkpoint", () => {
  it("has the format's keys in the format's order", () => {
    const clock = { now: () => 1_795_293_080_536, monotonic: () => 0, sleep: async () => {} };
    const benchmark = Benchmark.create({ name: "Größen", version: "1.0.0", creator: { name: "Ada" }, clock });
    benchmark.addQuestion({
      id: "q",
      question: "How tall is it?",
      rawAnswer: "2 m",
      author: { name: "Ada" },
      customMetadata: { b: 1, a: null },
      answerNotes: "n",
      keywords: ["k"],
    });
    benchmark.setCustomProperty("funding", "X");
    const text = writeCheckpoint(benchmark.content);
    expect(text.slice(text.indexOf('  "@type": "DataFeed"'))).toMatchInlineSnapshot(`
      "  "@type": "DataFeed",
        "@id": "urn:uuid:karenina-checkpoint-1795293080.536",
        "name": "Größen",
        "description": "Benchmark containing questions",
        "version": "1.0.0",
        "creator": {
          "@type": "Person",
          "name": "Ada"
        },
        "dateCreated": "2026-11-21T20:31:20.536Z",
        "dateModified": "2026-11-21T20:31:20.536Z",
        "dataFeedElement": [
          {
            "@type": "DataFeedItem",
            "@id": "q",
            "dateCreated": "2026-11-21T20:31:20.536Z",
            "dateModified": "2026-11-21T20:31:20.536Z",
            "item": {
              "@type": "Question",
              "text": "How tall is it?",
              "acceptedAnswer": {
                "@type": "Answer",
                "text": "2 m"
              },
              "hasPart": {
                "@type": "SoftwareSourceCode",
                "name": "How tall is it?... Answer Template",
                "text": "class Answer(BaseAnswer):\\n    \\"\\"\\"Answer template for: How tall is it?...\\"\\"\\"\\n\\n    response: str = Field(description=\\"The answer response\\")\\n\\n    def verify(self) -> bool:\\n        # Default template: returns False to indicate custom verification needed\\n        return False\\n",
                "programmingLanguage": "Python"
              },
              "additionalProperty": [
                {
                  "@type": "PropertyValue",
                  "name": "finished",
                  "value": true
                },
                {
                  "@type": "PropertyValue",
                  "name": "author",
                  "value": "{\\"name\\": \\"Ada\\"}"
                },
                {
                  "@type": "PropertyValue",
                  "name": "custom_b",
                  "value": 1
                },
                {
                  "@type": "PropertyValue",
                  "name": "custom_a"
                },
                {
                  "@type": "PropertyValue",
                  "name": "answer_notes",
                  "value": "n"
                }
              ],
              "keywords": [
                "k"
              ]
            }
          }
        ],
        "additionalProperty": [
          {
            "@type": "PropertyValue",
            "name": "benchmark_format_version",
            "value": "3.0.0-jsonld"
          },
          {
            "@type": "PropertyValue",
            "name": "funding",
            "value": "X"
          }
        ]
      }"
    `);
  });
});
