import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import { answerTemplate, exactMatch, verified } from "../template/index.ts";
import { Benchmark } from "./benchmark.ts";
import { templateIdOf } from "./question/question-template.ts";

const python = { text: "class Answer(BaseAnswer):\n    pass\n", language: "Python" } as const;
const template = answerTemplate({
  capital: verified(z.string(), {
    description: "The city named",
    groundTruth: "Paris",
    verifyWith: exactMatch(),
  }),
});
const clock = (iso: string) => ({ now: () => Date.parse(iso), monotonic: () => 0, sleep: async () => {} });
const create = () => Benchmark.create({ name: "Capitals", clock: clock("2026-05-01T12:00:00Z") });
const france = { question: "What is the capital of France?", rawAnswer: "Paris" };

describe("adding questions", () => {
  it("fills in what is left out", () => {
    const benchmark = create();
    const id = benchmark.addQuestion(france);
    expect(id).toBe("urn:uuid:question-what-is-the-capital-of-france-cb0b4aaf");
    expect(benchmark.getQuestion(id)).toMatchObject({
      ...france,
      id,
      finished: true,
      keywords: [],
      customMetadata: {},
      dateCreated: "2026-05-01T12:00:00.000Z",
    });
    expect(benchmark.addQuestion(france)).toBe(`${id}-1`);
  });

  it("takes an id of the caller's, once", () => {
    const benchmark = create();
    expect(benchmark.addQuestion({ ...france, id: "fr" })).toBe("fr");
    expect(() => benchmark.addQuestion({ ...france, id: "fr" })).toThrow(
      'A question with the id "fr" already exists.',
    );
  });

  it("takes templates as objects and as source", () => {
    const benchmark = create();
    const [native, source] = benchmark.addQuestions([
      { ...france, template },
      { ...france, template: python },
    ]);
    expect(benchmark.getQuestion(native ?? "").template).toEqual({ kind: "native", template });
    expect(benchmark.getQuestion(source ?? "").template).toEqual({ kind: "source", source: python });
    expect(templateIdOf(benchmark.getQuestion(native ?? ""))).toMatch(/^[0-9a-f]{32}$/);
    expect(templateIdOf({})).toBe("no_template");
  });

  it("refuses a template without source", () => {
    const bound = { ...template, verify: (() => true).bind(null) };
    expect(() => create().addQuestion({ ...france, template: bound })).toThrow(/cannot be written as source/);
  });

  it.each<[object, string]>([
    [{ rawAnswer: undefined }, "question.rawAnswer: expected text, found nothing"],
    [{ question: "" }, "question.question: expected non-empty text, found empty text"],
    [{ tags: ["x"] }, 'question: unknown key "tags"'],
    [{ questoin: "x" }, 'question: unknown key "questoin"; did you mean "question"?'],
    [{ raw_answer: "x" }, 'question: unknown key "raw_answer"; did you mean "rawAnswer"?'],
    [{ keywords: "x" }, 'question.keywords: expected a list, found the text "x"'],
    [
      { workspacePath: "/etc" },
      'question.workspacePath: expected a relative path inside the workspace, found the text "/etc"',
    ],
    [
      { template: { text: "x", language: "R" } },
      "question.template: expected an answer template or { text, language }, found an object",
    ],
    [
      { customMetadata: { when: new Date(0) } },
      "question.customMetadata.when: expected a JSON value, found an object of class Date",
    ],
    [{ author: () => 1 }, "question.author: expected a JSON value, found function"],
    [{ rubric: { nodes: [] } }, 'question.rubric: unknown key "nodes"'],
    [{ dynamicRubric: ["x"] }, "question.dynamicRubric: expected a list of traits or a rubric, found a list"],
  ])("refuses %j", (parts, message) => {
    const benchmark = create();
    // The parts are wrong on purpose, as from plain JavaScript.
    expect(() => benchmark.addQuestion({ ...france, ...parts } as typeof france)).toThrow(message);
    expect(benchmark.size).toBe(0);
  });

  it("keeps apart from the objects it was given", () => {
    const benchmark = create();
    const customMetadata = { area: { name: "geography" } };
    const id = benchmark.addQuestion({ ...france, customMetadata });
    customMetadata.area.name = "changed";
    expect(benchmark.getQuestion(id).customMetadata).toEqual({ area: { name: "geography" } });
    expect(() => Object.assign(benchmark.getQuestion(id), { rawAnswer: "Lyon" })).toThrow(TypeError);
  });
});

