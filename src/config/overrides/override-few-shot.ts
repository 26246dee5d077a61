import { definedOnly } from "../../base/index.ts";
import type { ConfigOverrides, FewShotConfig } from "../settings/settings.generated.ts";

/** What single values say about the examples before a question. */
export type FewShotOverrides = Pick<ConfigOverrides, "fewShotMode" | "fewShotK">;

/** The few-shot configuration after the overrides; what they do not name stays. */
export function overrideFewShot(
  base: FewShotConfig | null | undefined,
  { fewShotMode, fewShotK }: FewShotOverrides,
): FewShotConfig | null | undefined {
  const mode = fewShotMode ?? (fewShotK === undefined ? undefined : "k-shot");
  if (mode === undefined) return base;
  if (mode === "off")
    return { ...base, ...definedOnly({ poolK: fewShotK ?? base?.poolK }), source: "disabled" };
  const source = base?.source === "disabled" ? "both" : base?.source;
  return { ...base, ...definedOnly({ source, poolMode: mode, poolK: fewShotK ?? base?.poolK }) };
}
