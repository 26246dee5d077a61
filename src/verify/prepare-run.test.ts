import { expect, test } from "vitest";
import type { VerificationConfig } from "../config/index.ts";
import { combineExtensions } from "./extensions.ts";
import { resolveSettings } from "./prepare-run.ts";

const archive = async () => [];
const model = {
  interface: "openai_endpoint",
  endpointBaseUrl: "http://localhost:9/v1",
  modelName: "m",
} as const;
const config: VerificationConfig = {
  answeringModels: [model],
  parsingModels: [model],
  deepJudgmentSearchTool: "archive",
};

test("a search tool is found by its name; what is written down keeps the name", () => {
  const settings = resolveSettings(config, { searchTools: { archive } });
  expect(settings.resolved.deepJudgmentSearchTool).toBe(archive);
  expect(settings.resolved.deepJudgmentRubricSearchTool).toBe("tavily");
  expect(settings.config.deepJudgmentSearchTool).toBe("archive");
  expect(() => resolveSettings(config)).toThrow("deepJudgmentSearchTool");
  expect(() => resolveSettings(config, { searchTools: { archives: archive } })).toThrow(
    "deepJudgmentSearchTool",
  );
});

test.each([["tavily"], ["mine.mjs"], [""]])("a search tool %j is refused", (name) => {
  const why = "the name means something else";
  expect(() => resolveSettings(config, { searchTools: { [name]: archive } })).toThrow(why);
});

test("two modules cannot have one name for their searches", () => {
  const one = { searchTools: { archive } };
  expect(combineExtensions([one, { searchTools: { other: archive } }]).searchTools).toEqual({
    archive,
    other: archive,
  });
  expect(() => combineExtensions([one, one])).toThrow('There are two search tools "archive".');
});
