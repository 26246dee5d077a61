import { oneLine, pluralize } from "../../base/index.ts";
import {
  noteConfig,
  type ResolvedConfig,
  type VerificationConfig,
  withoutSecrets,
} from "../../config/index.ts";
import { fileSettings, type ResolvedModel } from "../../models/definition/index.ts";
import { aligned } from "../report/table.ts";

/** What was chosen. */
interface RunChoices {
  readonly config: VerificationConfig;
  readonly resolved: ResolvedConfig;
  readonly questionCount: number;
  /** Absent: the benchmark has none. */
  readonly scenarioCount?: number;
}

/** The choices as lines: questions, models, every setting as a preset has it, and how many tasks that makes. */
export function choicesSummary({
  config,
  resolved,
  questionCount,
  scenarioCount,
}: RunChoices): readonly string[] {
  const { answering_models: _, parsing_models: __, ...settings } = Object(noteConfig(withoutSecrets(config)));
  const rows = [
    ["questions", String(questionCount)],
    ...(scenarioCount === undefined ? [] : [["scenarios", String(scenarioCount)]]),
    ...resolved.answeringModels.map((model) => ["model under test", modelText(model)]),
    ...resolved.parsingModels.map((model) => ["judge", modelText(model)]),
    ...Object.entries(settings)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]),
  ];
  const factors = [
    scenarioCount === undefined
      ? pluralize(questionCount, "question")
      : `(${pluralize(questionCount, "question")} + ${pluralize(scenarioCount, "scenario")})`,
    pluralize(resolved.answeringModels.length, "model"),
    pluralize(resolved.parsingModels.length, "judge"),
    pluralize(resolved.replicateCount, "replicate"),
  ];
  const tasks =
    (questionCount + (scenarioCount ?? 0)) *
    resolved.answeringModels.length *
    resolved.parsingModels.length *
    resolved.replicateCount;
  return [
    ...aligned(rows.map((row) => row.map(oneLine))),
    "",
    `${pluralize(tasks, "task")}: ${factors.join(" × ")}`,
  ];
}

function modelText(model: ResolvedModel): string {
  const { id, modelName, modelProvider, temperature } = model;
  const parts = [
    `${model.interface}:${modelProvider === null ? "" : `${modelProvider}/`}${modelName}`,
    ...placeOf(model),
    temperature === null ? "temperature of the vendor" : `temperature ${temperature}`,
    ...(model.mcpUrlsDict === null ? [] : [`tools of ${Object.keys(model.mcpUrlsDict).join(", ")}`]),
    ...(model.apiKeyEnv === null ? [] : [`key in ${model.apiKeyEnv}`]),
  ];
  return `${id} (${parts.join(", ")})`;
}

function placeOf(model: ResolvedModel): readonly string[] {
  const places = [model.endpointBaseUrl, ...fileSettings.map((setting) => model[setting])];
  return places.filter((place) => place !== null).slice(0, 1);
}
