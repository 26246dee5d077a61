import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { allTraits, emptyRubric } from "../../rubric/index.ts";
import {
  checkpointText,
  type Draft,
  itemDraft,
  propertyDraft,
  ratingDraft,
} from "./fixtures/minimal-checkpoint.ts";
import { isPlaceholderTemplate, placeholderTemplate } from "./placeholder-template.ts";
import { readCheckpoint } from "./read-checkpoint.ts";
import { writeCheckpoint } from "./write-checkpoint.ts";

const fixture = async (name: string) =>
  readCheckpoint(await readFile(new URL(`./fixtures/${name}`, import.meta.url), "utf8"), name);
const first = (properties: readonly Draft[], question: Draft = {}) =>
  readCheckpoint(
    checkpointText([itemDraft({ question: { additionalProperty: properties, ...question } })]),
    "x",
  ).questions[0];

describe("readCheckpoint", () => {
  it("reads a file of the Python system", async () => {
    const content = await fixture("drug-targets.jsonld");
    expect(content).toMatchObject({
      name: "Drug targets",
      version: "1.2.0",
      creator: { name: "Ada Muñoz" },
      warnings: [{ path: "$.dataFeedElement[0].item.rating[2].additionalProperty[0].value" }],
    });
    expect(content.customProperties).toEqual({ funding: { grant: "X-1", share: 0.5 } });
    expect(allTraits(content.globalRubric).map(({ name }) => name)).toEqual([
      "Clarity",
      "Coverage",
      "Thorough",
    ]);
    expect(allTraits(content.globalDynamicRubric)).toMatchObject([
      { name: "Safety", type: "llm", summary: "when a dose is named" },
    ]);
    const [venetoclax, gene] = content.questions;
    expect(venetoclax).toMatchObject({
      id: "urn:uuid:question-what-is-the-putative-target-of-venetoclax-1f0c8d1e",
      question: "What is the putative target of venetoclax?",
      rawAnswer: "BCL2",
      keywords: ["oncology", "apoptosis"],
      fewShotExamples: [{ question: "Target of imatinib?", answer: "BCR-ABL" }],
      answerNotes: "Accept BCL-2.",
      author: { name: "Ada Muñoz" },
      sources: [{ title: "A study" }],
      customMetadata: {
        area: "oncology",
        a_custom_b: 1,
        nothing: null,
        null_inside: { x: null, 1: "one", 2: "two" },
      },
      workspacePath: "cases/venetoclax",
      finished: true,
      dateCreated: "2026-03-02T09:15:00.123456",
    });
    expect(venetoclax?.template).toMatchObject({ kind: "source", source: { language: "Python" } });
    expect(allTraits(venetoclax?.rubric ?? emptyRubric)).toMatchObject([
      { name: "Tone", type: "llm", classes: [{ name: "3" }, { name: "1" }, { name: "x" }] },
      { name: "Has citation", type: "regex", caseSensitive: false },
      { name: "Length", type: "callable", code: { kind: "pickle" } },
    ]);
    expect(gene).toMatchObject({
      id: "cb0b4aaf80c43c9973aefeda1bd72890",
      finished: false,
      template: undefined,
    });
  });

  it("reads an older file, deriving ids that are left out", async () => {
    const { questions, warnings } = await fixture("older-format.jsonld");
    expect(questions[0]).toMatchObject({ keywords: ["legacy"], finished: true });
    expect(questions[0]?.id).toMatch(/^urn:uuid:question-what-is-old-[0-9a-f]{8}$/);
    expect(questions[1]).toMatchObject({
      author: "not { json",
      fewShotExamples: [],
      template: { kind: "unreadable", language: "Julia" },
    });
    expect(warnings.map(({ path }) => path)).toEqual([
      "$.dataFeedElement[0].item.rating[0].additionalProperty",
      "$.dataFeedElement[1].item.hasPart.programmingLanguage",
      "$.dataFeedElement[1].item.additionalProperty[1].value",
    ]);
  });

  it("keeps scenarios whole", async () => {
    const { scenarios, questions } = await fixture("dialogue-scenario.jsonld");
    expect(questions).toEqual([]);
    expect(scenarios).toMatchObject([
      {
        definition: { name: "greeting", nodes: [{ id: "2" }, { id: "start", metadata: { weight: 1 } }] },
        problems: [],
      },
    ]);
  });

  it("gives derived ids a suffix where they meet", () => {
    const twice = [itemDraft({ item: { "@id": undefined } }), itemDraft({ item: { "@id": null } })];
    const [one, two] = readCheckpoint(checkpointText(twice), "x").questions;
    expect(two?.id).toBe(`${one?.id}-1`);
  });

  it.each([true, 1, "1", "yes", "Y", "on", "TRUE", "t"])("reads finished: %j as true", (value) => {
    expect(first([propertyDraft("finished", value)])?.finished).toBe(true);
  });

  it.each([false, 0, "0", "no", "N", "off", "False", "f"])("reads finished: %j as false", (value) => {
    expect(first([propertyDraft("finished", value)])?.finished).toBe(false);
  });

  it("reads finished as false and everything else as absent where there are no properties", () => {
    expect(first([])).toMatchObject({
      finished: false,
      customMetadata: {},
      author: undefined,
      workspacePath: undefined,
    });
  });

  it.each([
    [{ name: "Ada" }, { name: "Ada" }],
    ['{"name": "Ada"}', { name: "Ada" }],
    ['"Ada"', "Ada"],
    ["Ada", "Ada"],
    ["12", "12"],
    ["null", undefined],
    ["", undefined],
  ])("reads the author %j", (value, author) => {
    expect(first([propertyDraft("author", value)])?.author).toEqual(author);
  });

  it("strips custom_ once and reads a property without value as null", () => {
    const { value: _, ...valueless } = propertyDraft("custom_empty", null);
    expect(first([propertyDraft("custom_custom_x", 1), valueless])?.customMetadata).toEqual({
      custom_x: 1,
      empty: null,
    });
  });

  it("never reaches a prototype", () => {
    const text = checkpointText([
      itemDraft({ question: { additionalProperty: [propertyDraft("custom___proto__", { polluted: 1 })] } }),
    ]).replace("{", '{"__proto__": {"polluted": 1},');
    const content = readCheckpoint(text, "x");
    expect(Object.keys(content.questions[0]?.customMetadata ?? {})).toEqual(["__proto__"]);
    expect(Object.getPrototypeOf(content.questions[0]?.customMetadata)).toBe(Object.prototype);
    expect(content).not.toHaveProperty("polluted");
    expect({}).not.toHaveProperty("polluted");
  });

  it("takes a missing language for Python and keeps both known ones", () => {
    const language = (hasPart: Draft) =>
      first([], { hasPart: { name: "n", text: "x = 1", ...hasPart } })?.template;
    expect(language({})).toEqual({ kind: "source", source: { text: "x = 1", language: "Python" } });
    expect(language({ programmingLanguage: "TypeScript" })).toMatchObject({
      source: { language: "TypeScript" },
    });
  });

  it("keeps a global trait on a question and says so", () => {
    const rating = [ratingDraft({ additionalType: "karenina:GlobalRubricTrait" })];
    const content = readCheckpoint(checkpointText([itemDraft({ question: { rating } })]), "x");
    expect(content.questions[0]?.rubric).toEqual(emptyRubric);
    expect(JSON.parse(writeCheckpoint(content)).dataFeedElement[0].item.rating).toEqual(rating);
    expect(content.warnings).toMatchObject([
      { questionId: "q1", path: "$.dataFeedElement[0].item.rating[0].additionalType" },
    ]);
  });
});

