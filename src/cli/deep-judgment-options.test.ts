import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Command } from "commander";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { applyOverrides, resolveConfig, type VerificationConfig } from "../config/index.ts";
import { configFromOptions, overridesFromOptions } from "./config-from-options.ts";
import { addConfigOptions } from "./config-options.ts";
import { models, optionsOf, type PrecedenceRow, resolved, setting } from "./testing/precedence.ts";

type Setting = keyof VerificationConfig & Parameters<typeof setting>[0];
const row = (name: Setting, value: string | undefined, [flag, preset, fallback]: readonly unknown[]) => ({
  name,
  value,
  values: { flag, preset, fallback },
});

const table = {
  "--deep-judgment": row("deepJudgmentMode", undefined, ["full", "reasoning_only", "disabled"]),
  "--no-deep-judgment": row("deepJudgmentMode", undefined, ["disabled", "full", "disabled"]),
  "--deep-judgment-mode": row("deepJudgmentMode", "reasoning_only", ["reasoning_only", "full", "disabled"]),
  "--deep-judgment-strategy": row("deepJudgmentStrategy", "sequential", ["sequential", "batch", "batch"]),
  "--deep-judgment-max-excerpts": row("deepJudgmentMaxExcerptsPerAttribute", "5", [5, 4, 3]),
  "--deep-judgment-fuzzy-threshold": row("deepJudgmentFuzzyMatchThreshold", "90%", [0.9, 0.7, 0.8]),
  "--deep-judgment-retry-attempts": row("deepJudgmentExcerptRetryAttempts", "0", [0, 4, 2]),
  "--deep-judgment-sources": row("deepJudgmentExcerptSources", "messages", ["messages", "all", "all"]),
  "--deep-judgment-search": row("deepJudgmentSearchEnabled", undefined, [true, false, false]),
  "--no-deep-judgment-search": row("deepJudgmentSearchEnabled", undefined, [false, true, false]),
  "--deep-judgment-search-tool": row("deepJudgmentSearchTool", "/a.ts", ["/a.ts", "/b.ts", "tavily"]),
  "--deep-judgment-rubric-mode": row("deepJudgmentRubricMode", "enable_all", [
    "enable_all",
    "use_checkpoint",
    "disabled",
  ]),
  "--deep-judgment-rubric-strategy": row("deepJudgmentRubricStrategy", "batch", [
    "batch",
    "sequential",
    "sequential",
  ]),
  "--deep-judgment-rubric-excerpts": row("deepJudgmentRubricGlobalExcerpts", undefined, [true, false, true]),
  "--no-deep-judgment-rubric-excerpts": row("deepJudgmentRubricGlobalExcerpts", undefined, [
    false,
    true,
    true,
  ]),
  "--deep-judgment-rubric-max-excerpts": row("deepJudgmentRubricMaxExcerptsDefault", "5", [5, 4, 7]),
  "--deep-judgment-rubric-fuzzy-threshold": row(
    "deepJudgmentRubricFuzzyMatchThresholdDefault",
    "0.9",
    [0.9, 0.7, 0.8],
  ),
  "--deep-judgment-rubric-retry-attempts": row(
    "deepJudgmentRubricExcerptRetryAttemptsDefault",
    "3",
    [3, 4, 2],
  ),
  "--deep-judgment-rubric-sources": row("deepJudgmentRubricExcerptSources", "messages", [
    "messages",
    "all",
    "all",
  ]),
  "--deep-judgment-rubric-search": row("deepJudgmentRubricSearchEnabled", undefined, [true, false, false]),
  "--no-deep-judgment-rubric-search": row("deepJudgmentRubricSearchEnabled", undefined, [false, true, false]),
  "--deep-judgment-rubric-search-tool": row("deepJudgmentRubricSearchTool", "/a.ts", [
    "/a.ts",
    "/b.ts",
    "tavily",
  ]),
};
const rows = Object.entries(table).map(([flag, { name, value, values }]): [string, PrecedenceRow] => [
  flag,
  setting(name, value === undefined ? [flag] : [flag, value], values),
]);

