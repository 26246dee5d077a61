import { describe, expect, it } from "vitest";
import { KareninaError } from "../../base/index.ts";
import { CheckpointError, maximumProblems } from "../problems/problem.ts";
import {
  checkpointDraft,
  checkpointText,
  type Draft,
  itemDraft,
  propertyDraft,
  ratingDraft,
} from "./fixtures/minimal-checkpoint.ts";
import { readCheckpoint } from "./read-checkpoint.ts";

function refusal(text: string): KareninaError {
  try {
    readCheckpoint(text, "bad.jsonld");
  } catch (error) {
    if (KareninaError.isInstance(error)) return error;
    throw error;
  }
  throw new Error("The file was accepted.");
}

function problemsOf(draft: Draft): readonly string[] {
  const error = refusal(JSON.stringify(draft));
  expect(error.code).toBe("invalid_input");
  return error instanceof CheckpointError
    ? error.problems.map(({ path, message }) => `${path}: ${message}`)
    : [error.message];
}

const root = (parts: Draft) => checkpointDraft(undefined, parts);
const question = (parts: Draft) => checkpointDraft([itemDraft({ question: parts })]);
const item = (parts: Draft) => checkpointDraft([itemDraft({ item: parts })]);
const property = (name: string, value: unknown) =>
  question({ additionalProperty: [propertyDraft(name, value)] });
const at = "$.dataFeedElement[0].item";

describe("a file that is no valid checkpoint", () => {
  it.each<[string, Draft, string]>([
    ["@context missing", root({ "@context": undefined }), "$.@context: expected an object, found nothing"],
    ["name missing", root({ name: undefined }), "$.name: expected text, found nothing"],
    ["name empty", root({ name: "" }), "$.name: expected non-empty text, found empty text"],
    ["dateCreated missing", root({ dateCreated: undefined }), "$.dateCreated: expected text, found nothing"],
    [
      "dateModified missing",
      root({ dateModified: undefined }),
      "$.dateModified: expected text, found nothing",
    ],
    [
      "dataFeedElement missing",
      root({ dataFeedElement: undefined }),
      "$.dataFeedElement: expected a list, found nothing",
    ],
    [
      "dataFeedElement null",
      root({ dataFeedElement: null }),
      "$.dataFeedElement: expected a list, found null",
    ],
    ["wrong @type", root({ "@type": "Dataset" }), '$.@type: expected "DataFeed", found the text "Dataset"'],
    [
      "creator without name",
      root({ creator: { "@type": "Person" } }),
      "$.creator.name: expected text, found nothing",
    ],
    ["creator a number", root({ creator: 5 }), "$.creator: expected text or a Person, found the number 5"],
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
      `${at}.rating[0].additionalType: expected text, found nothing`,
    ],
    [
      "rating without bestRating",
      question({ rating: [ratingDraft({ bestRating: undefined })] }),
      `${at}.rating[0].bestRating: expected a number, found nothing`,
    ],
    [
      "rating of an unknown type",
      question({ rating: [ratingDraft({ additionalType: "karenina:Mood" })] }),
      `${at}.rating[0].additionalType: expected one of the 14 trait types (karenina:GlobalRubricTrait, karenina:QuestionSpecificRubricTrait, …), found the text "karenina:Mood"`,
    ],
    [
      "a question's trait at the root",
      root({ rating: [ratingDraft()] }),
      "$.rating[0].additionalType: expected a Global trait type, found a QuestionSpecific one",
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
    [
      "questions and scenarios together",
      root({ hasPart: [{ name: "s" }] }),
      "$.hasPart: expected a benchmark of questions or of scenarios, found both",
    ],
  ])("%s", (_case, draft, problem) => {
    expect(problemsOf(draft)).toEqual([problem]);
  });

  it("names both places of an id that stands twice", () => {
    expect(
      problemsOf(checkpointDraft([itemDraft(), itemDraft({ item: { "@id": "q2" } }), itemDraft()])),
    ).toEqual([
      '$.dataFeedElement[2].@id: expected an id of its own, found the text "q1", which $.dataFeedElement[0] has, too',
    ]);
  });

  it("reports all problems together, up to a number", () => {
    const items = Array.from({ length: 40 }, () =>
      itemDraft({ question: { text: 1 }, item: { "@id": undefined } }),
    );
    const error = refusal(checkpointText(items, { name: "" }));
    expect(error.message).toContain(
      "bad.jsonld is not a valid checkpoint, 41 problems:\n  $.name: expected non-empty text",
    );
    expect(error.message).toContain(`… and ${41 - maximumProblems} more`);
    expect(error.message.split("\n")).toHaveLength(maximumProblems + 2);
  });

  it("reports broken JSON with its place", () => {
    const text = checkpointText();
    expect(refusal(text.slice(0, 120)).message).toMatch(
      /^bad\.jsonld is not valid JSON: line \d+, column \d+: .*cut off$/,
    );
    expect(refusal("[1]").message).toBe(
      "bad.jsonld is not a checkpoint: $: expected an object, found a list",
    );
  });

  it("refuses a file from the future", () => {
    const version = (value: unknown) =>
      checkpointText([], { additionalProperty: [propertyDraft("benchmark_format_version", value)] });
    expect(refusal(version("4.0.0-jsonld")).code).toBe("format_from_future");
    expect(refusal(version("10")).message).toBe(
      "bad.jsonld has benchmark format 10; this version reads up to 3",
    );
    for (const known of ["3.9.0", "2.0", "", null])
      expect(readCheckpoint(version(known), "x").name).toBe("Capitals");
  });

  it("refuses deep nesting, also in what is unknown", () => {
    const deep = `${"[".repeat(5000)}${"]".repeat(5000)}`;
    expect(refusal(checkpointText().replace("{", `{"x": ${deep},`)).message).toContain(
      "nested deeper than 200 levels",
    );
  });
});
