import { describe, expect, it } from "vitest";
import { allTraits } from "../../rubric/index.ts";
import { Benchmark } from "../benchmark.ts";
import {
  checkpointDraft,
  type Draft,
  itemDraft,
  propertyDraft,
  ratingDraft,
} from "./fixtures/minimal-checkpoint.ts";
import { readCheckpoint } from "./read-checkpoint.ts";
import { writeCheckpoint } from "./write-checkpoint.ts";

const root = (parts: Draft) => checkpointDraft(undefined, parts);
const question = (parts: Draft) => checkpointDraft([itemDraft({ question: parts })]);
const item = (parts: Draft) => checkpointDraft([itemDraft({ item: parts })]);
const property = (name: string, value: unknown) =>
  question({ additionalProperty: [propertyDraft(name, value)] });

const at = "$.dataFeedElement[0].item";

/** Reads it, makes sure that writing it changes nothing, and gives what was read. */
function read(draft: Draft) {
  const text = `${JSON.stringify(draft, null, 2)}\n`;
  const content = readCheckpoint(text, "odd.jsonld");
  expect(writeCheckpoint(content).trim()).toBe(text.trim());
  return content;
}

describe("a place that is not as it should be is named, and stays in the file", () => {
  it.each<[string, Draft, string]>([
    ["@context missing", root({ "@context": undefined }), "$.@context: expected an object, found nothing"],
    ["dateCreated missing", root({ dateCreated: undefined }), "$.dateCreated: expected text, found nothing"],
    [
      "dateModified missing",
      root({ dateModified: undefined }),
      "$.dateModified: expected text, found nothing",
    ],
    [
      "creator without name",
      root({ creator: { "@type": "Person" } }),
      "$.creator: expected text or a Person with a name, found an object",
    ],
    [
      "creator a number",
      root({ creator: 5 }),
      "$.creator: expected text or a Person with a name, found the number 5",
    ],
    [
      "an item that is no object",
      checkpointDraft([7]),
      "$.dataFeedElement[0]: expected an object, found the number 7",
    ],
    [
      "item without dates",
      item({ dateCreated: undefined }),
      "$.dataFeedElement[0].dateCreated: expected text, found nothing",
    ],
    ["question without text", question({ text: undefined }), `${at}.text: expected text, found nothing`],
    [
      "question with empty text",
      question({ text: "" }),
      `${at}.text: expected non-empty text, found empty text`,
    ],
    [
      "question without acceptedAnswer",
      question({ acceptedAnswer: undefined }),
      `${at}.acceptedAnswer: expected an object, found nothing`,
    ],
    [
      "question without hasPart",
      question({ hasPart: undefined }),
      `${at}.hasPart: expected an object, found nothing`,
    ],
    ...["", " \n"].map((text): [string, Draft, string] => [
      `a template of the text ${JSON.stringify(text)}`,
      question({ hasPart: { name: "n", text, programmingLanguage: "TypeScript" } }),
      `${at}.hasPart.text: expected a template, found empty text; the question is read without one`,
    ]),
    [
      "hasPart without name",
      question({ hasPart: { text: "x" } }),
      `${at}.hasPart.name: expected text, found nothing`,
    ],
    [
      "keywords as bare text",
      question({ keywords: "a" }),
      `${at}.keywords: expected a list, found the text "a"`,
    ],
    [
      "rating without additionalType",
      question({ rating: [ratingDraft({ additionalType: undefined })] }),
      `${at}.rating[0].additionalType: additionalType: expected a trait type`,
    ],
    [
      "rating without bestRating",
      question({ rating: [ratingDraft({ bestRating: undefined })] }),
      `${at}.rating[0].bestRating: bestRating: expected a number, found nothing`,
    ],
    [
      "rating of an unknown type",
      question({ rating: [ratingDraft({ additionalType: "karenina:Mood" })] }),
      `${at}.rating[0].additionalType: additionalType: expected a trait type such as karenina:QuestionSpecificRubricTrait, found "karenina:Mood"`,
    ],
    [
      "a question's trait at the root",
      root({ rating: [ratingDraft()] }),
      "$.rating[0].additionalType: additionalType: expected a Global trait type, found a QuestionSpecific one",
    ],
    [
      "finished as a word",
      property("finished", "banana"),
      `${at}.additionalProperty[0].value: expected true or false, found the text "banana"`,
    ],
    [
      "finished null",
      property("finished", null),
      `${at}.additionalProperty[0].value: expected true or false, found null`,
    ],
    [
      "a workspace outside the root",
      property("workspace_path", "../../etc"),
      `${at}.additionalProperty[0].value: expected a relative path inside the workspace, found the text "../../etc"`,
    ],
  ])("%s", (_case, draft, warning) => {
    const found = read(draft).warnings.map(({ path, message }) => `${path}: ${message}`);
    expect(found).toEqual([expect.stringContaining(warning)]);
  });

  it("all are named", () => {
    const odd = (_: unknown, place: number) =>
      itemDraft({ question: { keywords: 1 }, item: { "@id": `q${place}` } });
    expect(read(checkpointDraft(Array.from({ length: 40 }, odd))).warnings).toHaveLength(40);
  });
});

