import { afterAll, expect, test } from "vitest";
import * as z from "zod";
import { createTemplateLoader } from "../languages/index.ts";
import { answerTemplate, exactMatch, verified } from "../template/index.ts";
import { checkTemplateSource } from "./index.ts";

const loader = createTemplateLoader();
afterAll(() => loader[Symbol.asyncDispose]());

const target = verified(z.string(), { description: "t", groundTruth: "BCL2", verifyWith: exactMatch() });

test("a template that stands alone has no problems", async () => {
  expect(await checkTemplateSource(loader, answerTemplate({ target }))).toEqual([]);
  const template = answerTemplate(
    { target },
    { verify: ({ target: found }) => found?.startsWith("BCL") ?? false },
  );
  expect(await checkTemplateSource(loader, template)).toEqual([]);
});

test("a check that uses what is defined outside of it is found", async () => {
  const allowed = new Set(["BCL2"]);
  const template = answerTemplate({ target }, { verify: ({ target: found }) => allowed.has(found ?? "") });
  expect(await checkTemplateSource(loader, template)).toEqual([
    expect.stringMatching(/^verify uses allowed, which is defined outside/),
  ]);
});

test("a check that cannot be written is found", async () => {
  const template = answerTemplate({ target }, { verify: (() => true).bind(null) });
  expect(await checkTemplateSource(loader, template)).toEqual([expect.stringContaining("native or bound")]);
});

test("a check that throws over the sample is its own affair", async () => {
  const verify = () => {
    throw new Error("always");
  };
  expect(await checkTemplateSource(loader, answerTemplate({ target }, { verify }))).toEqual([]);
});
