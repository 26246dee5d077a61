import { expect, test } from "vitest";
import * as z from "zod";
import { answerTemplate, exactMatch, templateSource, templateSpec, verified } from "../../template/index.ts";
import { readTemplateSpec } from "./read-template-spec.ts";

const template = answerTemplate({
  target: verified(z.string(), { description: "The target", groundTruth: "BCL2", verifyWith: exactMatch() }),
});
const python = (verify: string) =>
  `class Answer(BaseAnswer):\n    target: str = VerifiedField(description="The target", ground_truth="BCL2", verify_with=ExactMatch())\n${verify}`;

test("a template, its source in either language and what a question holds have one specification", async () => {
  const source = { language: "TypeScript", text: templateSource(template) } as const;
  const inputs = [
    template,
    source,
    { kind: "source", source } as const,
    { language: "Python", text: python("") } as const,
  ];
  for (const input of inputs) expect(await readTemplateSpec(input)).toEqual(templateSpec(template));
});

test("a check of TypeScript source is carried as its text", async () => {
  const text = templateSource(template).replace(/\);\n$/, ", { verify: () => true });\n");
  const spec = await readTemplateSpec({ language: "TypeScript", text });
  expect(spec).toMatchObject({ code: { language: "TypeScript", verify: "() => true" } });
});

test("source that needs longer than the limits allow is refused", async () => {
  const text = `for (;;);\n${templateSource(template)}`;
  await expect(readTemplateSpec({ language: "TypeScript", text }, { timeoutMs: 20 })).rejects.toMatchObject({
    code: "sandbox_limit",
  });
});

test.each([
  [
    "a language that is not read",
    { kind: "unreadable", language: "Julia", text: "x" },
    "template_unreadable",
  ],
  ["broken source", { language: "Python", text: "class Answer(" }, "template_invalid"],
] as const)("%s is refused by its code", async (_name, input, code) => {
  await expect(readTemplateSpec(input)).rejects.toMatchObject({ code });
});
