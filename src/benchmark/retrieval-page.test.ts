import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import {
  contextRecall,
  faithfulness,
  ratingsFromTraits,
  regexTrait,
  rubric,
  traitsFromRatings,
} from "../rubric/index.ts";
import { readYaml } from "./yaml/read-yaml.ts";
import { templateForm } from "./yaml/write-template.ts";

const page = await readFile(new URL("../../docs/retrieval.md", import.meta.url), "utf8");
const blockOf = (language: string) =>
  new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? "";

test("the YAML of docs/retrieval.md holds the traits that it names", () => {
  const { globalRubric, warnings } = readYaml(blockOf("yaml"), "b.yaml", "2026-01-01T00:00:00.000Z");
  expect(warnings).toEqual([]);
  expect(globalRubric).toEqual(rubric([faithfulness(), contextRecall({ name: "recall" })]));
});

test("a checkpoint holds the node that the page shows, and what a trait is judged on", () => {
  const dose = regexTrait({ name: "dose", pattern: "mg", judge: "contexts" });
  const traits = rubric([faithfulness(), dose]);
  const nodes = ratingsFromTraits({ rubric: traits }, "global");
  expect(traitsFromRatings(nodes, "global")).toMatchObject({ rubric: traits, warnings: [] });
  expect(nodes).toMatchObject([
    {
      additionalProperty: expect.arrayContaining([
        { "@type": "PropertyValue", name: "judge", value: "contexts" },
      ]),
    },
    JSON.parse(blockOf("json")),
  ]);
});

test("YAML says what a template is filled in from, and says it again when it is written", () => {
  const text =
    "karenina: 1\nname: N\nquestions:\n  - question: Q?\n    answer: BCL2\n    judge: contexts\n    fields:\n      target: { description: T, type: text, truth: BCL2, check: exact_match }\n";
  const { questions, warnings } = readYaml(text, "b.yaml", "2026-01-01T00:00:00.000Z");
  expect(warnings).toEqual([]);
  const template = questions[0]?.template;
  if (template?.kind !== "native") throw new Error("no native template");
  expect(template.template.judge).toBe("contexts");
  expect(templateForm(template, "BCL2")).toMatchObject({
    judge: "contexts",
    fields: { target: { truth: "BCL2" } },
  });
});