describe("flag > preset > default", () => {
  test.each(rows)("%s", (_, { argv, flag, preset, presetValue, fallback, read }) => {
    expect(read(resolved(argv, preset))).toEqual(flag);
    expect(read(resolved([], preset))).toEqual(presetValue);
    expect(read(resolved([], models))).toEqual(fallback);
  });

  test("the switch replaces the older one of a preset", () => {
    const preset = { ...models, deepJudgmentEnabled: true };
    expect(resolved([], preset).deepJudgmentMode).toBe("full");
    expect(resolved(["--no-deep-judgment"], preset).deepJudgmentMode).toBe("disabled");
  });

  test("the switch and the mode have to agree", () => {
    const mode = (...argv: readonly string[]) => overridesFromOptions(optionsOf(argv)).deepJudgmentMode;
    expect(mode("--deep-judgment", "--deep-judgment-mode", "reasoning_only")).toBe("reasoning_only");
    expect(mode("--no-deep-judgment", "--deep-judgment-mode", "disabled")).toBe("disabled");
    for (const argv of [
      ["--deep-judgment", "--deep-judgment-mode", "disabled"],
      ["--no-deep-judgment", "--deep-judgment-mode", "full"],
    ])
      expect(() => mode(...argv)).toThrow(
        `${argv[0]} and --deep-judgment-mode ${argv[2]} contradict each other`,
      );
  });

  test.each([
    ["--deep-judgment-max-excerpts", "0"],
    ["--deep-judgment-retry-attempts", "-1"],
    ["--deep-judgment-fuzzy-threshold", "80"],
    ["--deep-judgment-rubric-mode", "all"],
    ["--deep-judgment-sources", "tools"],
    ["--deep-judgment-rubric-retry-attempts", "1.5"],
  ])("%s %s is refused", (...argv) => {
    const command = addConfigOptions(new Command().exitOverride().configureOutput({ writeErr: () => {} }));
    expect(() => command.parse(argv, { from: "user" })).toThrow(/Expected|Allowed choices/);
  });

  test("a search tool that does not exist is named with those there are", () => {
    const config = applyOverrides(
      overridesFromOptions(optionsOf(["--deep-judgment-search-tool", "bing"])),
      models,
    );
    expect(() => resolveConfig(config, { names: "file" })).toThrow(
      /deep_judgment_search_tool: expected "tavily".*found "bing"/,
    );
  });
});

describe("files", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "options-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const given = (argv: readonly string[], base?: VerificationConfig) =>
    configFromOptions(optionsOf(argv), { workingDirectory: folder, environment: {} }, base);

  test("settings of single traits, found from the working directory; a preset's are replaced as a whole", async () => {
    await writeFile(path.join(folder, "traits.json"), '{ "global": { "tone": { "max_excerpts": 5 } } }');
    const preset: VerificationConfig = { deepJudgmentRubricConfig: { global: { depth: {} } } };
    const argv = ["--deep-judgment-rubric-config", "traits.json"];
    expect((await given(argv, preset)).deepJudgmentRubricConfig).toEqual({
      global: { tone: { maxExcerpts: 5 } },
    });
    expect((await given([], preset)).deepJudgmentRubricConfig).toEqual(preset.deepJudgmentRubricConfig);
    await writeFile(path.join(folder, "traits.json"), '{ "tone": {} }');
    await expect(given(argv)).rejects.toMatchObject({ code: "configuration" });
  });

  test("a module that searches starts at the working directory; other tools are no files", async () => {
    const argv = [
      "--deep-judgment-search-tool",
      "./search.ts",
      "--deep-judgment-rubric-search-tool",
      "Tavily",
    ];
    expect(await given(argv)).toMatchObject({
      deepJudgmentSearchTool: path.join(folder, "search.ts"),
      deepJudgmentRubricSearchTool: "Tavily",
    });
  });
});
