import { type InertReason, inertReasons } from "../settings/inert-reasons.ts";
import type { SettingDefaults } from "../settings/resolved-config.ts";
import type { RunOutline } from "../settings/run-outline.ts";
import { toldSettings } from "../settings/run-settings.ts";
import { settingNames } from "../settings/setting.ts";

/** What can be said of a run: its settings, and where its benchmark's folders are. */
export type RunSetting = keyof SettingDefaults | "workspaceRoot";

/** Settings that do nothing in a run, and when, and why. */
interface InertRow {
  readonly settings: readonly RunSetting[];
  /** Undefined: they do something. */
  readonly reason: (run: RunOutline) => string | undefined;
}

/** Every setting that can do nothing. Of several reasons for one setting the first counts. */
export const inertRows: readonly InertRow[] = (Object.keys(inertReasons) as InertReason[]).map((name) => ({
  settings: [
    ...settingNames<typeof toldSettings, keyof SettingDefaults>(
      toldSettings,
      ({ inert }) => inert?.includes(name) === true,
    ),
    ...(name === "noWorkspaces" ? (["workspaceRoot"] as const) : []),
  ],
  reason: inertReasons[name],
}));
