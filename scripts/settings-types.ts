import * as z from "zod";
import { AnyJsonObject, snakeCase } from "../src/base/index.ts";
import { AnsweringPrompt } from "../src/config/settings/answering-prompt.ts";
import { configSchema } from "../src/config/settings/config-schema.ts";
import {
  DeepJudgmentRubricCustomConfig,
  DeepJudgmentTraitConfig,
} from "../src/config/settings/deep-judgment-config.ts";
import { ErrorPatternConfig } from "../src/config/settings/error-pattern.ts";
import { FewShotConfig, QuestionFewShotConfig } from "../src/config/settings/few-shot-config.ts";
import { ModelConfig } from "../src/config/settings/model-config.ts";
import { modelSettings } from "../src/config/settings/model-settings.ts";
import { givenName, modelOverrides, runOverrides } from "../src/config/settings/override-names.ts";
import { PromptInstructions } from "../src/config/settings/prompt-instructions.ts";
import { runSettings } from "../src/config/settings/run-settings.ts";
import { SearchTool } from "../src/config/settings/search-tool.ts";
import type { Setting, Settings } from "../src/config/settings/setting.ts";
import {
  AgentMiddlewareConfig,
  AgentRuntimeConfig,
  CommandLimitsConfig,
  ModelPrices,
} from "../src/models/definition/index.ts";
import { RetryPolicy } from "../src/run/index.ts";
import { docComment, interfaceText } from "./interface-text.ts";

const writtenFrom = "// Written by `npm run generate` from the rows in src/config/settings.\n";

/** Interfaces that are written, each after those that it refers to. */
const interfaces: readonly (readonly [name: string, schema: z.ZodObject])[] = [
  ["AnsweringPrompt", AnsweringPrompt],
  ["QuestionFewShotConfig", QuestionFewShotConfig],
  ["FewShotConfig", FewShotConfig],
  ["DeepJudgmentTraitConfig", DeepJudgmentTraitConfig],
  ["DeepJudgmentRubricCustomConfig", DeepJudgmentRubricCustomConfig],
  ["PromptInstructions", PromptInstructions],
  ["ErrorPatternConfig", ErrorPatternConfig],
  ["RetryPolicyConfig", RetryPolicy],
  ["ModelPrices", ModelPrices],
  ["CommandLimitsConfig", CommandLimitsConfig],
  ["AgentRuntimeConfig", AgentRuntimeConfig],
  ["AgentMiddlewareConfig", AgentMiddlewareConfig],
  ["ModelConfig", ModelConfig],
  ["VerificationConfig", configSchema],
];

const names = new Map<z.core.$ZodType, string>([
  ...interfaces.map(([name, schema]) => [schema, name] as const),
  [SearchTool, "SearchTool"],
  [AnyJsonObject, "JsonObject"],
  [modelSettings.interface.schema, "InterfaceChoice"],
  [modelSettings.llm.schema, "OwnLlm"],
  [modelSettings.agent.schema, "OwnAgent"],
  [modelSettings.model.schema, "SdkLanguageModel"],
  [modelSettings.answer.schema, "AnswerFunction"],
]);

const abouts: Readonly<Record<string, string>> = {
  ModelConfig: `One model and how to reach it, as a user writes it. Everything but the model's name has a default.

@example
{ id: "haiku", modelProvider: "anthropic", modelName: "claude-haiku-4-5" }
{ modelName: "qwen3", endpointBaseUrl: "http://localhost:8000/v1" }`,
  VerificationConfig: `How a benchmark is run, as a user writes it. Only the models have to be named; everything else has a default. In a preset file the same names stand in snake_case.

@example
{
  answeringModels: [{ id: "haiku", modelProvider: "anthropic", modelName: "claude-haiku-4-5" }],
  parsingModels: [{ id: "judge", modelProvider: "openai", modelName: "gpt-5-mini", temperature: 0 }],
  replicateCount: 3,
}`,
};

const rowsOf: Readonly<Record<string, Settings>> = {
  ModelConfig: modelSettings,
  VerificationConfig: runSettings,
};

