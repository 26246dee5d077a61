import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Benchmark } from "../benchmark.ts";
import { checkpointText, itemDraft, propertyDraft } from "../checkpoint/fixtures/minimal-checkpoint.ts";
import { readCheckpoint } from "../checkpoint/read-checkpoint.ts";
import { writeCheckpoint } from "../checkpoint/write-checkpoint.ts";
import { benchmarkFingerprint } from "../report/benchmark-fingerprint.ts";
import type { QuestionInput } from "./question-input.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "conversation-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const followUp = {
  question: "And of Germany?",
  rawAnswer: "Berlin",
  systemPrompt: "You answer with one word.",
  messages: [
    { role: "user", content: "What is the capital of France?" },
    { role: "assistant", content: "Paris" },
  ],
  attachments: ["maps/europe.png", "notes.txt"],
} as const satisfies QuestionInput;

const held = {
  systemPrompt: followUp.systemPrompt,
  messages: followUp.messages,
  attachments: [{ path: "maps/europe.png" }, { path: "notes.txt" }],
};

function benchmarkOf(...questions: readonly QuestionInput[]): Benchmark {
  const benchmark = Benchmark.create({ name: "Capitals" });
  benchmark.addQuestions(questions);
  return benchmark;
}

describe("a question that is a conversation", () => {
  test("has the id of its text, and differs from the same text alone", () => {
    const benchmark = benchmarkOf({ question: "And of Germany?", rawAnswer: "Berlin" }, followUp);
    const [alone, inside] = [...benchmark];
    expect(inside?.id).toBe(`${alone?.id}-1`);
    expect(inside).toMatchObject(held);
    const fingerprints = [followUp, { ...followUp, messages: followUp.messages.slice(0, 1) }].map(
      (question) => benchmarkFingerprint(benchmarkOf(question).content),
    );
    expect(new Set(fingerprints).size).toBe(2);
  });

  test("is what was given, whatever becomes of that", () => {
    const data = Buffer.from("%PDF-");
    const benchmark = benchmarkOf({ ...followUp, attachments: [{ name: "paper.pdf", data }] });
    data[0] = 0;
    expect(benchmark.at(0)?.attachments?.[0]?.data?.[0]).toBe(0x25);
  });

  test("can be changed, and parts of it taken away", () => {
    const benchmark = benchmarkOf(followUp);
    const id = benchmark.at(0)?.id ?? "";
    benchmark.updateQuestion(id, { messages: null, attachments: ["notes.txt"], systemPrompt: null });
    expect(benchmark.getQuestion(id)).toMatchObject({
      messages: undefined,
      systemPrompt: undefined,
      attachments: [{ path: "notes.txt" }],
    });
  });

  test("is refused with everything that is wrong with it", () => {
    const wrong = {
      ...followUp,
      systemPrompt: " ",
      messages: [
        { role: "system", content: "x" },
        { role: "user", content: "" },
        { role: "user", content: "x", name: "me" },
      ],
      attachments: [
        "../secret.txt",
        "/etc/passwd.txt",
        ".env.txt",
        "run.exe",
        { name: "a.bin", data: "x" },
        7,
      ],
    };
    // as code that no compiler has looked at
    expect(() => benchmarkOf(wrong as unknown as QuestionInput)).toThrowErrorMatchingInlineSnapshot(`
      [KareninaError: question.messages[0].role: expected "user" or "assistant", found the text "system" (question "And of Germany?")
      question.messages[1].content: expected text that says something, found empty text (question "And of Germany?")
      question.messages[2]: unknown key "name" (question "And of Germany?")
      question.systemPrompt: expected text that says something, found the text " " (question "And of Germany?")
      question.attachments[0]: expected a relative path inside the folder of the benchmark, without \`..\` and hidden parts, found the text "../secret.txt" (question "And of Germany?")
      question.attachments[1]: expected a relative path inside the folder of the benchmark, without \`..\` and hidden parts, found the text "/etc/passwd.txt" (question "And of Germany?")
      question.attachments[2]: expected a relative path inside the folder of the benchmark, without \`..\` and hidden parts, found the text ".env.txt" (question "And of Germany?")
      question.attachments[3]: expected a picture, a PDF or a text by the ending of its name (png, jpg, jpeg, gif, webp, pdf, txt, md, csv, tsv, html, htm, xml, json, yaml, yml, log, py, r, sql, js, ts, sh, tex, bib, fasta, fa, pdb, sdf, mol), found the text "run.exe" (question "And of Germany?")
      question.attachments[4]: expected a picture, a PDF or a text by the ending of its name (png, jpg, jpeg, gif, webp, pdf, txt, md, csv, tsv, html, htm, xml, json, yaml, yml, log, py, r, sql, js, ts, sh, tex, bib, fasta, fa, pdb, sdf, mol), found an object (question "And of Germany?")
      question.attachments[5]: expected a path, { path }, or { name, data } with the bytes as Uint8Array, found the number 7 (question "And of Germany?")]
    `);
    expect(() => benchmarkOf({ ...followUp, attachments: ["a.txt", { path: "a.txt" }] })).toThrow(
      /expected each attachment once/,
    );
  });
});

