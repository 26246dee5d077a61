/**
 * What raters said of each item: a row per item, in it a value per rater, null where that rater gave none. Which rater
 * stands where matters only to Cohen's κ.
 */
export type Ratings = readonly (readonly (string | number | null)[])[];

/**
 * How far apart two values are: `nominal` 0 or 1; `interval` the square of the numbers' difference; `ordinal` the same
 * of their mid-ranks among all values.
 */
export type Metric = "nominal" | "ordinal" | "interval";

/** Ratings as places in the sorted list of values there are; items of fewer than two values are left out. */
export interface CodedRatings {
  /** Numbers in their order, texts after them. */
  readonly values: readonly (string | number)[];
  readonly items: readonly Uint32Array[];
}

/** Codes ratings. */
export function codeRatings(ratings: Ratings): CodedRatings {
  const pairable = ratings
    .map((row) => row.filter((value) => value !== null))
    .filter((row) => row.length > 1);
  const values = sortValues(new Set(pairable.flat()));
  const codes = new Map(values.map((value, code) => [value, code]));
  return {
    values,
    items: pairable.map((row) => Uint32Array.from(row, (value) => codes.get(value) ?? 0)),
  };
}

/** Different values in their order: numbers first, texts by code units. */
export function sortValues(values: Iterable<string | number>): readonly (string | number)[] {
  return [...values].sort((left, right) => {
    if (typeof left === "number" && typeof right === "number") return left - right;
    if (typeof left !== typeof right) return typeof left === "number" ? -1 : 1;
    return left < right ? -1 : 1;
  });
}

/** The number of pairs of a row's values that are alike, each pair counted both ways. */
export function countAlike(row: Uint32Array): number {
  let alike = 0;
  for (let left = 0; left < row.length; left++) {
    for (let right = 0; right < left; right++) if (row[left] === row[right]) alike += 2;
  }
  return alike;
}
