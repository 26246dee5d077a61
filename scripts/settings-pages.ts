import { snakeCase } from "../src/base/index.ts";
import { modelSettings } from "../src/config/settings/model-settings.ts";
import { toldSettings } from "../src/config/settings/run-settings.ts";
import type { Setting, Topic } from "../src/config/settings/setting.ts";
import { type ListedFlag, listFlags } from "./settings-flags.ts";

const rows: readonly (readonly [name: string, row: Setting])[] = [
  ...Object.entries(toldSettings),
  ...Object.entries(modelSettings),
];

/** The page with its tables of settings as the rows say; each stands between `<!-- settings: NAME -->` and `<!-- end -->`. */
export function renderPage(page: string): string {
  return page.replace(
    /(<!-- settings: (.+?) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_, start: string, name: string, end: string) => `${start}\n${tableOf(name)}\n${end}`,
  );
}

function tableOf(name: string): string {
  if (name === "variables") return table(["variable", "gives"], variables());
  const [what = "", ...about] = name.split(" ");
  if (what === "flags") {
    const listed = listFlags().filter(({ group }) => group === `${about.join(" ")}:`);
    return table(["option", "meaning", "setting"], flagLines(listed));
  }
  const topics: readonly string[] = name.split(", ");
  const lines = rows
    .filter(([, { topic }]) => topics.includes(topic satisfies Topic))
    .map(([setting, row]) => [code(snakeCase(setting)), defaultOf(row), meaningOf(row)]);
  return table(["setting", "default", "meaning"], lines);
}

const code = (text: string) => `\`${text}\``;
const meaningOf = ({ unavailable, about }: Setting) => (unavailable === true ? `✗ ${about}` : about);

function defaultOf({ default: value, defaultText = "" }: Setting): string {
  if (value === undefined) return defaultText;
  return typeof value === "string" ? code(value) : JSON.stringify(value);
}

const variables = () =>
  rows.flatMap(([setting, { variable }]) =>
    variable === undefined ? [] : [[code(variable[0]), code(snakeCase(setting))]],
  );

/** A line for each flag; a switch and its opposite share one. */
function flagLines(flags: readonly ListedFlag[]): readonly (readonly string[])[] {
  const groups = Map.groupBy(flags, ({ flags: text, name, gives }) =>
    gives === undefined ? text : `${name}?`,
  );
  return [...groups.values()].map((group) => [
    group.map((flag) => code(shownFlags(flag))).join(", "),
    group.map(({ help }) => help.replaceAll("<", "\\<")).join("; or ") + choicesText(group[0]?.choices),
    [...new Set(group.map(({ setting }) => code(snakeCase(setting))))].join(", "),
  ]);
}

const shownFlags = ({ flags }: ListedFlag) =>
  flags.replace(/<(.+)>/, (_, value: string) => value.toUpperCase()).replaceAll(", ", "`, `");
const choicesText = (choices: readonly string[] | undefined) =>
  choices === undefined ? "" : `: ${choices.map(code).join(", ")}`;

function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |\n`;
  return [line(head), line(head.map(() => "---")), ...lines.map(line)].join("");
}
