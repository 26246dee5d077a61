interface Dot {
  /** 0 to 1, from the left. */
  readonly x: number;
  /** 0 to 1, from below. */
  readonly y: number;
}

/**
 * How high the label of each dot stands, so that none covers another: beside its dot, or below the labels of dots that are near, as
 * far as there is room, else above them.
 *
 * @param size of a label, in parts of the whole
 */
export function placeLabels(
  dots: readonly Dot[],
  { height, width }: { readonly height: number; readonly width: number },
): readonly number[] {
  const places = dots.map(({ y }) => y);
  const order = dots
    .map((_, at) => at)
    .toSorted((left, right) => (dots[right]?.y ?? 0) - (dots[left]?.y ?? 0));
  const settled: number[] = [];
  for (const at of order) {
    const near = settled.filter((other) => Math.abs((dots[other]?.x ?? 0) - (dots[at]?.x ?? 0)) < width);
    const taken = near.map((other) => places[other] ?? 0);
    places[at] = freePlace(places[at] ?? 0, taken, height);
    settled.push(at);
  }
  return places;
}

/** The nearest place downwards that is free; upwards where there is none above the bottom. */
function freePlace(wanted: number, taken: readonly number[], height: number): number {
  const isFree = (place: number) => taken.every((other) => Math.abs(other - place) >= height - 1e-9);
  const below = taken.map((other) => other - height).filter((place) => place <= wanted && place >= 0);
  const above = taken.map((other) => other + height).filter((place) => place >= wanted);
  const choices = [wanted, ...below.toSorted((a, b) => b - a), ...above.toSorted((a, b) => a - b)];
  return choices.find(isFree) ?? wanted;
}
