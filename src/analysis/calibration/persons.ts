import { krippendorffAlpha } from "../statistics/agreement/krippendorff-alpha.ts";
import type { RaterAgreement } from "./calibration.ts";
import { itemOf, type Label } from "./label.ts";

/** What persons say of an answer in one respect. */
export interface PersonsOpinion {
  readonly label: Label;
  /** That of most raters, of numbers the mean; null: blank, unsure, or as many say one thing as another. */
  readonly value: boolean | number | string | null;
  readonly said: readonly {
    readonly rater: string;
    readonly value: boolean | number | string;
    readonly note: string;
  }[];
  /** How many answers of the run it stands for, among those with an opinion. */
  readonly weight: number;
}

/** The opinions of persons by item; where an answer of the sample has none, those of its stratum stand for it too. */
export function opinionsOf(labels: readonly Label[]): ReadonlyMap<string, PersonsOpinion> {
  const items = [...Map.groupBy(labels, itemOf)].map(([item, rows]) => {
    const said = rows.flatMap(({ rater, value, note }) => (value === null ? [] : [{ rater, value, note }]));
    return { item, label: rows[0] as Label, said, value: opinionOf(said.map(({ value }) => value)) }; // no group is empty
  });
  const strata = Map.groupBy(items, ({ label: { kind, name, stratum } }) =>
    JSON.stringify([kind, name, stratum]),
  );
  const opinions = new Map<string, PersonsOpinion>();
  for (const members of strata.values()) {
    const size = members.reduce((sum, { label }) => sum + 1 / label.probability, 0);
    const count = members.filter(({ value }) => value !== null).length;
    for (const { item, ...one } of members)
      opinions.set(item, { ...one, weight: count === 0 ? 0 : size / count });
  }
  return opinions;
}

function opinionOf(values: readonly (boolean | number | string)[]): boolean | number | string | null {
  if (values.length === 0) return null;
  if (values.every((value) => typeof value === "number"))
    return values.reduce((sum, value) => sum + value, 0) / values.length;
  const counts = [...Map.groupBy(values, (value) => value)]
    .map(([value, same]) => ({ value, count: same.length }))
    .sort((left, right) => right.count - left.count);
  return counts[0]?.count === counts[1]?.count ? null : (counts[0]?.value ?? null);
}

/** How far raters agree among themselves, in each respect of which at least two say something of an answer. */
export function ratersOf(opinions: Iterable<PersonsOpinion>, most: number): RaterAgreement[] {
  const several = [...opinions].filter(({ said }) => said.length > 1);
  const aspects = Map.groupBy(several, ({ label: { kind, name } }) => JSON.stringify([kind, name]));
  return [...aspects.values()].flatMap((members) => {
    const [first] = members;
    if (first === undefined) return [];
    const isNumber = first.label.allowed.form === "number";
    const rows = members.map(({ said }) =>
      said.map(({ value }) => (typeof value === "boolean" ? String(value) : value)),
    );
    const { value, interval } = krippendorffAlpha(rows, {
      metric: isNumber ? "ordinal" : "nominal",
      resamples: 1000,
    });
    const differing = members.filter(({ said }) => new Set(said.map((one) => one.value)).size > 1);
    return [
      {
        kind: first.label.kind,
        name: first.label.name,
        answers: members.length,
        differing: differing.length,
        krippendorffAlpha: { value, interval },
        examples: differing.slice(0, most).map(({ label, said }) => ({
          result: label.result,
          question: label.question,
          persons: [...said],
        })),
      },
    ];
  });
}