/** The text of `settings.generated.ts`: the interfaces of configurations, with the documentation of their settings. */
export function settingsTypes(): string {
  const texts = interfaces.map(([name, schema]) => {
    const rows = rowsOf[name];
    const about = abouts[name];
    const doc = rows && ((member: string) => documentation(rows[member]));
    return `${about === undefined ? "" : docComment(about, "")}${interfaceText(name, schema, { names, ...(doc && { doc }) })}`;
  });
  const open = Object.entries<Setting>(runSettings).filter(([, row]) => row.default === undefined);
  return `${writtenFrom}import type { JsonObject } from "../../base/index.ts";
import type { AnswerFunction } from "../../models/application/index.ts";
import type { SdkLanguageModel } from "../../models/definition/index.ts";
import type { OwnAgent, OwnLlm } from "../../models/given-model/index.ts";
import type { InterfaceChoice } from "./interface-choice.ts";
import type { SearchTool } from "./search-tool.ts";

${texts.join("\n")}
/** The settings of a run that have a default. */
export type SettingWithDefault = Exclude<
  keyof VerificationConfig,
${open.map(([name]) => `  | "${name}"`).join("\n")}
>;

/** Single values that replace parts of a configuration. One that is not given changes nothing. */
export interface ConfigOverrides {
  /** Which examples are shown before a question; \`off\`: none at all. */
  readonly fewShotMode?: "off" | FewShotConfig["poolMode"];
  /** How many examples \`k-shot\` draws; without a mode it means \`k-shot\`. */
  readonly fewShotK?: number | undefined;
${overrideMembers("ModelConfig", modelSettings, modelOverrides)}${overrideMembers("VerificationConfig", runSettings, runOverrides)}}
`;
}

function overrideMembers(type: string, rows: Settings, overrides: Readonly<Record<string, string>>): string {
  return Object.entries(overrides)
    .map(([name, setting]) => {
      const row = rows[setting];
      const help = row?.flags?.find((flag) => givenName(flag, row) === name)?.help;
      const doc = help === undefined ? documentation(row) : sentence(help);
      return `${docComment(doc, "  ")}  readonly ${name}?: ${type}["${setting}"] | undefined;\n`;
    })
    .join("");
}

const stageRows = Object.entries<Setting>(runSettings).flatMap(([name, row]) =>
  row.stageOption === undefined ? [] : [{ ...row, name, option: row.stageOption }],
);

/** The text of `stage-settings.generated.ts`: what stages read of a run's settings. */
export function stageSettingsType(): string {
  const schema = z.strictObject(Object.fromEntries(stageRows.map(({ option, schema }) => [option, schema])));
  const doc = (option: string) => documentation(stageRows.find((row) => row.option === option));
  return `${writtenFrom}
/** What stages read of a run's settings. */
${interfaceText("StageSettings", schema, { io: "output", doc })}`;
}

/** The text of `stage-defaults.generated.ts`, for tests of stages. */
export function stageDefaults(): string {
  const lines = stageRows.map((row) => `  ${row.option}: ${JSON.stringify(row.default)},\n`);
  return `${writtenFrom}import type { StageSettings } from "../stage-settings.generated.ts";

/** What stages read where nobody says anything. */
export const stageDefaults: StageSettings = {
${lines.join("")}};
`;
}

/** What a setting means, its default, and what else gives it. */
function documentation(row: Setting | undefined): string {
  if (row === undefined) return "";
  const text = row.default === undefined ? row.defaultText : `\`${JSON.stringify(row.default)}\``;
  const facts = [
    ...(text === undefined ? [] : [`Default: ${plain(text)}.`]),
    ...(row.variable === undefined ? [] : [`Environment variable: \`${row.variable[0]}\`.`]),
  ];
  const isMissing = row.unavailable === true;
  const about = `${sentence(plain(row.about))}${isMissing ? " Not in this version: only the default is taken." : ""}`;
  return [about, ...(facts.length === 0 ? [] : [facts.join(" ")])].join("\n");
}

const codeNames = new Map(
  [...interfaces.map(([, schema]) => schema), AgentMiddlewareConfig.shape.limits.unwrap()]
    .flatMap((schema) => Object.keys(schema.shape))
    .map((name) => [snakeCase(name), name]),
);

/** Without links, and with the names of code. */
const plain = (markdown: string) =>
  markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/`[^`]+`/g, (code) =>
      code.replace(/[a-z]+(?:_[a-z]+)+/g, (name) => codeNames.get(name) ?? name),
    );

function sentence(text: string): string {
  const first = `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  return /[.!?]$/.test(first) ? first : `${first}.`;
}
