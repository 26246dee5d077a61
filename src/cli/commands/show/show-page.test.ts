import { readFile } from "node:fs/promises";
import { Command } from "commander";
import { expect, test } from "vitest";
import { indexText } from "../../../evidence/index.ts";
import { judgedResult } from "../../../report/evidence/testing/judged-result.ts";
import { resultPage } from "./page/result-page.ts";
import { describeShow } from "./show-command.ts";

const text = await readFile(new URL("../../../../docs/show.md", import.meta.url), "utf8");

test("show.md prints what the command prints", () => {
  const terminal = { rich: false, columns: 80 };
  const page = resultPage(judgedResult(), { terminal, full: false, indexText });
  expect(text).toContain(`--question venetoclax\n${page.join("\n")}\n\`\`\``);
});

test("show.md has every option", () => {
  const flags = describeShow(new Command()).options.flatMap(({ long }) => long ?? []);
  expect(flags.filter((flag) => !new RegExp(`\`${flag}[ \`]`).test(text))).toEqual([]);
});
