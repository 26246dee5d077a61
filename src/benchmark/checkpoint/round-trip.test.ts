import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Benchmark } from "../benchmark.ts";
import {
  checkpointText,
  type Draft,
  itemDraft,
  propertyDraft,
  ratingDraft,
} from "./fixtures/minimal-checkpoint.ts";
import { readCheckpoint } from "./read-checkpoint.ts";
import { writeCheckpoint } from "./write-checkpoint.ts";

const fixture = (name: string) => readFile(new URL(`./fixtures/${name}`, import.meta.url), "utf8");
const roundTrip = (text: string) => writeCheckpoint(readCheckpoint(text, "test.jsonld"));

describe("load and save", () => {
  it.each(["drug-targets.jsonld", "dialogue-scenario.jsonld", "every-trait.jsonld"])(
    "leaves %s as it is, byte for byte",
    async (name) => {
      const text = await fixture(name);
      expect(roundTrip(text)).toBe(text);
    },
  );

  it("changes an older file by its upgrades only, and those once", async () => {
    const text = await fixture("older-format.jsonld");
    const upgraded = roundTrip(text);
    expect(roundTrip(upgraded)).toBe(upgraded);
    const before = JSON.parse(text);
    const after = JSON.parse(upgraded);
    expect(after["@context"]["@version"]).toBe(1.1);
    expect(after.rating[0].additionalType).toBe("karenina:GlobalRubricTrait");
    const [item] = after.dataFeedElement;
    expect(item.item.rating[0].additionalType).toBe("karenina:QuestionSpecificRegexTrait");
    expect(item).not.toHaveProperty("keywords");
    expect(item.item.keywords).toEqual(["legacy"]);
    expect(item).not.toHaveProperty("@id");
    expect(after.dataFeedElement[1]).toEqual(before.dataFeedElement[1]);
    expect(after.additionalProperty).toEqual([]);
  });

  it("keeps an item's keywords when the question has its own", () => {
    const text = checkpointText([
      itemDraft({ item: { keywords: ["item"] }, question: { keywords: ["question"] } }),
    ]);
    expect(roundTrip(text)).toBe(text);
  });

  const unknown = fc.dictionary(
    fc
      .oneof(fc.string(), fc.constantFrom("__proto__", "constructor", "1", "x-note"))
      .filter((key) => !knownKeys.has(key)),
    fc.jsonValue({ maxDepth: 2 }),
    { maxKeys: 3 },
  );
  const text = fc.string({ unit: "grapheme", minLength: 1 });
  const properties = fc.uniqueArray(
    fc.oneof(
      fc.tuple(fc.constant("finished"), fc.constantFrom(true, false, 1, 0, "yes", "OFF")),
      fc.tuple(
        fc.constantFrom("author", "sources", "answer_notes", "few_shot_examples"),
        fc.oneof(fc.json(), fc.string(), fc.jsonValue()),
      ),
      fc.tuple(
        fc.string().map((key) => `custom_${key}`),
        fc.jsonValue(),
      ),
      fc
        .tuple(fc.string(), fc.jsonValue())
        .filter(([name]) => name !== "workspace_path" && name !== "finished"),
    ),
    { selector: ([name]) => name, maxLength: 6 },
  );
  const item = fc.record({
    id: text,
    question: text,
    answer: fc.string(),
    properties,
    unknown,
    language: fc.constantFrom("Python", "TypeScript", "R"),
  });
  const checkpoint = fc.record({
    items: fc.uniqueArray(item, { selector: ({ id }) => id, maxLength: 4 }),
    unknown,
    properties,
  });

  it("changes nothing of any valid file", () => {
    fc.assert(
      fc.property(checkpoint, ({ items, unknown: rootExtra, properties: rootProperties }) => {
        const drafts = items.map((parts) =>
          itemDraft({
            item: { "@id": parts.id, ...parts.unknown },
            question: {
              text: parts.question,
              acceptedAnswer: { ...parts.unknown, text: parts.answer },
              hasPart: {
                name: "",
                text: parts.question,
                programmingLanguage: parts.language,
                ...parts.unknown,
              },
              rating: [ratingDraft(parts.unknown)],
              additionalProperty: parts.properties.map(([name, value]) => ({
                ...propertyDraft(name, value),
                ...parts.unknown,
              })),
              ...parts.unknown,
            },
          }),
        );
        const additionalProperty = rootProperties.map(([name, value]) => propertyDraft(name, value));
        const file = checkpointText(drafts, { ...rootExtra, additionalProperty });
        expect(roundTrip(file)).toBe(file);
      }),
    );
  });
});

