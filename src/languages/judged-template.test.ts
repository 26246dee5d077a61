import { afterAll, expect, test } from "vitest";
import * as z from "zod";
import {
  answerTemplate,
  exactMatch,
  templateFromSpec,
  templateSource,
  templateSpec,
  verified,
} from "../template/index.ts";
import { createTemplateLoader, pythonTemplateSource } from "./index.ts";

const loader = createTemplateLoader({ timeoutMs: 5000 });
afterAll(() => loader[Symbol.asyncDispose]());

const options = { description: "The dose that they name", groundTruth: "400 mg", verifyWith: exactMatch() };
const template = answerTemplate({ dose: verified(z.string(), options) }, { judge: "contexts" });

test("what a template is filled in from comes back from source and specification", async () => {
  const text = templateSource(template);
  expect(text).toContain('judge: "contexts"');
  expect(await loader.load({ language: "TypeScript", text })).toEqual(template);
  expect(templateFromSpec(templateSpec(template))).toEqual(template);
});

test("a word that is none of the three is refused, and Python, which has no such option, says so", async () => {
  expect(() =>
    answerTemplate({ dose: verified(z.string(), options) }, { judge: "context" as "contexts" }),
  ).toThrow(/judge: Invalid option: expected one of "answer"\|"contexts"\|"trace"/);
  await expect(pythonTemplateSource(template)).rejects.toThrow(
    /option judge says \(contexts\), which Python has not/,
  );
});
