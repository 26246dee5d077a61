/** Three to six round numbers from 0 to at least `most`. */
export function niceTicks(most: number): readonly number[] {
  if (!(most > 0)) return [0, 1];
  const power = 10 ** Math.floor(Math.log10(most / 4));
  const step =
    [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => most / size <= 5) ?? 10 * power;
  const count = Math.ceil(most / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, at) => Number((at * step).toPrecision(6)));
}
