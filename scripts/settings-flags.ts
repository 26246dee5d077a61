import * as z from "zod";
import { ownEntry } from "../src/base/index.ts";
import type { Flag } from "../src/config/settings/flag.ts";
import { modelSettings } from "../src/config/settings/model-settings.ts";
import { givenName } from "../src/config/settings/override-names.ts";
import { runSettings } from "../src/config/settings/run-settings.ts";
import { type Setting, topics } from "../src/config/settings/setting.ts";
import type { ConfigOverrides } from "../src/config/settings/settings.generated.ts";

/** The order of flags in help where it is not that of the rows; those of one heading stand together. */
const groups: readonly (readonly (keyof ConfigOverrides | "deepJudgment")[])[] = [
  ["answeringModel", "answeringProvider", "answeringId", "parsingModel", "parsingProvider", "parsingId"],
  ["baseUrl", "answeringBaseUrl", "parsingBaseUrl"],
  ["apiKeyEnv", "answeringApiKeyEnv", "parsingApiKeyEnv"],
  ["interface", "answeringInterface", "parsingInterface"],
  ["replicateCount", "evaluationMode", "rubricEvaluationStrategy", "rubricTraitNames"],
  ["abstention", "sufficiency", "combinedChecks", "embeddingCheck", "embeddingThreshold", "embeddingModel"],
  ["embeddingBaseUrl", "embeddingApiKeyEnv"],
  ["deepJudgment", "deepJudgmentMode", "deepJudgmentStrategy"],
  ["deepJudgmentRubricMode", "deepJudgmentRubricStrategy", "deepJudgmentRubricExcerpts"],
  ["asyncWorkers", "asyncExecution", "taskOrdering", "requestTimeout"],
];
const first: readonly string[] = groups.flat();
const headings = [...new Set(["Models:", ...Object.values(topics)])];

/** A flag, with what its row says about it. */
export interface ListedFlag extends Omit<Flag, "as"> {
  /** Its heading in help. */
  readonly group: string;
  /** What it gives, among options and overrides. */
  readonly name: string;
  readonly setting: string;
  readonly isPath: boolean;
}

/** Every flag that gives a setting, in the order of help. */
export function listFlags(): readonly ListedFlag[] {
  const rows: readonly (readonly [string, Setting])[] = [
    ...Object.entries(modelSettings),
    ...Object.entries(runSettings),
  ];
  const listed = rows.flatMap(([setting, row]) =>
    (row.flags ?? []).map((flag) => ({
      ...flag,
      ...(flag.reads === "choice" && { choices: flag.choices ?? choicesOf(row.schema) }),
      group: topics[row.topic],
      name: givenName(flag, row),
      setting,
      isPath: row.holds === "path",
    })),
  );
  const place = ({ group, name }: ListedFlag) =>
    headings.indexOf(group) * 1000 + (first.includes(name) ? first.indexOf(name) : first.length);
  return listed.toSorted((one, other) => place(one) - place(other));
}

/** The text of `setting-flags.generated.ts`. */
export function settingFlags(): string {
  const lines = listFlags().map((flag) => {
    const { group, name, flags, reads, choices, gives, isPath } = flag;
    const values = choices === undefined ? { reads, gives } : { choices };
    const help = helpWithDefault(flag);
    return `  ${JSON.stringify({ group, name, flags, help, ...values, ...(isPath && { isPath }) })},\n`;
  });
  return `// Written by \`npm run generate\` from the rows in src/config/settings.
import type { SettingFlag } from "./setting-flag.ts";

/** Every flag that gives a setting, in the order of help. */
export const settingFlags: readonly SettingFlag[] = [
${lines.join("")}];
`;
}

/** What help says of a flag that takes a value: with the setting's default, where that is a number or a word. */
function helpWithDefault({ setting, help, gives }: ListedFlag): string {
  const row: Setting | undefined = ownEntry<Setting>({ ...modelSettings, ...runSettings }, setting);
  const value = row?.default;
  const isWord = typeof value === "number" || (typeof value === "string" && value !== "");
  return gives !== undefined || !isWord || help.includes("default") ? help : `${help} (default: ${value})`;
}

function choicesOf(schema: z.ZodType): readonly string[] {
  if (schema instanceof z.ZodEnum) return schema.options.map(String);
  if (schema instanceof z.ZodNullable) return choicesOf(schema.unwrap() as z.ZodType); // zod's own wrapper of a schema
  throw new TypeError("A flag whose value is a choice needs an enum, or choices of its own.");
}
