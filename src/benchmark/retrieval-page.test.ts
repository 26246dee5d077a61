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
