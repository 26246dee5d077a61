import type { EvidenceSettings } from "./settings.ts";

/** One attribute or trait that evidence is looked for. */
export interface EvidenceItem {
  /** Names it in every reply of the judge; unique among the items of an answer. */
  readonly name: string;
  /** What it is about: the field's description, the trait's criteria. */
  readonly guidance: string;
  readonly settings: EvidenceSettings;
}

/** What the items are: fields of a template, or traits of a rubric. */
export type EvidenceKind = "attribute" | "trait";