describe("a placeholder template", () => {
  it("has the text readers of the format know", () => {
    expect(placeholderTemplate("What is the capital of France?")).toBe(
      'class Answer(BaseAnswer):\n    """Answer template for: What is the capital of France?..."""\n\n' +
        '    response: str = Field(description="The answer response")\n\n    def verify(self) -> bool:\n' +
        "        # Default template: returns False to indicate custom verification needed\n        return False\n",
    );
  });

  it.each(["", "short", "x".repeat(80), "line\nbreak", "é😀".repeat(60), '"quoted"'])(
    "is known for the question %j",
    (text) => {
      expect(isPlaceholderTemplate(placeholderTemplate(text))).toBe(true);
      expect(isPlaceholderTemplate(`\n${placeholderTemplate(text).replaceAll("\n", "\r\n")}  `)).toBe(true);
    },
  );

  it("is not a template with anything more in it", () => {
    expect(isPlaceholderTemplate(`${placeholderTemplate("q")}\n    extra = 1`)).toBe(false);
    expect(isPlaceholderTemplate(placeholderTemplate("q").replace("q...", `${"x".repeat(51)}...`))).toBe(
      false,
    );
    expect(isPlaceholderTemplate("class Answer(BaseAnswer):\n    pass")).toBe(false);
  });
});
