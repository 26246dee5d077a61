import type { ConfigProblem } from "../problems.ts";
import { searchToolProblem } from "../search-tools/search-tool-spec.ts";
import type { SettingDefaults } from "../settings/resolved-config.ts";
import { searchToolSettings } from "../settings/search-tool.ts";
import type { VerificationConfig } from "../settings/settings.generated.ts";

/** What contradicts itself in the deep-judgment settings; see {@link configProblems}. */
export function deepJudgmentProblems(
  given: VerificationConfig,
  settings: SettingDefaults,
): readonly ConfigProblem[] {
  return [
    ...modeProblems(given, settings),
    ...customProblems(settings),
    ...searchToolSettings.flatMap((name) => {
      const message = searchToolProblem(settings[name]);
      return message === null ? [] : [{ path: [name], message }];
    }),
  ];
}

function modeProblems(given: VerificationConfig, settings: SettingDefaults): readonly ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  const mode = settings.deepJudgmentMode;
  if (given.deepJudgmentEnabled !== undefined && given.deepJudgmentEnabled !== (mode !== "disabled")) {
    problems.push({
      path: ["deepJudgmentEnabled"],
      message: `contradicts deep judgment mode "${mode}"; keep one of the two`,
    });
  }
  if (mode === "reasoning_only" && settings.deepJudgmentSearchEnabled) {
    problems.push({
      path: ["deepJudgmentSearchEnabled"],
      message: 'search needs excerpts; use deep judgment mode "full"',
    });
  }
  return problems;
}

function customProblems({
  deepJudgmentRubricMode: mode,
  deepJudgmentRubricConfig: custom,
}: SettingDefaults): readonly ConfigProblem[] {
  const path = ["deepJudgmentRubricConfig"];
  if (custom === null)
    return mode === "custom" ? [{ path, message: 'rubric mode "custom" needs it, found none' }] : [];
  return custom.global === undefined || custom.globalTraits === undefined
    ? []
    : [{ path, message: '"global" and "global_traits" mean the same; keep one' }];
}
