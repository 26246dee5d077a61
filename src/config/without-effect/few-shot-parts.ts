import type { FewShotConfig } from "../settings/few-shot-config.ts";
import type { RunOutline } from "../settings/run-outline.ts";
import type { PartWithoutEffect } from "./part-without-effect.ts";

type Part = "poolMode" | "poolK" | "questionConfigs" | "globalExamples";

const names = {
  poolMode: "pool_mode",
  poolK: "pool_k",
  questionConfigs: "question_configs",
  globalExamples: "global_examples",
} as const satisfies Readonly<Record<Part, string>>;

/** What of the few-shot configuration does nothing. */
export function listFewShotPartsWithoutEffect(run: RunOutline): readonly PartWithoutEffect[] {
  const { fewShotConfig } = run.config;
  if (fewShotConfig === null) return [];
  const whole = fewShotConfig.source === "disabled" ? undefined : wholeReason(run);
  if (whole !== undefined) return [{ name: "few_shot_config", reason: whole }];
  return (Object.keys(names) as Part[]).flatMap((part) => {
    const reason = isGiven(fewShotConfig[part]) ? reasonOf(part, fewShotConfig) : undefined;
    return reason === undefined ? [] : [{ name: `few_shot_config.${names[part]}`, reason }];
  });
}

function wholeReason({ config, showsExamples }: RunOutline): string | undefined {
  if (config.answeringModels.every(({ reachedBy }) => reachedBy.preparedAnswers === true))
    return "every answer is prepared";
  return showsExamples ? undefined : "no question of the run gets an example";
}

const isGiven = (value: unknown) =>
  value !== undefined && (typeof value !== "object" || Object.keys(value ?? {}).length > 0);

function reasonOf(part: Part, { source = "both", poolMode = "all", questionConfigs = {} }: FewShotConfig) {
  // switched off on purpose: only a number that asks for examples contradicts it
  if (source === "disabled")
    return part === "poolK" ? "no examples are shown (few_shot_config.source is disabled)" : undefined;
  if (part === "globalExamples")
    return source === "question_pool" ? `few_shot_config.source is ${source}` : undefined;
  if (source === "global") return `few_shot_config.source is ${source}`;
  if (part !== "poolK") return undefined;
  const draws = Object.values(questionConfigs).some(
    ({ mode, k }) => mode === "k-shot" && (k ?? null) === null,
  );
  return poolMode === "k-shot" || draws
    ? undefined
    : "no examples are drawn by lot (few_shot_config.pool_mode is not k-shot)";
}
