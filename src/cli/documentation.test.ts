import { readFile } from "node:fs/promises";
import { Command } from "commander";
import { expect, test } from "vitest";
import { snakeCase } from "../base/index.ts";
import { ModelConfig, settingVariables, unavailableSettings, VerificationConfig } from "../config/index.ts";
import { primitives } from "../template/index.ts";
import { describeCalibrate } from "./commands/calibrate/calibrate-command.ts";
import { describeCompare } from "./commands/compare/compare-command.ts";
import { describeImport } from "./commands/import/import-command.ts";
import { describeJudge } from "./commands/judge/judge-command.ts";
import { describeLabel } from "./commands/label/label-command.ts";
import { describePresetDelete, describePresetSave } from "./commands/preset/preset-commands.ts";
import { describeQuery } from "./commands/query/query-command.ts";
import { describeReport } from "./commands/report/report-command.ts";
import { describeResultsSave } from "./commands/results/results-commands.ts";
import { describeShow } from "./commands/show/show-command.ts";
import { describeVerify } from "./commands/verify/verify-command.ts";
import { describeWorkspaceClean, describeWorkspaceList } from "./commands/workspace/workspace-commands.ts";

const page = (name: string) => readFile(new URL(`../../docs/${name}`, import.meta.url), "utf8");
const missing = (text: string, names: readonly string[]) =>
  names.filter((name) => !new RegExp(`\`(?:[^\`\n]*[ [])?${name}[ \`\\]]`).test(text));

test("configuration.md has every setting and every variable", async () => {
  const text = await page("configuration.md");
  const settings = [...Object.keys(VerificationConfig.shape), ...Object.keys(ModelConfig.shape)].map(
    snakeCase,
  );
  expect(missing(text, [...settings, ...Object.values(settingVariables)])).toEqual([]);
});

test("README says how many checks there are", async () => {
  const text = await readFile(new URL("../../README.md", import.meta.url), "utf8");
  expect(text).toContain(`| the ${primitives.length} checks `);
});

test("configuration.md marks what is not available", async () => {
  const lines = (await page("configuration.md")).split("\n");
  const unmarked = unavailableSettings
    .map(snakeCase)
    .filter((name) => !lines.some((line) => line.startsWith(`| \`${name}\``) && line.includes("✗")));
  expect(unmarked).toEqual([]);
});

test("command-line.md has every option", async () => {
  const commands = [
    describeVerify,
    describeJudge,
    describeShow,
    describeQuery,
    describeResultsSave,
    describeReport,
    describePresetSave,
    describePresetDelete,
    describeWorkspaceList,
    describeWorkspaceClean,
  ].map((describe) => describe(new Command()));
  const flags = commands.flatMap((command) => command.options.flatMap(({ long }) => long ?? []));
  expect(missing(await page("command-line.md"), flags)).toEqual([]);
});

test("comparing.md has every option of compare", async () => {
  const flags = describeCompare(new Command()).options.flatMap(({ long }) => long ?? []);
  expect(missing(await page("comparing.md"), flags)).toEqual(["--debug"]);
});

test("calibrating.md has every option of label and calibrate", async () => {
  const flags = [describeLabel, describeCalibrate].flatMap((describe) =>
    describe(new Command()).options.flatMap(({ long }) => long ?? []),
  );
  expect(new Set(missing(await page("calibrating.md"), flags))).toEqual(new Set(["--debug"]));
});

test("importing.md has every option of import", async () => {
  const flags = describeImport(new Command()).options.flatMap(({ long }) => long ?? []);
  const left = ["--output", "--name", "--debug"];
  expect(missing(await page("importing.md"), flags).filter((flag) => !left.includes(flag))).toEqual([]);
});
