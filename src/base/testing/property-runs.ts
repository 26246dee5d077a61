/**
 * How often a property is tried: `usual` times, or times `KARENINA_THOROUGH`. What is tried differs from one test run to the
 * next, so few tries each time find what many at once do. `KARENINA_THOROUGH=20 npm run unit -- src/template` is for who
 * changes what a property is about.
 */
export function propertyRuns(usual: number): number {
  return Math.max(1, Math.round(usual * Number(process.env.KARENINA_THOROUGH ?? 1)));
}

/**
 * Whether also that is tried which takes long to show once more, in another way, what other tests show: by
 * `npm run test:all`, and wherever `KARENINA_THOROUGH` is set.
 */
export const isThorough = process.env.KARENINA_THOROUGH !== undefined;

/** The first cases of many that each take long; all of them where everything is tried. */
export function firstCases<const T>(count: number, cases: readonly T[]): readonly T[] {
  return isThorough ? cases : cases.slice(0, count);
}
