import * as z from "zod";
import type { Flag } from "../src/config/settings/flag.ts";
import { modelSettings } from "../src/config/settings/model-settings.ts";
import { givenName } from "../src/config/settings/override-names.ts";
import { runSettings } from "../src/config/settings/run-settings.ts";
import { type Setting, topics } from "../src/config/settings/setting.ts";

/** The order of flags in help where it is not that of the rows; those of one heading stand together. */
const first: readonly string[] = [
  ...["answeringModel", "answeringProvider", "answeringId", "parsingModel", "parsingProvider", "parsingId"],
  ...["baseUrl", "answeringBaseUrl", "parsingBaseUrl"],
  ...["apiKeyEnv", "answeringApiKeyEnv", "parsingApiKeyEnv"],
  ...["interface", "answeringInterface", "parsingInterface"],
  ...["replicateCount", "evaluationMode", "rubricEvaluationStrategy", "rubricTraitNames"],
  ...[
    "abstention",
    "sufficiency",
    "combinedChecks",
    "embeddingCheck",
    "embeddingThreshold",
    "embeddingModel",
  ],
  ...["embeddingBaseUrl", "embeddingApiKeyEnv"],
  ...["deepJudgment", "deepJudgmentMode", "deepJudgmentStrategy"],
  ...["deepJudgmentRubricMode", "deepJudgmentRubricStrategy", "deepJudgmentRubricExcerpts"],
  ...["asyncWorkers", "asyncExecution", "taskOrdering", "requestTimeout"],
];
const headings = [...new Set(["Models:", ...Object.values(topics)])];

/** A flag, with what its row says about it. */
interface ListedFlag {
  readonly group: string;
  readonly name: string;
  readonly flag: Flag;
  readonly row: Setting;
}

/** Every flag that gives a setting, in the order of help. */
function listFlags(): readonly ListedFlag[] {
  const rows: readonly Setting[] = [...Object.values(modelSettings), ...Object.values(runSettings)];
  const listed = rows.flatMap((row) =>
    (row.flags ?? []).map((flag) => ({
      group: topics[row.topic],
      name: givenName(flag, row),
      flag,
      row,
    })),
  );
  const place = ({ group, name }: ListedFlag) =>
    headings.indexOf(group) * 1000 + (first.includes(name) ? first.indexOf(name) : first.length);
  return listed.toSorted((one, other) => place(one) - place(other));
}

/** The text of `setting-flags.generated.ts`. */
export function settingFlags(): string {
  const lines = listFlags().map(({ group, name, flag, row }) => {
    const choices = flag.choices ?? (flag.reads === "choice" ? choicesOf(row.schema) : undefined);
    const { flags, help, gives, reads } = flag;
    const isPath = row.holds === "path" || undefined;
    const fields = {
      group,
      name,
      flags,
      help,
      ...(choices === undefined ? { reads } : { choices }),
      gives,
      isPath,
    };
    return `  ${JSON.stringify(fields)},\n`;
  });
  return `// Written by \`npm run generate\` from the rows in src/config/settings.
import type { SettingFlag } from "./setting-flag.ts";

/** Every flag that gives a setting, in the order of help. */
export const settingFlags: readonly SettingFlag[] = [
${lines.join("")}];
`;
}

function choicesOf(schema: z.ZodType): readonly string[] {
  if (schema instanceof z.ZodEnum) return schema.options.map(String);
  if (schema instanceof z.ZodNullable) return choicesOf(schema.unwrap() as z.ZodType); // zod's own wrapper of a schema
  throw new TypeError("A flag whose value is a choice needs an enum, or choices of its own.");
}