const knownKeys = new Set([
  ..."@context @type @id name description version creator dateCreated dateModified rating dataFeedElement".split(
    " ",
  ),
  ..."hasPart additionalProperty keywords item text acceptedAnswer programmingLanguage codeRepository value".split(
    " ",
  ),
  ..."bestRating worstRating ratingValue ratingExplanation additionalType".split(" "),
]);

describe("a change after loading", () => {
  const edited = async (
    change: (benchmark: Benchmark) => void,
  ): Promise<{ readonly before: Draft[]; readonly after: Draft[] }> => {
    const source = await fixture("drug-targets.jsonld");
    const benchmark = new Benchmark({ content: readCheckpoint(source, "x"), clock: { ...fixedClock } });
    change(benchmark);
    return {
      before: JSON.parse(source).dataFeedElement,
      after: JSON.parse(writeCheckpoint(benchmark.content)).dataFeedElement,
    };
  };
  const fixedClock = { now: () => 0, monotonic: () => 0, sleep: async () => {} };
  const venetoclax = "urn:uuid:question-what-is-the-putative-target-of-venetoclax-1f0c8d1e";

  it("touches only what it names", async () => {
    const { before, after } = await edited((benchmark) =>
      benchmark.updateQuestion(venetoclax, { rawAnswer: "BCL-2" }),
    );
    const expected = structuredClone(before);
    const [item] = expected as [{ dateModified: string; item: { acceptedAnswer: Draft } }];
    item.dateModified = "1970-01-01T00:00:00.000Z";
    item.item.acceptedAnswer.text = "BCL-2";
    expect(after).toEqual(expected);
  });

  it("keeps unknown keys of the property it changes and the order of all properties", async () => {
    const { after } = await edited((benchmark) => {
      benchmark.setQuestionCustomProperty(venetoclax, "area", "haematology");
      benchmark.updateQuestion(venetoclax, { answerNotes: null });
      benchmark.setQuestionCustomProperty(venetoclax, "added", null);
    });
    const properties = (after as [{ item: { additionalProperty: Draft[] } }])[0].item.additionalProperty;
    expect(properties.map(({ name }) => name)).toEqual([
      ..."finished author sources custom_area custom_a_custom_b custom_record custom_nothing custom_null_inside".split(
        " ",
      ),
      ..."custom_added few_shot_examples workspace_path reviewed_by".split(" "),
    ]);
    expect(properties[3]).toEqual({ ...propertyDraft("custom_area", "haematology"), unitText: "field" });
    expect(properties[8]).toEqual({ "@type": "PropertyValue", name: "custom_added" });
  });

  it("renews a placeholder when its question is edited", async () => {
    const { after } = await edited((benchmark) =>
      benchmark.updateQuestion("cb0b4aaf80c43c9973aefeda1bd72890", {
        question: "Which gene is lost in SMA?",
      }),
    );
    expect(JSON.stringify(after[1])).toContain("Answer template for: Which gene is lost in SMA?...");
  });

  it("writes an id that was left out as soon as the text no longer gives it", async () => {
    const content = readCheckpoint(await fixture("older-format.jsonld"), "x");
    const benchmark = new Benchmark({ content, clock: fixedClock });
    const [first] = benchmark;
    benchmark.updateQuestion(first?.id ?? "", { question: "Another text" });
    expect(JSON.parse(writeCheckpoint(benchmark.content)).dataFeedElement[0]["@id"]).toBe(first?.id);
  });
});
