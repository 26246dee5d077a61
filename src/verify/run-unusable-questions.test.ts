import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { startOpenAiServer } from "../models/testing/index.ts";
import { outcomeOf } from "../result/index.ts";
import { Benchmark } from "./benchmark.ts";

const dates = { dateCreated: "2025-01-01T00:00:00", dateModified: "2025-01-01T00:00:00" };
const property = (name: string, value: unknown) => ({ "@type": "PropertyValue", name, value });
const item = (id: string, more: object = {}, properties: readonly object[] = []) => ({
  "@type": "DataFeedItem",
  "@id": id,
  ...dates,
  item: {
    text: `Which protein is ${id}?`,
    acceptedAnswer: { text: "BCL2" },
    hasPart: { name: "t", text: "" },
    additionalProperty: [property("finished", true), ...properties],
    ...more,
  },
});

const file = {
  "@context": { "@version": 1.1 },
  "@type": "DataFeed",
  name: "Odd",
  ...dates,
  rating: [
    {
      "@type": "Rating",
      name: "names it",
      bestRating: 1,
      worstRating: 0,
      additionalType: "karenina:GlobalRegexTrait",
      additionalProperty: [property("pattern", "BCL")],
    },
  ],
  dataFeedElement: [
    item("fine"),
    item("twice"),
    item("outside", {}, [property("workspace_path", "../../etc")]),
    item("twice"),
    item("template", { hasPart: 7 }),
    item("no text", { text: "" }),
  ],
};

test.each([
  ["rubric_only", ["outside", "twice"]],
  ["template_and_rubric", ["outside", "template", "twice"]],
] as const)(
  "questions that cannot be evaluated say so and no model is asked for them: %s",
  async (mode, expected) => {
    const folder = await mkdtemp(path.join(tmpdir(), "odd-questions-"));
    await using _folder = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
    await using server = await startOpenAiServer({ chat: () => "It is BCL2." });
    const source = path.join(folder, "odd.jsonld");
    await writeFile(source, JSON.stringify(file));
    const benchmark = await Benchmark.load(source);
    const model = { modelName: "m", endpointBaseUrl: server.url };
    const warnings: string[] = [];
    const results = [
      ...(await benchmark.runVerification(
        { answeringModels: [model], parsingModels: [model], evaluationMode: mode },
        { warn: (warning) => warnings.push(warning) },
      )),
    ];
    const lacking = results.filter((result) => outcomeOf(result) === "not_evaluable");
    expect(lacking.map(({ metadata }) => metadata.questionId).toSorted()).toEqual(expected);
    for (const { metadata } of lacking) expect(metadata.failure?.reason).toMatch(/expected/i);
    expect(server.requests).toHaveLength(4 - expected.length);
    expect(warnings).toContainEqual(
      expect.stringMatching(/^2 questions that cannot be evaluated .*see `npx karenina benchmark validate`/),
    );
    expect(warnings).toContainEqual(expect.stringMatching(/^2 entries of the file are no questions/));
  },
);
