import {
  applyOverrides,
  type SettingsSoFar,
  settingRows,
  type VerificationConfig,
} from "../../config/index.ts";
import { count, wholeNumber } from "../option-values.ts";
import type { OwnQuestions } from "./ask-settings.ts";
import { askOptional, askValue } from "./ask-value.ts";
import type { Prompts } from "./prompts.ts";

/** Questions whose answers are no plain values; `traitNames` are those of the benchmark. */
export function ownQuestions(prompts: Prompts, traitNames: readonly string[]): OwnQuestions {
  return {
    rubricTraitNames: (now) => askTraits(prompts, now, traitNames),
    fewShotConfig: (now) => askFewShot(prompts, now),
    retryPolicy: (now) => askRetries(prompts, now),
  };
}

const messageOf = (name: keyof VerificationConfig) => settingRows[name].question?.message ?? name;

async function askTraits(
  prompts: Prompts,
  { rubricTraitNames }: SettingsSoFar,
  traitNames: readonly string[],
): Promise<VerificationConfig> {
  const wanted =
    traitNames.length < 2
      ? traitNames
      : await prompts.choices({
          message: messageOf("rubricTraitNames"),
          initial: traitNames.filter((name) => rubricTraitNames?.includes(name) ?? true),
          choices: traitNames.map((name) => ({ value: name, label: name })),
        });
  return { rubricTraitNames: wanted.length === traitNames.length ? null : wanted };
}

async function askFewShot(
  prompts: Prompts,
  { fewShotConfig: now }: SettingsSoFar,
): Promise<VerificationConfig> {
  const initial = now === null || now.source === "disabled" ? "off" : (now.poolMode ?? "all");
  const fewShotMode = await prompts.choice({
    message: messageOf("fewShotConfig"),
    initial,
    choices: [
      { value: "off", label: "none" },
      { value: "all", label: "all", hint: "that the question has" },
      { value: "k-shot", label: "some", hint: "drawn by lot, always the same" },
      ...(now?.questionConfigs === undefined
        ? []
        : [{ value: "custom" as const, label: "chosen", hint: "as the preset says" }]),
    ],
  });
  if (fewShotMode === "off" && now === null) return {};
  if (fewShotMode !== "k-shot") return fewShotOf({ fewShotMode }, now);
  const fewShotK = await askValue(prompts, { message: "How many?", initial: String(now?.poolK ?? 3) }, count);
  return fewShotOf({ fewShotMode, fewShotK }, now);
}

function fewShotOf(
  overrides: Parameters<typeof applyOverrides>[0],
  fewShotConfig: VerificationConfig["fewShotConfig"],
): VerificationConfig {
  return { fewShotConfig: applyOverrides(overrides, { fewShotConfig }).fewShotConfig };
}

async function askRetries(prompts: Prompts, { retryPolicy }: SettingsSoFar): Promise<VerificationConfig> {
  const retries = await askOptional(
    prompts,
    {
      message: messageOf("retryPolicy"),
      whenEmpty: "as usual: 3 times, 5 after a rate limit, 2 after a server error",
    },
    wholeNumber,
  );
  return retries === null ? {} : { retryPolicy: withRetries(retryPolicy, retries) };
}

function withRetries(
  policy: VerificationConfig["retryPolicy"],
  maxAttempts: number,
): NonNullable<VerificationConfig["retryPolicy"]> {
  return {
    ...policy,
    connection: { ...policy?.connection, maxAttempts },
    timeout: { ...policy?.timeout, maxAttempts },
    rateLimit: { ...policy?.rateLimit, maxAttempts },
    serverError: { ...policy?.serverError, maxAttempts },
  };
}
