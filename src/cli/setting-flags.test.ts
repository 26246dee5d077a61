import { Command } from "commander";
import { expect, test } from "vitest";
import { applyOverrides, type VerificationConfig } from "../config/index.ts";
import { describePresetSave } from "./commands/preset/preset-commands.ts";
import { describeVerify } from "./commands/verify/verify-command.ts";
import { overridesFromOptions } from "./config-from-options.ts";
import type { SettingFlag } from "./setting-flag.ts";
import { settingFlags } from "./setting-flags.generated.ts";
import { optionsOf } from "./testing/precedence.ts";

/** A text for each way to read one, and what it gives. */
const samples: Readonly<Record<NonNullable<SettingFlag["reads"]>, readonly [text: string, value: unknown]>> =
  {
    count: ["3", 3],
    wholeNumber: ["0", 0],
    amount: ["1.5", 1.5],
    positive: ["0.5", 0.5],
    seconds: ["2.5", 2.5],
    share: ["90%", 0.9],
    innerShare: ["5%", 0.05],
    address: ["http://h:8000/v1", "http://h:8000/v1"],
    text: ["replay", "replay"],
    variable: ["MY_KEY", "MY_KEY"],
    names: ["a, b", ["a", "b"]],
    gathered: ["a=b", ["a=b"]],
  };

function sampleOf({
  choices,
  reads,
  gives,
}: SettingFlag): readonly [argument: readonly string[], value: unknown] {
  if (choices !== undefined) return [choices.slice(-1), choices.at(-1)];
  if (reads === undefined) return [[], gives];
  const [text, value] = samples[reads];
  return [[text], value];
}

const model = { modelName: "m", modelProvider: "openai" };
const base: VerificationConfig = { answeringModels: [model], parsingModels: [model] };

test.each(settingFlags.map((flag) => [flag.flags, flag] as const))("%s gives its setting", (flags, flag) => {
  const [argument, value] = sampleOf(flag);
  const long = flags.split(" ")[0] ?? flags;
  const options = optionsOf([long.replace(/,$/, ""), ...argument]);
  expect(options).toEqual({ [flag.name]: value });
  // a file of its own
  if (["deepJudgmentRubricConfig", "prompts", "prices"].includes(flag.name)) return;
  const overrides = overridesFromOptions(options);
  if (flag.name === "deepJudgment") {
    expect(overrides.deepJudgmentMode).toBe(flag.gives === true ? "full" : "disabled");
  } else {
    expect(overrides).toMatchObject({ [flag.name]: flag.name === "mcpServers" ? { a: "b" } : value });
  }
  expect(applyOverrides(overrides, base)).not.toEqual(base);
});

test.each([describeVerify, describePresetSave])(
  "a flag and its opposite contradict each other",
  (describe) => {
    const command = describe(new Command().exitOverride().configureOutput({ writeErr: () => {} }));
    const argv = ["x", "--async", "--no-async"];
    expect(() => command.parse(argv, { from: "user" })).toThrow(
      "--async and --no-async contradict each other",
    );
  },
);