describe("the rest of the file works", () => {
  it("though items are no questions: they stay where they are, whatever else changes", () => {
    const [one, two] = ["q1", "q2"].map((id) => itemDraft({ item: { "@id": id } }));
    const strangers = [7, null, itemDraft({ question: { text: "" } }), { "@id": "x", item: [] }];
    const items = [strangers[0], one, strangers[1], two, strangers[2], strangers[3]];
    const content = read(checkpointDraft(items));
    expect(content.questions.map(({ id }) => id)).toEqual(["q1", "q2"]);
    const benchmark = new Benchmark({ content });
    benchmark.removeQuestion("q1");
    const id = benchmark.addQuestion({ question: "New?", rawAnswer: "x" });
    const written: { dataFeedElement: readonly { "@id": string }[] } = JSON.parse(
      writeCheckpoint(benchmark.content),
    );
    expect(written.dataFeedElement.slice(0, -1)).toEqual([strangers[0], ...items.slice(2)]);
    expect(written.dataFeedElement.at(-1)?.["@id"]).toBe(id);
  });

  it("though an id stands twice: the first stands for all, and is not evaluated", () => {
    const other = itemDraft({ question: { text: "Another?" } });
    const content = read(checkpointDraft([itemDraft(), itemDraft({ item: { "@id": "q2" } }), other]));
    const message = (place: number) =>
      `expected an id of its own, found the text "q1", which $.dataFeedElement[${place}] has, too`;
    expect(content.warnings).toEqual([
      { questionId: "q1", path: "$.dataFeedElement[0].@id", message: message(2) },
      { questionId: "q1", path: "$.dataFeedElement[2].@id", message: message(0) },
    ]);
    expect(content.questions.map(({ id, unusable }) => [id, unusable?.reason])).toEqual([
      ["q1", message(2)],
      ["q2", undefined],
    ]);
    expect(new Benchmark({ content }).checkReadiness()).toMatchObject({
      readyForVerification: false,
      unusableQuestions: [{ questionId: "q1" }],
    });
  });

  it("though a template is no text: it cannot be read, until the question has another", () => {
    const content = read(question({ hasPart: "class Answer" }));
    const benchmark = new Benchmark({ content });
    expect(benchmark.getQuestion("q1").template).toMatchObject({
      kind: "unreadable",
      reason: expect.stringContaining("hasPart"),
    });
    benchmark.updateQuestion("q1", { template: { text: "x", language: "Python" } });
    expect(JSON.parse(writeCheckpoint(benchmark.content)).dataFeedElement[0].item.hasPart.text).toBe("x");
  });

  it("though a workspace is outside: its question is not evaluated, until it has another", () => {
    const benchmark = new Benchmark({ content: read(property("workspace_path", 5)) });
    expect(benchmark.getQuestion("q1")).toMatchObject({ unusable: { field: "workspacePath" } });
    benchmark.updateQuestion("q1", { keywords: ["a"] });
    expect(benchmark.getQuestion("q1").unusable).toBeDefined();
    benchmark.updateQuestion("q1", { workspacePath: "files" });
    expect(benchmark.getQuestion("q1").unusable).toBeUndefined();
  });

  it("though traits are none, or of no kind: those with a name have no value and say why", () => {
    const rating = [
      ratingDraft({ bestRating: "1" }),
      5,
      ratingDraft({ name: "ok" }),
      ratingDraft({ name: 1 }),
    ];
    const [first] = read(question({ rating })).questions;
    expect(first && allTraits(first.rubric).map(({ name, unusable }) => [name, unusable?.reason])).toEqual([
      ["Tone", expect.stringMatching(/^bestRating: expected/)],
      ["ok", undefined],
    ]);
    const benchmark = new Benchmark({ content: read(question({ rating })) });
    benchmark.setQuestionRubric("q1", []);
    expect(JSON.parse(writeCheckpoint(benchmark.content)).dataFeedElement[0].item.rating).toEqual([
      rating[1],
      rating[3],
    ]);
  });
});
