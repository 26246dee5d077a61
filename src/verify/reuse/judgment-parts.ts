import { ownEntry, recordFrom, sha256 } from "../../base/index.ts";
import { traitsJson } from "../../benchmark/index.ts";
import { judgingFingerprint, type ResolvedConfig } from "../../config/index.ts";
import type { TaskRubric } from "../../pipeline/index.ts";
import { allTraits, emptyRubric, rubricFromTraits, traitKind } from "../../rubric/index.ts";

/** By what a judgment is known again piece by piece: SHA-256, lower-case hexadecimal. */
export interface JudgmentParts {
  /** Everything that shapes it but the traits. */
  readonly rest: string;
  /** Each trait by its name. */
  readonly traits: { readonly [name: string]: string };
}

/**
 * True where traits are judged each on its own account, so that one can be added to what is known of the others: no own stages,
 * no evidence that is shared.
 */
export const judgesTraitsApart = (
  { deepJudgmentRubricMode }: Pick<ResolvedConfig, "deepJudgmentRubricMode">,
  { ownStages, leftOut }: { readonly ownStages: readonly string[]; readonly leftOut: readonly string[] },
): boolean => ownStages.length + leftOut.length === 0 && deepJudgmentRubricMode === "disabled";

/** The fingerprint of settings, the same with traits and without. */
export const restFingerprint = (config: ResolvedConfig): string =>
  judgingFingerprint({
    ...config,
    rubricEnabled: true,
    evaluationMode: config.evaluationMode === "rubric_only" ? "rubric_only" : "template_and_rubric",
  });

/** The traits of a question, each with its key; undefined where which of them apply depends on the answer. */
export function traitKeysOf(rubric: TaskRubric | null): JudgmentParts["traits"] | undefined {
  if (rubric === null) return {};
  if (rubric.dynamic !== null) return undefined;
  return recordFrom(
    allTraits(rubric.rubric).map((trait) => {
      const alone = { rubric: rubricFromTraits([trait]), dynamicRubric: emptyRubric };
      return [trait.name, sha256(JSON.stringify(traitsJson(alone, "question")))] as const;
    }),
  );
}

/** The traits that are there now and were not then; undefined where one has changed or is gone. */
export function addedTraits(
  now: JudgmentParts["traits"],
  then: JudgmentParts["traits"],
): readonly string[] | undefined {
  const isKept = Object.entries(then).every(([name, key]) => ownEntry(now, name) === key);
  return isKept ? Object.keys(now).filter((name) => ownEntry(then, name) === undefined) : undefined;
}

/** Only these traits of a rubric. */
export const onlyTraits = (rubric: TaskRubric, names: readonly string[]): TaskRubric => ({
  ...rubric,
  rubric: rubricFromTraits(allTraits(rubric.rubric).filter(({ name }) => names.includes(name))),
  provenance: recordFrom(Object.entries(rubric.provenance).filter(([name]) => names.includes(name))),
});

/** Who decides on traits of a rubric. */
export const decidersOf = ({ rubric }: TaskRubric, names: readonly string[]) =>
  allTraits(rubric)
    .filter(({ name }) => names.includes(name))
    .map(({ type }) => traitKind(type).decidedBy);
