import { type NoEffectReason, noEffectReasons } from "../settings/no-effect-reasons.ts";
import type { SettingDefaults } from "../settings/resolved-config.ts";
import type { RunOutline } from "../settings/run-outline.ts";
import { toldSettings } from "../settings/run-settings.ts";
import { settingNames } from "../settings/setting.ts";

/** What can be said of a run: its settings, and where its benchmark's folders are. */
export type RunSetting = keyof SettingDefaults | "workspaceRoot";

/** Settings that do nothing in a run, and when, and why. */
interface RowWithoutEffect {
  readonly settings: readonly RunSetting[];
  /** Undefined: they do something. */
  readonly reason: (run: RunOutline) => string | undefined;
}

/** Every setting that can do nothing. Of several reasons for one setting the first counts. */
export const rowsWithoutEffect: readonly RowWithoutEffect[] = (
  Object.keys(noEffectReasons) as NoEffectReason[]
).map((name) => ({
  settings: [
    ...settingNames<typeof toldSettings, keyof SettingDefaults>(
      toldSettings,
      ({ withoutEffect }) => withoutEffect?.includes(name) === true,
    ),
    ...(name === "noWorkspaces" ? (["workspaceRoot"] as const) : []),
  ],
  reason: noEffectReasons[name],
}));
