/**
 * How often a property is tried: `usual` times, or times `KARENINA_THOROUGH`. What is tried differs from one test run to the
 * next, so few tries each time find what many at once do. `KARENINA_THOROUGH=20 npm run unit -- src/template` is for who
 * changes what a property is about.
 */
export function propertyRuns(usual: number): number {
  return Math.max(1, Math.round(usual * Number(process.env.KARENINA_THOROUGH ?? 1)));
}

/** Whether also that is tried which starts programs to show once more what quicker tests show: `KARENINA_THOROUGH` of 2 or more. */
export const isThorough = propertyRuns(1) > 1;
