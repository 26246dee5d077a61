import * as z from "zod";
import { isJsonObject, type JsonObject, ownEntry, recordFrom } from "../../base/index.ts";
import type { Question } from "../question/question.ts";
import { type DemandLevelLabel, type DemandScaleName, demandLevels, demandScales } from "./scales.ts";

/** How much a question demands on one scale. */
export interface Demand {
  readonly scale: DemandScaleName;
  /** From 0 to 5. */
  readonly level: number;
  readonly label: DemandLevelLabel;
  /** Empty: none is known, as in files of the Python system. */
  readonly reason: string;
}

/** What a question demands, by whom and when that was said. */
export interface DemandProfile {
  /** In the order of scales; one that nothing is known of is not there. */
  readonly demands: readonly Demand[];
  /** ISO 8601 in UTC; empty: not known. */
  readonly classifiedAt: string;
  /** Empty: not known. */
  readonly model: string;
}

/** The custom property that the Python system keeps it in. */
export const demandProperty = "adele_classification";
/** Reasons stand beside it: the Python system has none, and reads the other as it is. */
export const demandReasonsProperty = "adele_reasons";

const Stored = z.object({
  scores: z.record(z.string(), z.unknown()),
  classified_at: z.string().catch(""),
  model: z.string().catch(""),
});
const Level = z
  .int()
  .min(0)
  .max(demandLevels.length - 1);

/** Reads what a question demands; undefined: nobody said. Scales that failed, which Python's files have as −1, are left out. */
export function demandProfile({
  customMetadata,
}: Pick<Question, "customMetadata">): DemandProfile | undefined {
  const stored = Stored.safeParse(ownEntry(customMetadata, demandProperty));
  if (!stored.success) return undefined;
  const { scores, classified_at: classifiedAt, model } = stored.data;
  const reasons = ownEntry(customMetadata, demandReasonsProperty);
  const demands = demandScales.flatMap(({ name: scale }): Demand[] => {
    const level = Level.safeParse(ownEntry(scores, scale));
    const label = level.success ? demandLevels[level.data] : undefined;
    if (!level.success || label === undefined) return [];
    const reason = isJsonObject(reasons) ? ownEntry(reasons, scale) : "";
    return [{ scale, level: level.data, label, reason: typeof reason === "string" ? reason : "" }];
  });
  return { demands, classifiedAt, model };
}

/** The custom properties that hold a profile, by name. */
export function storedDemandProfile({ demands, classifiedAt, model }: DemandProfile): JsonObject {
  return {
    [demandProperty]: {
      scores: recordFrom(demands.map(({ scale, level }) => [scale, level] as const)),
      labels: recordFrom(demands.map(({ scale, label }) => [scale, label] as const)),
      classified_at: classifiedAt,
      model,
    },
    [demandReasonsProperty]: recordFrom(demands.map(({ scale, reason }) => [scale, reason] as const)),
  };
}
