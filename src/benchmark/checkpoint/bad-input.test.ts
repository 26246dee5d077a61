import { describe, expect, it } from "vitest";
import { KareninaError } from "../../base/index.ts";
import { CheckpointError } from "../problems/problem.ts";
import { checkpointDraft, checkpointText, type Draft, propertyDraft } from "./fixtures/minimal-checkpoint.ts";
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

describe("a file that is no valid checkpoint", () => {
  it.each<[string, Draft, string]>([
    ["name missing", root({ name: undefined }), "$.name: expected text, found nothing"],
    ["name empty", root({ name: "" }), "$.name: expected non-empty text, found empty text"],
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
  ])("%s", (_case, draft, problem) => {
    expect(problemsOf(draft)).toEqual([problem]);
  });

  it("reports all problems together", () => {
    expect(problemsOf({ "@type": "Dataset" })).toHaveLength(3);
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
