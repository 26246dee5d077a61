import { definedOnly } from "../../base/index.ts";
import type { FewShotConfig } from "../few-shot/few-shot-config.ts";

/** What single values say about the examples before a question. */
export interface FewShotOverrides {
  /** `off`: none at all. */
  readonly fewShotMode?: "off" | NonNullable<FewShotConfig["poolMode"]> | undefined;
  /** How many examples `k-shot` draws; without a mode it means `k-shot`. */
  readonly fewShotK?: number | undefined;
}

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