describe("changing questions", () => {
  it("sets, keeps and takes away fields", () => {
    const benchmark = create();
    const id = benchmark.addQuestion({
      ...france,
      author: "Ada",
      answerNotes: "n",
      customMetadata: { a: 1 },
    });
    benchmark.updateQuestion(id, {
      rawAnswer: "Paris, France",
      author: undefined,
      answerNotes: null,
      customMetadata: { b: 2 },
    });
    expect(benchmark.getQuestion(id)).toMatchObject({
      rawAnswer: "Paris, France",
      author: "Ada",
      answerNotes: undefined,
    });
    expect(benchmark.getQuestion(id).customMetadata).toEqual({ b: 2 });
  });

  it("names the nearest ids for one that does not exist", () => {
    const benchmark = create();
    benchmark.addQuestion({ ...france, id: "capital-of-france" });
    const failure = (() => {
      try {
        return benchmark.getQuestion("capital-of-frnace");
      } catch (error) {
        return error;
      }
    })();
    expect(failure).toMatchObject({
      code: "invalid_input",
      message: 'No question has the id "capital-of-frnace".',
      hint: 'Did you mean "capital-of-france"?',
    });
  });

  it("manages templates", () => {
    const benchmark = create();
    const [one = "", two = ""] = benchmark.addQuestions([{ ...france, template }, france]);
    expect(benchmark.getMissingTemplates()).toEqual([two]);
    expect(() => benchmark.updateTemplate(two, python)).toThrow("has no template");
    benchmark.copyTemplate(one, two);
    expect(benchmark.getQuestion(two).template).toEqual(benchmark.getQuestion(one).template);
    benchmark.removeTemplate(one);
    expect(benchmark.hasTemplate(one)).toBe(false);
    expect(benchmark.applyGlobalTemplate(python)).toEqual([one]);
    expect(benchmark.getQuestion(one).template).toMatchObject({ kind: "source" });
    expect(benchmark.getQuestion(two).template).toMatchObject({ kind: "native" });
  });

  it("manages what is finished", () => {
    const benchmark = create();
    const [one = "", two = ""] = benchmark.addQuestions([france, { ...france, finished: true }], {
      finished: false,
    });
    expect(benchmark.getFinishedQuestions().map(({ id }) => id)).toEqual([two]);
    expect(benchmark.getProgress()).toBe(50);
    expect(() => benchmark.markFinished(one, "unknown")).toThrow("No question has the id");
    expect(benchmark.getUnfinishedQuestions()).toHaveLength(1);
    benchmark.markFinished(one, two);
    expect(benchmark.getProgress()).toBe(100);
    expect(benchmark.toggleFinished(one)).toBe(false);
  });

  it("manages custom properties", () => {
    const benchmark = create();
    const id = benchmark.addQuestion(france);
    expect(benchmark.getQuestionCustomProperty(id, "area")).toBeUndefined();
    expect(benchmark.removeQuestionCustomProperty(id, "area")).toBe(false);
    benchmark.setQuestionCustomProperty(id, "area", "geography");
    expect(benchmark.getQuestionCustomProperty(id, "area")).toBe("geography");
    expect(benchmark.getQuestionCustomProperty(id, "constructor")).toBeUndefined();
    expect(benchmark.removeQuestionCustomProperty(id, "area")).toBe(true);
    benchmark.setCustomProperty("funding", { grant: "X" });
    expect(benchmark.customProperties).toEqual({ funding: { grant: "X" } });
    expect(() => benchmark.setCustomProperty("benchmark_format_version", "9")).toThrow(
      "belongs to the file format",
    );
  });

  it("removes questions", () => {
    const benchmark = create();
    const ids = benchmark.addQuestions([france, france, france]);
    expect(benchmark.removeQuestion(ids[0] ?? "")).toBe(true);
    expect(benchmark.removeQuestion("unknown")).toBe(false);
    expect([...benchmark].map(({ id }) => id)).toEqual(ids.slice(1));
    expect(benchmark.at(-1)?.id).toBe(ids[2]);
    expect(benchmark.clearQuestions()).toBe(2);
    expect(benchmark.size).toBe(0);
  });
});

describe("copies and subclasses", () => {
  class Extended extends Benchmark {
    greet(): string {
      return `${this.name}: ${this.size}`;
    }
  }

  it("creates, clones and keeps its own class", () => {
    const benchmark = Extended.create({ name: "Capitals", workspaceRoot: "/data" });
    benchmark.addQuestion({ ...france, template });
    const copy = benchmark.clone();
    copy.addQuestion(france);
    expect([benchmark.greet(), copy.greet()]).toEqual(["Capitals: 1", "Capitals: 2"]);
    expect(copy.workspaceRoot).toBe("/data");
  });

  it("compares everything but dates", () => {
    const one = create();
    one.addQuestion({ ...france, template });
    const two = Benchmark.create({ name: "Capitals", clock: clock("2030-01-01T00:00:00Z") });
    two.addQuestion({ ...france, template });
    expect(one.equals(two)).toBe(true);
    two.setMetadata({ version: "2.0.0" });
    expect(one.equals(two)).toBe(false);
  });
});

describe("files", () => {
  let folder = "";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "karenina-benchmark-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it("saves and loads", async () => {
    const benchmark = create();
    benchmark.addQuestion({
      ...france,
      template,
      keywords: ["geography"],
      fewShotExamples: [{ question: "q", answer: "a" }],
    });
    benchmark.addQuestion({ ...france, finished: false, author: { name: "Ada" } });
    const path = await benchmark.save(join(folder, "capitals.txt"));
    expect(path).toBe(join(folder, "capitals.jsonld"));
    const loaded = await Benchmark.load(path, { workspaceRoot: folder });
    expect(loaded.equals(benchmark)).toBe(true);
    expect(loaded.workspaceRoot).toBe(folder);
    expect(await loaded.save()).toBe(path);
    expect(await readdir(folder)).toEqual(["capitals.jsonld"]);
    expect(await readFile(path, "utf8")).not.toContain(folder);
  });

  it("holds questions beside scenarios", async () => {
    const path = fileURLToPath(new URL("./checkpoint/fixtures/dialogue-scenario.jsonld", import.meta.url));
    const benchmark = await Benchmark.load(path);
    expect(benchmark).toMatchObject({ scenarioCount: 1, isScenarioBenchmark: true });
    benchmark.addQuestion(france);
    expect(benchmark).toMatchObject({ scenarioCount: 1, isScenarioBenchmark: false, size: 1 });
  });

  it("asks for a path where there is none", async () => {
    await expect(create().save()).rejects.toThrow("This benchmark has no file yet.");
  });
});