describe("in a file", () => {
  test.each(["capitals.jsonld", "capitals.yaml"])("%s it comes back as it was", async (name) => {
    const benchmark = benchmarkOf(followUp, { question: "Alone?", rawAnswer: "yes" });
    const file = await benchmark.save(path.join(folder, name));
    const loaded = await Benchmark.load(file);
    expect(loaded.warnings).toEqual([]);
    expect(loaded.equals(benchmark)).toBe(true);
    expect(loaded.at(0)).toMatchObject(held);
    const text = await readFile(file, "utf8");
    await loaded.save();
    const timeless = (one: string) => one.replaceAll(/"?(?:dateModified|modified)"?: .*/g, "");
    expect(timeless(await readFile(file, "utf8"))).toBe(timeless(text));
  });

  test("its parts are properties that the Python system keeps", () => {
    const [item] = JSON.parse(writeCheckpoint(benchmarkOf(followUp).content)).dataFeedElement;
    expect(item.item.additionalProperty).toEqual([
      { "@type": "PropertyValue", name: "finished", value: true },
      { "@type": "PropertyValue", name: "system_prompt", value: followUp.systemPrompt },
      { "@type": "PropertyValue", name: "messages", value: followUp.messages },
      { "@type": "PropertyValue", name: "attachments", value: followUp.attachments },
    ]);
    expect(item.item.text).toBe("And of Germany?");
  });

  test("they are read as lists or as JSON text, and stay as they are beside properties of others", () => {
    const text = checkpointText([
      itemDraft({
        question: {
          additionalProperty: [
            propertyDraft("messages", JSON.stringify(followUp.messages)),
            propertyDraft("x_note", { kept: [null] }),
            propertyDraft("attachments", ["notes.txt"]),
          ],
        },
      }),
    ]);
    const content = readCheckpoint(text, "test.jsonld");
    expect(content.warnings).toEqual([]);
    expect(content.questions[0]).toMatchObject({
      messages: followUp.messages,
      attachments: [{ path: "notes.txt" }],
    });
    expect(writeCheckpoint(content)).toBe(text);
  });

  test("a checkpoint with parts that cannot be read opens, and says all that is wrong; the question is not evaluated", () => {
    const text = checkpointText([
      itemDraft({
        question: {
          additionalProperty: [
            propertyDraft("messages", [{ role: "tool", content: "x" }, { role: "user" }]),
            propertyDraft("system_prompt", ["x"]),
            propertyDraft("attachments", ["../../etc/passwd", "/root/key.txt"]),
          ],
        },
      }),
    ]);
    const content = readCheckpoint(text, "test.jsonld");
    const at = "$.dataFeedElement[0].item.additionalProperty";
    expect(content.warnings.map(({ path: place, message }) => `${place}: ${message}`)).toMatchInlineSnapshot(`
      [
        "$.dataFeedElement[0].item.additionalProperty[0].value[0].role: expected "user" or "assistant", found the text "tool"; the question is not evaluated",
        "$.dataFeedElement[0].item.additionalProperty[0].value[1].content: expected text, found nothing; the question is not evaluated",
        "$.dataFeedElement[0].item.additionalProperty[1].value: expected text, found a list; the question is not evaluated",
        "$.dataFeedElement[0].item.additionalProperty[2].value[0]: expected a relative path inside the folder of the benchmark, without \`..\` and hidden parts, found the text "../../etc/passwd"; the question is not evaluated",
        "$.dataFeedElement[0].item.additionalProperty[2].value[1]: expected a relative path inside the folder of the benchmark, without \`..\` and hidden parts, found the text "/root/key.txt"; the question is not evaluated",
      ]
    `);
    expect(content.warnings.every(({ path: place }) => place.startsWith(at))).toBe(true);
    expect(content.questions[0]?.unusable?.field).toBe("messages");
    expect(content.questions[0]).not.toHaveProperty("attachments");
    expect(writeCheckpoint(content)).toBe(text);
  });

  test("YAML with such parts is refused, each with its place", async () => {
    const file = path.join(folder, "wrong.yaml");
    await writeFile(
      file,
      [
        "karenina: 1\nname: Wrong\nquestions:\n  - question: And?\n    answer: x",
        "    messages:\n      - { role: system, content: x }\n      - { role: user }",
        "    attachments: [../a.txt, b.exe]\n",
      ].join("\n"),
    );
    const error = await Benchmark.load(file).catch((caught: Error) => caught);
    expect((error as Error).message.replaceAll(folder, ".")).toMatchInlineSnapshot(`
      "./wrong.yaml is not a valid benchmark, 4 problems:
        line 7, column 17, questions[0].messages[0].role: expected "user", "assistant", found "system"
        line 8, column 9, questions[0].messages[1].content: expected text, found nothing
        line 9, column 19, questions[0].attachments[0]: expected a relative path inside the folder of the benchmark, without \`..\` and hidden parts
        line 9, column 29, questions[0].attachments[1]: expected a picture, a PDF or a text by the ending of its name (png, jpg, jpeg, gif, webp, pdf, txt, md, csv, tsv, html, htm, xml, json, yaml, yml, log, py, r, sql, js, ts, sh, tex, bib, fasta, fa, pdb, sdf, mol)"
    `);
  });

  test("bytes that are held in memory have no place", async () => {
    const benchmark = benchmarkOf({ ...followUp, attachments: [{ name: "a.txt", data: Buffer.from("x") }] });
    for (const name of ["a.jsonld", "a.yaml"])
      await expect(benchmark.save(path.join(folder, name))).rejects.toMatchObject({
        code: "invalid_input",
        message: expect.stringContaining('"a.txt"'),
      });
  });
});
